"""Measurements that come with the package: what jobs of our own runs took, by kind of processor.

``resources/measured_jobs.csv`` has them (`bench/take_measurements.py`): the seconds of a processor,
so that other work of the machine does not count, and the peak memory of each job. Rows without a
job have the bytes of a stage's files.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from paperpool.io.csv_rows import read_rows
from paperpool.resources import shipped
from paperpool.workflow.commands.costs import Job

COLUMNS = ("processor", "run", "papers", "job", "seconds", "peak_mb", "stage", "bytes")
"""``job`` is the path of its benchmark file without its end."""

Taken = tuple[float, float | None]
"""The seconds and the peak memory (MB) of a job."""


@dataclass(frozen=True)
class ShippedRun:
    """A run that was measured on a kind of processor, with its jobs by name."""

    name: str
    processor: str
    papers: int
    jobs: dict[Path, Taken] = field(default_factory=dict)
    n_bytes: dict[str, int] = field(default_factory=dict)

    def read(self, job: Job) -> list[Taken]:
        """Return seconds and peak memory (MB) of a job, or of all jobs that share its papers.

        A job that was not measured by its name takes what the first other one of its rule took.
        """
        name = job.benchmark.with_suffix("")
        if job.is_sharing:
            return [taken for other, taken in self.jobs.items() if other.parent == name.parent]
        if name in self.jobs:
            return [self.jobs[name]]
        same_rule = [taken for other, taken in self.jobs.items() if other.parts[0] == job.rule]
        return same_rule[:1]

    def count_bytes(self, stage: str) -> int:
        """Return the size of the files of a stage, or of the whole run (stage ``.``)."""
        if stage == ".":
            return sum(self.n_bytes.values())
        return self.n_bytes.get(stage, 0)


def name_processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Return the kind of this machine's processor, and whether it computes bfloat16."""
    if not cpuinfo.is_file():
        return "unknown"
    text = cpuinfo.read_text(encoding="utf-8")
    names = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("model name")]
    precision = "bfloat16" if "bf16" in text else "float32"
    return ", ".join([*names[:1], precision])


def read_shipped(processor: str, path: str | Path | None = None) -> list[ShippedRun]:
    """Return the runs that were measured on a kind of processor, else on the first kind there is.

    ``path`` is another file of COLUMNS.
    """
    rows = read_rows(path or shipped("measured_jobs.csv"))
    kinds = [row["processor"] for row in rows]
    chosen = processor if processor in kinds else kinds[0]

    runs: dict[str, ShippedRun] = {}
    for row in rows:
        if row["processor"] != chosen:
            continue
        run = runs.setdefault(row["run"], ShippedRun(row["run"], chosen, int(row["papers"])))
        if row["job"]:
            peak = float(row["peak_mb"]) if row["peak_mb"] else None
            run.jobs[Path(row["job"])] = float(row["seconds"]), peak
        else:
            run.n_bytes[row["stage"]] = int(row["bytes"])
    return list(runs.values())
