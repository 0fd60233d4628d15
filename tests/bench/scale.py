"""Time and memory of the corpus stage as the corpus grows: `make scale`.

Runs `snakemake corpus` with both filters over generated corpora of 100,000, 300,000 and 1,000,000
papers (made beforehand, not timed) and writes results/bench/scale.csv. Prints what a straight line
through the times says of S2ORC's 81 million papers.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from measuring import BENCH, CORES, ROOT, measure, write_rows

SIZES = (100_000, 300_000, 1_000_000)
PAPERS_PER_SHARD = 50_000
S2ORC_PAPERS = 81_000_000


@dataclass
class Size:
    """One line of scale.csv; ``peak_mb`` is of the largest process, Snakemake's own included."""

    papers: int
    shards: int
    seconds: float
    papers_per_second: float
    peak_mb: float


def main() -> None:
    rows = [measure_size(papers, BENCH / "scale") for papers in SIZES]
    write_rows(rows, BENCH / "scale.csv")
    slope, start = np.polyfit([row.papers for row in rows], [row.seconds for row in rows], 1)
    hours = (start + slope * S2ORC_PAPERS) / 3600
    print(f"{S2ORC_PAPERS:,} papers on {CORES} cores, by a straight line: {hours:.1f} h")


def measure_size(papers: int, folder: Path) -> Size:
    """Make a corpus of ``papers`` papers below ``folder``, time the stage, remove all again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    n_shards = max(CORES, papers // PAPERS_PER_SHARD)
    demo = {"papers": papers, "shards": n_shards}
    shards = [f"results/scale/demo/metadata/metadata_{n}.jsonl.gz" for n in range(n_shards)]
    run_snakemake(folder, demo, shards)
    _, seconds, peak = measure(partial(run_snakemake, folder, demo, ["corpus"]))
    shutil.rmtree(folder)
    return Size(papers, n_shards, seconds, papers / seconds, peak)


def run_snakemake(folder: Path, demo: dict[str, int], targets: list[str]) -> None:
    """Make ``targets`` of the demo in the working directory ``folder``."""
    command = [sys.executable, "-m", "snakemake", *targets, "--snakefile", str(ROOT / "Snakefile")]
    command += ["--cores", str(CORES), "--quiet", "all", "--config", "run=scale", f"demo={demo}"]
    subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    main()
