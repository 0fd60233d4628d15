"""Time and memory of the corpus stage and of MDCR's jobs as the corpus grows: `make scale`.

Runs `snakemake corpus` with both filters, and then MDCR up to its benchmark, over generated papers
made beforehand (100,000, 300,000 and 1,000,000; not timed). Writes results/bench/scale.csv: the
corpus stage as a whole and each job of MDCR. Prints what a straight line through the times says of
MDCR's 16 million prefiltered papers and of S2ORC's 81 million.

MDCR has the paper's 19 fields and 200 test queries of each; pools of half of the papers at dataset
level and of 100,000 at field level, drawn once; BM25 and TF-IDF (twice) rank them. Its jobs over
pools grow with these, the others with the corpus.
"""

from __future__ import annotations

import csv
import json
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
EXTRAPOLATED = (16_000_000, 81_000_000)
"""Papers of MDCR's prefiltered set, and of S2ORC."""

MDCR_JOBS = (
    "draw_mdcr_pools",
    "count_mdcr_terms",
    "tune_mdcr_bm25",
    "rank_mdcr_terms",
    "build_mdcr",
)


@dataclass
class Size:
    """One line of scale.csv: the corpus stage, or a job.

    ``peak_mb`` is of the largest process, for the stage Snakemake's own included.
    """

    stage: str
    papers: int
    seconds: float
    peak_mb: float


def main() -> None:
    rows = [row for papers in SIZES for row in measure_size(papers, BENCH / "scale")]
    write_rows(rows, BENCH / "scale.csv")
    print((BENCH / "scale.csv").read_text())
    for stage in dict.fromkeys(row.stage for row in rows):
        measured = [(row.papers, row.seconds) for row in rows if row.stage == stage]
        slope, start = np.polyfit(*zip(*measured, strict=True), 1)
        for papers in EXTRAPOLATED:
            hours = (start + slope * papers) / 3600
            print(f"{stage}, {papers:,} papers on {CORES} cores, by a straight line: {hours:.2f} h")


def measure_size(papers: int, folder: Path) -> list[Size]:
    """Make a corpus of ``papers`` papers below ``folder``, time each stage, remove all again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    n_shards = max(CORES, papers // PAPERS_PER_SHARD)
    settings = configure(papers, n_shards)
    shards = [f"results/scale/demo/metadata/metadata_{n}.jsonl.gz" for n in range(n_shards)]
    run_snakemake(folder, settings, shards)
    _, seconds, peak = measure(partial(run_snakemake, folder, settings, ["corpus"]))
    run_snakemake(folder, settings, ["results/scale/mdcr/mdcr_test.json"])
    jobs = [read_job(folder, job, papers) for job in MDCR_JOBS]
    shutil.rmtree(folder)
    return [Size("corpus", papers, seconds, peak), *jobs]


def configure(papers: int, n_shards: int) -> Path:
    """Write the configuration of a corpus size; return its file."""
    settings = {
        "run": "scale",
        "demo": {"papers": papers, "shards": n_shards},
        "rankers": {
            "cbow200": None,
            "tfidfcbow200": None,
            "minilm": None,
            "tfidf-2": {"kind": "tfidf"},  # the benchmark takes candidates of three rankers
        },
        "mdcr": {
            "years": [2015, 2019],
            "queries": 200,
            "validation_queries": 20,
            "dataset_queries": min(3800, papers // 200),
            "pool_sizes": [papers // 2],
            "field_pool": 100_000,
            "samplings": 1,
            "depth": 500,
            "bm25": {"k1": [1.5], "b": [0.75]},
            "model_top": 200,
            "most_cited_top": 200,
        },
    }
    path = BENCH / "scale.yaml"
    path.write_text(json.dumps(settings))  # JSON is YAML
    return path


def read_job(folder: Path, job: str, papers: int) -> Size:
    """Return what Snakemake measured of a job of MDCR."""
    with (folder / f"results/scale/benchmarks/{job}.tsv").open() as file:
        row = next(csv.DictReader(file, delimiter="\t"))
    return Size(job, papers, float(row["s"]), float(row["max_rss"]))


def run_snakemake(folder: Path, settings: Path, targets: list[str]) -> None:
    """Make ``targets`` of the demo in the working directory ``folder``."""
    command = [
        sys.executable,
        "-m",
        "snakemake",
        *targets,
        "--snakefile",
        str(ROOT / "workflow/Snakefile"),
    ]
    command += ["--cores", str(CORES), "--quiet", "all", "--configfile", str(settings)]
    subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    main()
