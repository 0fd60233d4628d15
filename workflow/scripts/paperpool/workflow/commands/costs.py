"""What planned jobs will take, by the benchmark files of finished runs.

A job's time and peak memory are straight lines in the papers that it works on: those that the run
reads, divided by the number of the rule's jobs where these share them.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.finished_runs import FinishedRun
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import read_json

BENCHMARKS = "benchmarks"

_SHARING = {"shard", "share", "part"}
"""The wildcards of jobs that share the papers of a run."""

_ALONE = {"build_section", "take_vectors"}
"""The rules where these wildcards name other parts."""

_SAME = 0.1
"""The relative difference of numbers of papers that are taken as one size."""

_NOISE_MB = 50.0
_NOISE_SHARE = 0.2
"""The differences of peak memory that are taken as chance, in MB and of the peak."""


FAR = 30
"""From so many times the measured size on, a line through two sizes is doubtful."""

_FLAT = 2.0
"""A line that grows by less, over FAR times the size, was measured where jobs only start."""


@dataclass(frozen=True)
class Job:
    """A job that Snakemake plans.

    ``benchmark`` is the path of its benchmark file below the run's. Memory is in MB, time in
    minutes; None if the rule requests none.
    """

    rule: str
    benchmark: Path
    wildcards: frozenset[str]
    mem_mb: float | None
    runtime: float | None
    gpus: int

    @property
    def is_sharing(self) -> bool:
        """Whether the rule's jobs share the papers."""
        return self.rule not in _ALONE and not _SHARING.isdisjoint(self.wildcards)


class Measurements(Protocol):
    """What a run took: ``papers`` that it read, its jobs, and its files."""

    @property
    def papers(self) -> int:
        """The rows of papers that the run has read."""
        ...

    def read(self, job: Job) -> list[tuple[float, float | None]]:
        """Return seconds and peak memory (MB) of a job, or of all jobs that share its papers."""
        ...

    def count_bytes(self, stage: str) -> int:
        """Return the size of the files of a stage."""
        ...


@dataclass(frozen=True)
class Measured:
    """A finished run that jobs were measured in."""

    run: FinishedRun

    @cached_property
    def papers(self) -> int:
        """The rows of papers that the run has read, 0 of a run without a corpus."""
        file = self.run.corpus_summary
        try:
            if file.is_file():
                return read_json(file)["read"]
        except (KeyError, TypeError) as error:
            hint = "Make the run's corpus again."
            raise UserError(Problem("The summary has no rows.", str(file), hint)) from error
        if file.parent.exists():
            hint = "Finish its corpus, or name another run."
            message = f"The corpus of run {self.run.run!r} is not finished."
            raise UserError(Problem(message, str(file), hint))
        return 0

    def read(self, job: Job) -> list[tuple[float, float | None]]:
        """Return seconds and peak memory (MB) of a job, or of all jobs that share its papers."""
        pattern = job.benchmark.with_name("*.tsv") if job.is_sharing else job.benchmark
        found = (self.run.folder / BENCHMARKS).glob(str(pattern))
        return [_read_benchmark(file) for file in sorted(found)]

    def count_bytes(self, stage: str) -> int:
        """Return the size of the files that the run holds of a stage."""
        files = (self.run.folder / stage).rglob("*")
        return sum(file.stat().st_size for file in files if file.is_file())


def _read_benchmark(file: Path) -> tuple[float, float | None]:
    """Return seconds and peak memory (MB), None of a job that ended before it was measured."""
    try:
        row: dict[str, str] = next(iter(read_rows(file, "\t")), {})
        peak = None
        if row["max_rss"] != "NA":
            peak = float(row["max_rss"]) * 2**20 / 1e6  # from MiB
        return float(row["s"]), peak
    except (csv.Error, KeyError, TypeError, ValueError) as error:
        hint = "Remove it, or make its job again."
        message = "This is no benchmark file of Snakemake's."
        raise UserError(Problem(message, str(file), hint)) from error


@dataclass(frozen=True)
class Cost:
    """What jobs of a rule take: each of ``n`` about ``seconds``, and at most ``peak_mb``.

    Both are None if no run has measured them. ``is_guess``: one size was measured, another than
    that of the jobs, so that time is taken as proportional and memory as constant. ``growth`` is
    how many times as large as the largest measured jobs they are; ``measured_seconds`` is what the
    slowest of these took.
    """

    job: Job
    n: int
    seconds: float | None = None
    peak_mb: float | None = None
    is_guess: bool = False
    growth: float = 1.0
    measured_seconds: float = 0.0

    @property
    def is_flat(self) -> bool:
        """Whether the jobs are planned to take what much smaller ones took.

        The measured ones did hardly more than start, so their line says nothing of work that grows.
        """
        if self.seconds is None or self.growth <= FAR:
            return False
        return self.seconds < _FLAT * self.measured_seconds

    @property
    def hours(self) -> float:
        """The hours of all jobs, one after the other."""
        if self.seconds is None:
            return 0.0
        return self.n * self.seconds / 3600


def estimate_costs(
    jobs: Sequence[Job], measured: Sequence[Measurements], papers: int | None
) -> list[Cost]:
    """Return the costs of jobs, those that share papers together.

    ``papers`` are those that the run reads. None: all takes what it took.
    """
    groups: dict[tuple[str, Path], list[Job]] = defaultdict(list)
    for job in jobs:
        path = job.benchmark.parent if job.is_sharing else job.benchmark
        groups[job.rule, path].append(job)
    return [_estimate(group, measured, papers) for group in groups.values()]


def _estimate(jobs: Sequence[Job], measured: Sequence[Measurements], papers: int | None) -> Cost:
    """Return what the jobs of a group take, by the same jobs of the measured runs."""
    job = jobs[0]
    n = len(jobs)
    times: list[tuple[float, float]] = []
    peaks: list[tuple[float, float]] = []
    for finished in measured:
        rows = finished.read(job)
        if not rows:
            continue
        seconds, memory = zip(*rows, strict=True)
        size = 0.0
        if papers is not None:
            n_sharing = len(rows) if job.is_sharing else 1
            size = finished.papers / n_sharing
        times.append((size, float(np.mean(seconds))))
        known = [peak for peak in memory if peak is not None]
        if known:
            peaks.append((size, max(known)))
    if not times:
        return Cost(job, n)

    size = (papers or 0) / (n if job.is_sharing else 1)
    sizes = np.array(times)[:, 0]
    is_other = bool(sizes.any()) and abs(size - sizes[0]) > _SAME * size
    is_guess = _is_one_size(sizes) and is_other

    # memory has a line only where it grows by more than chance; else the most of all is taken
    peak = max((peak for _, peak in peaks), default=None)
    least = min((peak for _, peak in peaks), default=0.0)
    if peak and not is_guess and peak - least > max(_NOISE_MB, _NOISE_SHARE * peak):
        peak = extrapolate(peaks, size)
    growth = max(1.0, size / sizes.max()) if sizes.any() else 1.0
    slowest = max(seconds for _, seconds in times)
    return Cost(job, n, extrapolate(times, size), peak, is_guess, growth, slowest)


def _is_one_size(sizes: NDArray) -> bool:
    """Return whether sizes are too alike for a line through them."""
    return bool(np.ptp(sizes) <= _SAME * sizes.max())


def extrapolate(points: Sequence[tuple[float, float]], size: float) -> float:
    """Return the value at ``size`` of a line through points of size and value.

    It neither begins below 0 nor falls, and has the least squares of relative errors. Through
    points of one size it begins at 0.
    """
    from scipy.optimize import nnls

    sizes, values = np.array(points, dtype=float).T
    scale = np.maximum(values, 0.1)  # of relative errors; no value is too near to 0
    has_constant = not (_is_one_size(sizes) and sizes.any())
    constant = np.full(len(sizes), has_constant)
    line, _ = nnls(np.column_stack([constant, sizes]) / scale[:, None], values / scale)
    return float(line @ [1, size])


def estimate_bytes(measured: Iterable[Measurements], stage: str, papers: int | None) -> float:
    """Return the size of a stage's files, or of the whole run (stage ``.``)."""
    points = []
    for finished in measured:
        n_bytes = finished.count_bytes(stage)
        if n_bytes:
            points.append((finished.papers if papers else 0, n_bytes))
    if not points:
        return 0.0
    return extrapolate(points, papers or 0)


def find_settings(costs: Iterable[Cost]) -> list[str]:
    """Return the resources that rules request too little of, as Snakemake sets them."""
    needed: dict[tuple[str, str], int] = {}
    for cost in costs:
        minutes = None if cost.seconds is None else cost.seconds / 60
        for name, value, step in (("mem_mb", cost.peak_mb, 1000), ("runtime", minutes, 60)):
            if value is not None and value > (getattr(cost.job, name) or np.inf):
                rounded = int(-(-1.2 * value // step)) * step  # up, with a fifth to spare
                key = (cost.job.rule, name)
                needed[key] = max(needed.get(key, 0), rounded)
    return [f"{rule}:{name}={value}" for (rule, name), value in needed.items()]


def group_by_stage(costs: Iterable[Cost], stages: Mapping[str, str]) -> dict[str, list[Cost]]:
    """Return the costs of each stage that has some, in the order of ``stages``, others last."""
    groups: dict[str, list[Cost]] = {name: [] for name in [*stages.values(), "other"]}
    for cost in costs:
        groups[stages.get(cost.job.rule, "other")].append(cost)
    return {name: group for name, group in groups.items() if group}
