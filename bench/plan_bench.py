"""What `paperpool plan` says of 300,000 papers after runs of 10,000 and 30,000, and the truth.

    .venv/bin/python bench/plan_bench.py [PROBE PROBE PLANNED]
    .venv/bin/python bench/plan_bench.py shipped

The first runs `snakemake mdcr` over generated papers at the three sizes, in shards of 5,000 papers,
with as many queries at each. It prints the plan of the last by the others, then that by itself:
what it took. The second plans the jobs of the larger of the two runs whose measurements come with
the package by the smaller one, and prints how many took about what was planned.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from measuring import BENCH, CORES, ROOT

from paperpool.workflow.commands.certainty import GUESS
from paperpool.workflow.commands.costs import Job, estimate_costs
from paperpool.workflow.commands.shipped import name_processor, read_shipped

SIZES = (10_000, 30_000, 300_000)
PAPERS_PER_SHARD = 5_000


def main() -> None:
    """Compare a plan with what its jobs took: of shipped measurements, or of runs made here."""
    if sys.argv[1:] == ["shipped"]:
        compare_shipped()
    else:
        compare_sizes()


def compare_shipped() -> None:
    """Print how many jobs of the larger shipped run are within the factors of a guess."""
    smaller, larger = sorted(read_shipped(name_processor()), key=lambda run: run.papers)
    wildcards = find_wildcards()
    jobs = []
    for name in larger.jobs:
        rule = name.parts[0]
        jobs.append(Job(rule, name.with_suffix(".tsv"), wildcards[rule], None, None, 0))

    times = []
    memories = []
    for cost in estimate_costs(jobs, [smaller], larger.papers):
        if cost.seconds is None or cost.peak_mb is None:
            continue
        seconds, peaks = zip(*larger.read(cost.job), strict=True)
        times.append(np.mean(seconds) / cost.seconds)
        memories.append(max(peaks) / cost.peak_mb)

    print(f"{smaller.papers:,} papers to {larger.papers:,} ({larger.processor})")
    for what, ratios, factor in (("time", times, GUESS.hours), ("memory", memories, GUESS.memory)):
        factors = np.exp(np.abs(np.log(ratios)))
        within = int((factors <= factor).sum())
        most = factors.max()
        print(f"{what}: {within} of {len(factors)} within ×÷ {factor:g}, all within {most:.1f}")


def find_wildcards() -> dict[str, frozenset[str]]:
    """Return the wildcards in the benchmark file of each rule."""
    found: dict[str, frozenset[str]] = {}
    for file in (ROOT / "workflow/rules").rglob("*.smk"):
        text = file.read_text(encoding="utf-8")
        for rule, rest in re.findall(r'"<benchmarks>/(\w+)(.*)\.tsv"', text):
            found[rule] = frozenset(re.findall(r"\{(\w+)\}", rest))
    return found


def compare_sizes() -> None:
    """Measure the three sizes, and compare the plan of the last with what it took."""
    *probes, planned = [int(size) for size in sys.argv[1:]] or SIZES
    folder = BENCH / "plan"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for size in (*probes, planned):
        call("snakemake", folder, size, "mdcr", "--cores", str(CORES), "--quiet", "all")
    for measured in (probes, [planned]):
        named = [word for size in measured for word in ("--from", f"papers-{size}")]
        words = ["plan", *named, "--papers", str(planned), "mdcr"]
        call("paperpool.commands.main", folder, planned, *words)


def configure(folder: Path, papers: int, run: str) -> list[str]:
    """Write the overlay of a size; return the arguments that name it."""
    settings = {
        "run": run,
        "sections": ["corpus", "mdcr"],
        "demo": {"papers": papers, "shards": max(1, papers // PAPERS_PER_SHARD)},
        "rankers": {"cbow200": None, "tfidfcbow200": None, "minilm": None}
        | {"tfidf-2": {"kind": "tfidf"}},
        "mdcr": {
            "years": [2015, 2019],
            "queries": 20,
            "validation_queries": 10,
            "dataset_queries": 50,
            "pool_sizes": [papers // 2],
            "field_pool": 100_000,
            "samplings": 1,
            "depth": 100,
            "bm25": {"k1": [1.5], "b": [0.75]},
        },
    }
    path = folder / f"{run}.yaml"
    path.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
    return ["--configfile", str(path)]


def call(module: str, folder: Path, papers: int, *words: str) -> None:
    """Call Snakemake, or paperpool, for the run of a size."""
    workflow = ["--snakefile", str(ROOT / "workflow/Snakefile")]
    command = [sys.executable, "-m", module, *words, *workflow]
    overlay = configure(folder, papers, f"papers-{papers}")
    subprocess.run([*command, *overlay], cwd=folder, check=True)


if __name__ == "__main__":
    main()
