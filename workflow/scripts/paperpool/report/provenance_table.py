"""What made the run: library versions, and the time and memory of its rules."""

import importlib.metadata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from paperpool.io.csv_rows import read_rows
from paperpool.pages.fingerprints import Fingerprint
from paperpool.provenance import library_versions


@dataclass(frozen=True)
class RuleCost:
    """The jobs of one rule: their time in all, the longest job, and the highest peak memory."""

    rule: str
    jobs: int
    seconds: float
    longest: float
    peak_mb: float | None


def read_costs(folder: str | Path, leave_out: str = "") -> list[RuleCost]:
    """Return the cost of each rule from the benchmark files below ``folder``, slowest first.

    A rule's files are ``<rule>.tsv`` or ``<rule>/**/*.tsv``. ``leave_out`` names a rule that is
    still running, whose file would be of an earlier run.
    """
    folder = Path(folder)
    jobs: dict[str, list[tuple[float, float | None]]] = {}
    for path in sorted(folder.glob("**/*.tsv")):
        rule = path.relative_to(folder).with_suffix("").parts[0]
        if rule != leave_out:
            jobs.setdefault(rule, []).extend(_read_benchmark(path))
    costs = [
        RuleCost(
            rule,
            len(measured),
            sum(seconds for seconds, _ in measured),
            max(seconds for seconds, _ in measured),
            max((mb for _, mb in measured if mb is not None), default=None),
        )
        for rule, measured in jobs.items()
        if measured
    ]
    return sorted(costs, key=lambda cost: (-cost.seconds, cost.rule))


def total_cost(costs: Iterable[RuleCost]) -> RuleCost:
    """Return the sum over rules; its memory and longest job are the highest of any rule."""
    costs = list(costs)
    return RuleCost(
        "total",
        sum(cost.jobs for cost in costs),
        sum(cost.seconds for cost in costs),
        max((cost.longest for cost in costs), default=0.0),
        max((cost.peak_mb for cost in costs if cost.peak_mb is not None), default=None),
    )


def installed_versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the version of Python and of those packages that are installed here."""
    versions = library_versions([])
    for package in packages:
        try:
            versions |= library_versions([package])
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def date_of(prints: Iterable[Fingerprint]) -> str:
    """Return the date of the newest of the files that a run's sections were made of, empty without.

    In UTC, to the minute.
    """
    newest = max((one.newest for one in prints), default=None)
    if newest is None:
        return ""
    return f"{datetime.fromtimestamp(newest, UTC):%Y-%m-%d %H:%M} UTC"


def _read_benchmark(path: Path) -> list[tuple[float, float | None]]:
    return [
        (_number(row.get("s")) or 0.0, _number(row.get("max_rss")))
        for row in read_rows(path, delimiter="\t")
    ]


def _number(text: str | None) -> float | None:
    """Return a number of a benchmark file; a job too short to be measured has '-' or 'NA'."""
    try:
        return float(text or "")
    except ValueError:
        return None
