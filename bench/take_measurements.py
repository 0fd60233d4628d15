"""Add what the jobs of finished runs took to the measurements that `paperpool plan` goes by.

    .venv/bin/python bench/take_measurements.py RESULTS/RUN [RESULTS/RUN ...]

Seconds are those of the processor, so that other work of the machine does not count. Runs of the
same name on this kind of processor are replaced.
"""

import sys
from pathlib import Path

from paperpool.finished_runs import FinishedRun
from paperpool.io.csv_rows import read_rows, write_rows
from paperpool.resources import RESOURCES
from paperpool.workflow.commands.costs import BENCHMARKS, Measured
from paperpool.workflow.commands.shipped import COLUMNS, name_processor

FILE = RESOURCES / "measured_jobs.csv"


def main() -> None:
    """Write the file anew."""
    processor = name_processor()
    taken = []
    for folder in sys.argv[1:]:
        taken += take_run(Path(folder), processor)
    names = {row["run"] for row in taken}
    kept = []
    for row in read_rows(FILE) if FILE.is_file() else []:
        if row["processor"] != processor or row["run"] not in names:
            kept.append(row)
    write_rows(FILE, COLUMNS, [[row.get(name, "") for name in COLUMNS] for row in kept + taken])


def take_run(folder: Path, processor: str) -> list[dict[str, object]]:
    """Return the rows of a run: its jobs and its stages."""
    head = {"processor": processor, "run": folder.name}
    head["papers"] = Measured(FinishedRun(folder)).papers
    rows: list[dict[str, object]] = []
    for file in sorted((folder / BENCHMARKS).rglob("*.tsv")):
        [measured] = read_rows(file, "\t")[:1]
        job = file.relative_to(folder / BENCHMARKS).with_suffix("")
        seconds = measured["s"] if measured["cpu_time"] == "NA" else measured["cpu_time"]
        peak = ""
        if measured["max_rss"] != "NA":
            peak = f"{float(measured['max_rss']) * 2**20 / 1e6:.0f}"
        rows.append({**head, "job": str(job), "seconds": seconds, "peak_mb": peak})

    for stage in sorted(path for path in folder.iterdir() if path.is_dir()):
        n_bytes = sum(file.stat().st_size for file in stage.rglob("*") if file.is_file())
        rows.append({**head, "stage": stage.name, "bytes": n_bytes})
    return rows


if __name__ == "__main__":
    main()
