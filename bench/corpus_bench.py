"""The corpus stage beside `gzip -dc` of the same shards, and its memory at 1x and 8x the data.

Both by the clock and by the processor time of all their processes: the latter says the same on
cores that are busy with other work too.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from measuring import CORES, DATA, ROOT, Row, measure, processes
from zlib_ng import gzip_ng

from paperpool.io.files import read_json
from paperpool.workflow.corpus.database import memory_limit
from paperpool.workflow.corpus.filter_kind import Thresholds
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.names import name_shards
from paperpool.workflow.corpus.papers import FilteredShard, filter_shards
from paperpool.workflow.corpus.selection import find_duplicates, select_csfcube
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.corpus.sources import METADATA, OPENALEX
from paperpool.workflow.corpus.twins import find_twins
from paperpool.workflow.running.spared_imports import spare_pandas

COPIES = 8
FILTERS: dict[str, Thresholds] = {"csfcube": {}, "mdcr": {}}
"""The filters of a run, with their thresholds."""

DEMO_PAPERS = 20_000
_UNITS = (f"MB/s on {CORES} cores", "MB per processor second")
_KEEPING = {"HEP-TH": ["mdcr"]}
"""The filters that keep papers of a source; csfcube those of others. A run in which one keeps none
ends with an error."""

_ID = re.compile(rb'("paper_id": ")(\d+)')


@dataclass(frozen=True)
class Shards:
    """Shards with their unpacked size in bytes."""

    paths: list[Path]
    size: int


def bench_corpus(folder: Path) -> list[Row]:
    """Return the rates of the stage and of the whole command, and the growth of its memory."""
    rows = []
    for name, once in find_sources(folder / "shards").items():
        (folder / name).mkdir()
        rows += bench_source(name, once, folder / name)
    return [*rows, *bench_openalex(folder / "OpenAlex")]


def bench_source(name: str, once: list[Path], folder: Path) -> list[Row]:
    """Return the rows of one source, whose shards are made ``COPIES`` times as long."""
    repeated = repeat_shards(once, folder / "repeated")
    keeping = _KEEPING.get(name, ["csfcube"])
    gunzipped = measure_all(partial(gunzip, repeated.paths))
    ((n_once, _), _), _, peak_once = measure_all(partial(run_corpus_stage, once, folder / "once"))
    stage = measure_all(partial(run_corpus_stage, repeated.paths, folder / "stage"))
    whole = measure_all(partial(run_snakemake, repeated.paths, folder / "whole", keeping))
    ((n, steps), _), seconds, peak = stage
    rows = []
    for what, ((_, processor), elapsed, memory) in (("stage", stage), ("snakemake", whole)):
        of_gzip = (gunzipped[1], gunzipped[0][1])
        for unit, ours, other in zip(_UNITS, (elapsed, processor), of_gzip, strict=True):
            rates = [repeated.size / 1e6 / one for one in (ours, other)]
            label = f"corpus of {name}, {what}, {unit}; gzip -dc"
            rows.append(Row(label, *rates, rates[0] / rates[1], elapsed, memory, n))
    size_gb = repeated.size / 1e9
    for step, processor in steps.items():
        label = f"corpus of {name}, stage, processor seconds per GB: {step}; gzip -dc"
        costs = (processor / size_gb, gunzipped[0][1] / size_gb)
        rows.append(Row(label, *costs, costs[0] / costs[1], processor, peak, n))
    growth = f"corpus of {name}, stage, peak MB of {n} papers; of {n_once}"
    return [*rows, Row(growth, peak, peak_once, peak / peak_once, seconds, peak, n)]


def bench_openalex(folder: Path) -> list[Row]:
    """Return the rates of reading real works of OpenAlex, and the growth of its memory."""
    once = sorted((DATA / "openalex-sample").glob("works-20*.jsonl.gz"))
    if not once:
        return []
    folder.mkdir()
    repeated = [folder / path.name for path in once]
    for path, copy in zip(once, repeated, strict=True):
        copy.write_bytes(path.read_bytes() * COPIES)
    gunzipped = measure_all(partial(gunzip, repeated))
    _, _, peak_once = measure_all(partial(_read_all, once, folder / "once"))
    (n, processor), seconds, peak = measure_all(partial(_read_all, repeated, folder / "read"))
    rows = []
    of_gzip = (gunzipped[1], gunzipped[0][1])
    size = COPIES / 1e6 * sum(len(gzip_ng.decompress(path.read_bytes())) for path in once)
    for unit, ours, other in zip(_UNITS, (seconds, processor), of_gzip, strict=True):
        label = f"reading OpenAlex, {unit}; gzip -dc"
        rows.append(Row(label, size / ours, size / other, other / ours, seconds, peak, n))
    growth = f"reading OpenAlex, peak MB of {n} works; of {n // COPIES}"
    return [*rows, Row(growth, peak, peak_once, peak / peak_once, seconds, peak, n)]


def _read_all(paths: list[Path], folder: Path) -> int:
    """Read parts of OpenAlex, ``CORES`` at a time; return the number of works."""
    folder.mkdir()
    names = [path.name for path in paths]
    kinds = [OPENALEX] * len(paths)
    read = _run_jobs(_read, [folder] * len(paths), range(len(paths)), names, paths, kinds)
    return sum(read_json(files.summary)["readable"] for files in read)


def measure_all(work: Callable[[], Any]) -> tuple[tuple[Any, float], float, float]:
    """Return what ``work`` returns with its processor seconds, its seconds and peak memory."""
    return measure(partial(_add_processor_time, work))


def _add_processor_time(work: Callable[[], Any]) -> tuple[Any, float]:
    result = work()
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return result, sum(one.ru_utime + one.ru_stime for one in used)


def find_sources(folder: Path) -> dict[str, list[Path]]:
    """Return the shards of each source by its name; HEP-TH's alone have citations."""
    hepth = sorted((DATA / "s2orc-hepth" / "metadata").glob("*.jsonl.gz"))
    sources = {"arXiv" if _find_arxiv() else "demo": find_shards(folder)}
    return sources | ({"HEP-TH": hepth} if hepth else {})


def find_shards(folder: Path) -> list[Path]:
    """Return real shards, or generated ones in ``folder``."""
    return _find_arxiv() or generate_shards(folder)


def generate_shards(folder: Path) -> list[Path]:
    """Write shards of the demo's generator to ``folder`` and return their paths."""
    from paperpool.extras.demo.corpus_plan import make_plan
    from paperpool.extras.demo.shards import write_shard

    plan = make_plan(DEMO_PAPERS, seed=13)
    shards = [folder / f"metadata_{i}.jsonl.gz" for i in range(2 * CORES)]
    for i, shard in enumerate(shards):
        write_shard(plan, i, len(shards), shard)
    return shards


def _find_arxiv() -> list[Path]:
    return sorted((DATA / "s2orc-arxiv" / "metadata").glob("*.jsonl.gz"))


def repeat_shards(paths: list[Path], folder: Path) -> Shards:
    """Write each shard ``COPIES`` times as long, the ids of each copy shifted by 10^11."""
    folder.mkdir()
    repeated = [folder / path.name for path in paths]
    return Shards(repeated, sum(_run_jobs(_repeat, paths, repeated)))


def _repeat(path: Path, repeated: Path) -> int:
    text = gzip_ng.decompress(path.read_bytes())
    size = 0
    with repeated.open("wb") as file:
        for copy in range(COPIES):
            shift = copy * 10**11
            shifted = _ID.sub(lambda id_: id_[1] + b"%d" % (int(id_[2]) + shift), text)  # noqa: B023
            file.write(gzip_ng.compress(shifted, 6, mtime=0))
            size += len(shifted)
    return size


def gunzip(paths: list[Path]) -> None:
    """Unpack every shard with gzip, ``CORES`` at a time, to nowhere."""
    _run_jobs(_gunzip, paths)


def _gunzip(path: Path) -> None:
    subprocess.run(["gzip", "-dc", str(path)], stdout=subprocess.DEVNULL, check=True)


def run_snakemake(paths: list[Path], folder: Path, filters: list[str]) -> None:
    """Run the workflow's corpus target in ``folder`` with some filters, as a user would."""
    folder.mkdir()
    overlay = folder / "overlay.yaml"
    settings = {"data": {"s2orc": list(map(str, paths))}, "corpus": {"filters": filters}}
    overlay.write_text(yaml.safe_dump({"run": "bench"} | settings))
    command = [
        sys.executable,
        "-m",
        "snakemake",
        "corpus",
        "--snakefile",
        str(ROOT / "workflow/Snakefile"),
    ]
    command += ["--cores", str(CORES), "--configfile", str(overlay), "--quiet", "all"]
    subprocess.run(command, cwd=folder, check=True)


def run_corpus_stage(
    paths: list[Path], folder: Path, filters: Mapping[str, Thresholds] = FILTERS
) -> tuple[int, dict[str, float]]:
    """Do the work of the corpus stage's jobs without Snakemake.

    The rules' own limits of memory and threads; jobs of one shard ``CORES`` at a time. Returns the
    papers read, and the processor seconds of each step's processes, their starts included.
    """
    folder.mkdir()
    named = name_shards(paths)
    jobs = [[folder] * len(named), range(len(named)), named, named.values()]
    steps = Steps()
    read = steps.time("reading", partial(_run_jobs, _read, *jobs))
    papers = [files.papers for files in read]
    edges = [files.citations for files in read]
    duplicates, selected = folder / "duplicates.parquet", folder / "selected.parquet"
    limits = {"memory_limit": memory_limit(3000), "temp_directory": folder, "threads": CORES}
    duplicated = partial(find_duplicates, papers, {n: [n] for n in named}, duplicates, **limits)
    steps.time("finding duplicates", partial(_run_job, duplicated))
    if "csfcube" in filters:
        chosen = partial(select_csfcube, papers, edges, duplicates, list(named), selected, **limits)
        steps.time("selecting", partial(_run_job, chosen))
    filtered = partial(_filter, filters=dict(filters))
    keys = steps.time("filtering", partial(_run_jobs, filtered, *jobs, read))
    twins = partial(find_twins, keys, folder / "twins.parquet", **limits)
    steps.time("finding twins", partial(_run_job, twins))
    return sum(read_json(files.summary)["readable"] for files in read), steps.processor


class Steps:
    """The processor seconds of steps whose work is done in processes of their own."""

    def __init__(self) -> None:
        self.processor: dict[str, float] = {}

    def time(self, name: str, work: Callable[[], Any]) -> Any:
        """Return what ``work`` returns, and keep its processes' time; they have to have ended."""
        before = _children_time()
        result = work()
        self.processor[name] = _children_time() - before
        return result


def _children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_jobs(work: Callable[..., Any], *arguments: Iterable[Any]) -> list[Any]:
    """Return the results of ``work`` over the zipped arguments, in processes that begin as jobs."""
    with processes(CORES, spare_pandas) as pool:
        return list(pool.map(work, *arguments))


def _run_job(work: Callable[[], None]) -> None:
    with processes(1, spare_pandas) as pool:
        pool.submit(work).result()


def _read(folder: Path, number: int, name: str, path: Path, kind: str = METADATA) -> ReadShard:
    files = ReadShard(
        papers=folder / f"{number}.papers.parquet",
        citations=folder / f"{number}.citations.parquet",
        quarantine=folder / f"{number}.quarantine.parquet",
        summary=folder / f"{number}.summary.json",
    )
    read_shards({name: path}, files, kind=kind)
    return files


def _filter(
    folder: Path,
    number: int,
    name: str,
    path: Path,
    read: ReadShard,
    filters: Mapping[str, Thresholds],
) -> Path:
    keys = folder / f"{number}.keys.parquet"
    output = FilteredShard(
        papers=folder / f"{number}.kept.parquet",
        citations=folder / f"{number}.edges.parquet",
        keys=keys,
        quarantine=folder / f"{number}.bad.parquet",
        summary=folder / f"{number}.counts.json",
    )
    selected = folder / "selected.parquet"
    filter_shards(
        {name: path},
        name,
        read,
        output,
        duplicates=folder / "duplicates.parquet",
        selected=selected if "csfcube" in filters else None,
        filters=make_filters(filters),
        keep=set(),
        memory_limit=memory_limit(2000),
        temp_directory=folder,
        threads=1,
    )
    return keys
