"""What planned jobs will take, by the benchmark files of finished runs.

A job's time and peak memory are straight lines in the papers that it works on: those of the corpus,
divided by the number of the rule's jobs where these share them.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from paperpool.errors import Problem, UserError
from paperpool.finished_runs import FinishedRun
from paperpool.io.files import read_json

BENCHMARKS = "benchmarks"

SHARING = frozenset({"shard", "share", "part"})
"""The wildcards of jobs that share the papers of the corpus."""

_SAME = 0.1
"""The relative difference of numbers of papers that are taken as one size."""


@dataclass(frozen=True)
class Job:
    """A job that Snakemake plans.

    ``benchmark`` is the path of its benchmark file below the run's. Memory is in MB, time in
    minutes; None if the rule requests none.
    """

    rule: str
    benchmark: Path
    is_sharing: bool
    mem_mb: float | None
    runtime: float | None
    gpus: int


@dataclass(frozen=True)
class Measured:
    """A finished run that jobs were measured in."""

    run: FinishedRun

    @cached_property
    def papers(self) -> int:
        """The rows of papers that the run has read, 0 of a run without a corpus."""
        if self.run.corpus_summary.is_file():
            return read_json(self.run.corpus_summary)["read"]
        if (self.run.folder / "corpus").exists():
            hint = "Finish its corpus, or name another run."
            what = f"The corpus of run {self.run.run!r} is not finished."
            raise UserError(Problem(what, str(self.run.corpus_summary), hint))
        return 0

    def read(self, benchmark: Path, is_sharing: bool) -> list[tuple[float, float]]:
        """Return seconds and peak memory (MB) of a job, or of all jobs that share its papers."""
        folder = self.run.folder / BENCHMARKS
        pattern = str(benchmark.with_name("*.tsv") if is_sharing else benchmark)
        return [_read_benchmark(file) for file in sorted(folder.glob(pattern))]

    def count_bytes(self, stage: str) -> int:
        """Return the size of the files that the run holds of a stage."""
        files = (self.run.folder / stage).rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file())


def _read_benchmark(file: Path) -> tuple[float, float]:
    """Return seconds and peak memory (MB, 0 of a job that ended before it was measured)."""
    with file.open(encoding="utf-8", newline="") as lines:
        row: dict[str, str] = next(csv.DictReader(lines, delimiter="\t"), {})
    try:
        return float(row["s"]), float(row["max_rss"].replace("NA", "0"))
    except (KeyError, ValueError, AttributeError) as error:
        hint = "Remove it, or make its job again."
        what = "This is no benchmark file of Snakemake's."
        raise UserError(Problem(what, str(file), hint)) from error


@dataclass(frozen=True)
class Cost:
    """What jobs of a rule take: each of ``n`` about ``seconds``, and at most ``peak_mb``.

    Both are None if no run has measured such a job. ``is_proportional``: there is one measured
    size, another than that of the jobs.
    """

    job: Job
    n: int
    seconds: float | None = None
    peak_mb: float | None = None
    is_proportional: bool = False

    @property
    def hours(self) -> float:
        """The hours of all jobs, one after the other."""
        return self.n * (self.seconds or 0.0) / 3600

    def settings(self) -> list[str]:
        """Return the resources that the rule requests too little of, as Snakemake sets them."""
        minutes = (self.seconds or 0.0) / 60
        needed = (("mem_mb", self.peak_mb or 0.0, 1000), ("runtime", minutes, 60))
        return [
            f"{self.job.rule}:{name}={int(-(-1.2 * value // step)) * step}"
            for name, value, step in needed
            if value > (getattr(self.job, name) or np.inf)
        ]


def estimate_costs(jobs: Sequence[Job], measured: Sequence[Measured], papers: int) -> list[Cost]:
    """Return the costs of jobs, those that share papers together, for a number of papers."""
    groups: dict[tuple[str, Path], list[Job]] = defaultdict(list)
    for job in jobs:
        kind = job.benchmark.parent if job.is_sharing else job.benchmark
        groups[job.rule, kind].append(job)
    return [_estimate(group, measured, papers) for group in groups.values()]


def _estimate(jobs: Sequence[Job], measured: Sequence[Measured], papers: int) -> Cost:
    job, n = jobs[0], len(jobs)
    points = []
    for one in measured:
        if rows := one.read(job.benchmark, job.is_sharing):
            seconds, peaks = zip(*rows, strict=True)
            shared = one.papers / (len(rows) if job.is_sharing else 1)
            points.append((shared, float(np.mean(seconds)), max(peaks)))
    if not points:
        return Cost(job, n)
    sizes, seconds, peaks = map(np.array, zip(*points, strict=True))
    size = papers / (n if job.is_sharing else 1)
    times, memory = (extrapolate(sizes, values, size) for values in (seconds, peaks))
    is_elsewhere = is_one_size(sizes) and abs(size - sizes[0]) > _SAME * size
    return Cost(job, n, times, memory, is_elsewhere and bool(sizes.any()))


def is_one_size(sizes: np.ndarray) -> bool:
    """Return whether sizes are too alike for a line through them."""
    return bool(np.ptp(sizes) <= _SAME * sizes.max())


def extrapolate(sizes: np.ndarray, values: np.ndarray, size: float) -> float:
    """Return the value at ``size`` of a line that neither begins below 0 nor falls.

    The line has the least squares of relative errors. Through values of one size it begins at 0.
    """
    from scipy.optimize import nnls

    constant = np.full(len(sizes), not (is_one_size(sizes) and sizes.any()))
    scale = np.maximum(values, 1e-9)
    line, _ = nnls(np.column_stack([constant, sizes]) / scale[:, None], values / scale)
    return float(line @ [1, size])


def estimate_bytes(measured: Iterable[Measured], stage: str, papers: int) -> float:
    """Return the size of a stage's files for a number of papers."""
    points = [(one.papers, one.count_bytes(stage)) for one in measured]
    found = [(n, size) for n, size in points if size]
    if not found:
        return 0.0
    sizes, values = np.array(found, dtype=float).T
    return extrapolate(sizes, values, papers)


def group_by_stage(costs: Iterable[Cost], stages: Mapping[str, str]) -> dict[str, list[Cost]]:
    """Return the costs of each stage that has some, in the order of ``stages``, others last."""
    groups: dict[str, list[Cost]] = {name: [] for name in [*stages.values(), "other"]}
    for cost in costs:
        groups[stages.get(cost.job.rule, "other")].append(cost)
    return {name: group for name, group in groups.items() if group}
