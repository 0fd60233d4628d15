"""What a call says last: the warnings of its jobs, and what waits for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypedDict

from paperpool.evaluation.stored_doubts import list_doubts
from paperpool.io.files import read_json
from paperpool.workflow.annotation.next_steps import list_next_steps
from paperpool.workflow.corpus.broken_shards import list_broken
from paperpool.workflow.running.failures.job_logs import read_warnings, shorten

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run

MOST = 20
"""The most warnings of jobs that are repeated."""

MOST_LOST = 0.05
"""The share of a corpus's rows that may be in quarantine without a word at the end."""


class Job(Protocol):
    """A job of Snakemake."""

    log: Iterable[object]
    output: Iterable[object]


class Counts(TypedDict):
    """What is read of the corpus's ``summary.json``: rows, and how many were of no use and why."""

    read: int
    quarantined: dict[str, int]


def list_warnings(run: Run, jobs: Iterable[Job]) -> Iterator[str]:
    """Yield the warnings of a ``run``, the most important ones last.

    ``jobs`` are all those behind the targets: a job's warning is repeated whether it ran now or
    earlier. Broken shards and doubtful rankings follow, then the next steps of the annotation.
    """
    jobs = list(jobs)
    yield from _repeat_warnings(run, jobs)
    yield from _list_losses(run)
    yield from _list_doubts(run)
    if not run.annotation.is_simulated:
        made = {str(file) for job in jobs for file in job.output}
        yield from list_next_steps(run.annotation.below, made, run.annotation.settings)


def _repeat_warnings(run: Run, jobs: Iterable[Job]) -> Iterator[str]:
    """Yield the last warnings of jobs, and how many more there are."""
    warnings = read_warnings(str(log) for job in jobs for log in job.log)
    n_left_out = len(warnings) - MOST
    if n_left_out > 0:
        yield f"{n_left_out} more warnings are in {run.folder}/logs; these are the last of them."
    for warning in warnings[-MOST:]:
        yield shorten(warning)


def _list_losses(run: Run) -> Iterator[str]:
    """Yield a line on the corpus's shards that broke, and one on rows that could not be used."""
    summary = Path(run.folder, "corpus/summary.json")
    if not summary.exists():
        return

    counts = read_json(summary)
    broken = list_broken(counts.get("broken_shards", {}))
    if broken and run.settings.corpus.on_bad_shard == "keep":
        yield "\n".join(broken)
    yield from _list_quarantined(counts, f"{run.folder}/corpus/quarantine.parquet")


def _list_quarantined(counts: Counts, path: str) -> Iterator[str]:
    """Yield a line if many rows of the corpus could not be used; ``path`` has them."""
    reasons = {reason: n for reason, n in counts["quarantined"].items() if n}
    n_lost = sum(reasons.values())
    if n_lost > MOST_LOST * counts["read"]:
        listed = ", ".join(f"{reason} ({n:,})" for reason, n in reasons.items())
        share = f"{n_lost:,} of {counts['read']:,} rows of the corpus"
        yield f"{share} could not be used: {listed}. They are in {path}."


def _list_doubts(run: Run) -> Iterator[str]:
    """Yield what is doubtful about imported rankings, each doubt once."""
    doubts = []
    for section in run.sections.chosen:
        for file in sorted(Path(run.folder).glob(f"{section}/**/checks.json")):
            doubts += map(str, list_doubts(read_json(file)))
    yield from dict.fromkeys(doubts)
