"""The corpus stage beside DuckDB and polars that read and filter the same shards.

Each engine reads the shards, keeps the first row of an id, drops papers as MDCR's prefilter does
and writes papers and citations as Parquet (zstd), in processes of its own, on all cores. The others
skip our further work: bad rows are an error or null, not quarantined and counted by reason, dropped
papers are not counted, and duplicates by text are not found. The stage is timed as a run has it by
default, too, with the filter of CSFCube besides, which measures sentences.

All answer in turn, ``ROUNDS`` times; the figures are medians of processor time, which says the same
on cores that are busy with other work too. Polars is in an environment of its own, which
`make bench` makes; ``PAPERPOOL_POLARS`` names the Python of another. Without either it is left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

from corpus_bench import find_sources, measure_all, repeat_shards, run_corpus_stage
from measuring import ROOT, Row

ROUNDS = 3
PREFILTER = "MDCR's prefilter"
BOTH = "both filters"
POLARS = "PAPERPOOL_POLARS"

_ENGINES = ROOT / "bench/engines"


class Cost(NamedTuple):
    """What a run of an engine costs: seconds of all processors and by the clock, peak memory."""

    processor: float
    seconds: float
    peak_mb: float


def bench_engines(folder: Path) -> list[Row]:
    """Return the rates and the memory of each engine, by source."""
    rows = []
    for name, once in find_sources(folder / "shards").items():
        (folder / name).mkdir()
        rows += bench_source(name, once, folder / name)
    return rows


def bench_source(name: str, once: list[Path], folder: Path) -> list[Row]:
    """Return the rows of one source, whose shards are made several times as long."""
    shards = repeat_shards(once, folder / "repeated")
    engines: dict[str, Callable[[list[Path], Path], int]] = {
        PREFILTER: partial(_run_stage, filters={"mdcr": {}}),
        BOTH: partial(_run_stage, filters={"csfcube": {}, "mdcr": {}}),
        "DuckDB": partial(_run_script, Path(sys.executable), _ENGINES / "duckdb_rows.py"),
    }
    polars = Path(os.environ.get(POLARS, ROOT / ".venv/engines/bin/python"))
    if polars.is_file():
        engines["polars"] = partial(_run_script, polars, _ENGINES / "polars_rows.py")
    else:
        print(f"polars is left out: there is no {polars}")

    n = 0
    costs: dict[str, list[Cost]] = {engine: [] for engine in engines}
    for _ in range(ROUNDS):
        for engine, run in engines.items():
            made = folder / "made"
            (papers, processor), seconds, peak = measure_all(partial(run, shards.paths, made))
            shutil.rmtree(made)
            costs[engine].append(Cost(processor, seconds, peak))
            n = max(n, papers)
    middle = {engine: _take_median(of_engine) for engine, of_engine in costs.items()}
    return _compare(name, shards.size / 1e6, n, middle)


def _compare(name: str, size_mb: float, n: int, costs: dict[str, Cost]) -> list[Row]:
    """Return our rate with each choice of filters beside each engine's, then memory."""
    rows = []
    others = [engine for engine in costs if engine not in (PREFILTER, BOTH)]
    for ours in (PREFILTER, BOTH):
        for other in others:
            label = f"rows of {name}, {ours}, MB per processor second; {other}"
            rates = [size_mb / costs[engine].processor for engine in (ours, other)]
            cost = costs[ours]
            rows.append(Row(label, *rates, rates[0] / rates[1], cost.seconds, cost.peak_mb, n))
    for other in others:
        cost = costs[PREFILTER]
        peaks = (cost.peak_mb, costs[other].peak_mb)
        label = f"rows of {name}, {PREFILTER}, peak MB; {other}"
        rows.append(Row(label, *peaks, peaks[0] / peaks[1], cost.seconds, cost.peak_mb, n))
    return rows


def _run_stage(paths: list[Path], folder: Path, filters: dict[str, dict]) -> int:
    """Do the work of the corpus stage's jobs; return the papers read."""
    return run_corpus_stage(paths, folder, filters)[0]


def _run_script(python: Path, script: Path, paths: list[Path], folder: Path) -> int:
    """Run an engine's script; it does not say how many papers it read."""
    folder.mkdir()
    subprocess.run([python, script, folder, *paths], check=True)
    return 0


def _take_median(costs: list[Cost]) -> Cost:
    """Return the medians of several runs."""
    return Cost._make(map(median, zip(*costs, strict=True)))
