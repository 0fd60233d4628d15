"""What a call says last: the warnings of its jobs, and what waits for people."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.evaluation.doubts import list_doubts
from paperpool.io.files import read_json
from paperpool.workflow.annotation.next_steps import list_next_steps
from paperpool.workflow.corpus.broken_shards import list_broken
from paperpool.workflow.running.failures.job_logs import read_warnings, shorten

MOST = 20
"""The most warnings of jobs that are repeated."""

MOST_LOST = 0.05
"""The share of a corpus's rows that may be in quarantine without a word at the end."""


def list_warnings(run: Any, jobs: Iterable[Any]) -> Iterator[str]:
    """Yield the warnings of a ``run`` (``plan.run.Run``), the most important ones last.

    ``jobs`` are Snakemake's, all those behind the targets: a job's warning is repeated whether it
    ran now or earlier. Broken shards and doubtful rankings follow, then the next steps of the
    annotation.
    """
    jobs = list(jobs)
    told = read_warnings(str(log) for job in jobs for log in job.log)
    if left_out := told[:-MOST]:
        yield f"{len(left_out)} more warnings are in {run.folder}/logs; these are the last of them."
    yield from map(shorten, told[-MOST:])
    summary = Path(run.folder, "corpus/summary.json")
    if summary.exists():
        counts = read_json(summary)
        broken = list_broken(counts.get("broken_shards", {}))
        if broken and run.settings.corpus.on_bad_shard == "keep":
            yield "\n".join(broken)
        yield from _list_quarantined(counts, f"{run.folder}/corpus/quarantine.parquet")
    doubts = []
    for section in run.sections.chosen:
        for file in sorted(Path(run.folder).glob(f"{section}/**/checks.json")):
            doubts += map(str, list_doubts(read_json(file)))
    yield from dict.fromkeys(doubts)
    if not run.annotation.is_simulated:
        made = {str(file) for job in jobs for file in job.output}
        annotation = run.annotation
        settings, is_batched = annotation.settings, annotation.is_batched
        yield from list_next_steps(annotation.below, made, settings, is_batched)


def _list_quarantined(counts: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield a line if many rows of the corpus, by its ``summary.json``, could not be used."""
    reasons = {reason: n for reason, n in counts["quarantined"].items() if n}
    n_lost = sum(reasons.values())
    if n_lost > MOST_LOST * counts["read"]:
        listed = ", ".join(f"{reason} ({n:,})" for reason, n in reasons.items())
        share = f"{n_lost:,} of {counts['read']:,} rows of the corpus"
        yield f"{share} could not be used: {listed}. They are in {path}."
