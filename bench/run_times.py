"""Where the time of a finished run went, rule by rule, from what its jobs wrote down.

    .venv/bin/python bench/run_times.py [RUN]

prints for each rule of results/RUN (by default ``demo``) its jobs, their seconds, and the
processor seconds (user and system) of their processes, the most first. Snakemake looks at a process
now and then, so that the end of a job is not counted.
"""

from __future__ import annotations

import csv
import sys
from collections import defaultdict
from pathlib import Path


def add_up(folder: Path) -> dict[str, list[float]]:
    """Return jobs, seconds and processor seconds of each rule with benchmarks in ``folder``."""
    times: dict[str, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for path in folder.rglob("*.tsv"):
        rule = path.relative_to(folder).parts[0].removesuffix(".tsv")
        with path.open(encoding="utf-8", newline="") as file:
            [row] = csv.DictReader(file, delimiter="\t")
        for i, value in enumerate((1, float(row["s"]), float(row["cpu_time"]))):
            times[rule][i] += value
    return dict(times)


def main() -> None:
    """Print a line for each rule, and one for all."""
    run = sys.argv[1] if len(sys.argv) > 1 else "demo"
    times = add_up(Path("results", run, "benchmarks"))
    times["all"] = [sum(column) for column in zip(*times.values(), strict=True)]
    print(f"{'rule':28} jobs  seconds  processor")
    for rule, (jobs, seconds, processor) in sorted(times.items(), key=lambda pair: -pair[1][2]):
        print(f"{rule:28} {jobs:4.0f} {seconds:8.1f} {processor:10.1f}")


if __name__ == "__main__":
    main()
