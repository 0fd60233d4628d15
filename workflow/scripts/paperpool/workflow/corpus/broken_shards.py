"""Shards that cannot be read, or not to their end: all in one error, or taken as they are.

A job that reads a shard notes the break in its summary; later jobs check all summaries at once.
"""

import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.io.streams import UnreadableTail
from paperpool.workflow.corpus.groups import Summary, read_counts
from paperpool.workflow.corpus.unread_shards import explain_unread

_LOG = logging.getLogger("paperpool")

_HINT = "Get the files again, or set corpus.on_bad_shard to keep to take what can be read of them."
_LONG_AGO = (1, 1)
"""Seconds since 1970 of access and change."""


def describe_break(path: str | Path, tail: UnreadableTail | None) -> dict[str, Any]:
    """Return ``{"broken": {"file", "why", "bytes_read", "bytes"}}``, empty for a whole shard.

    ``tail`` ended the reading early; a file without a byte is broken too.
    """
    size = Path(path).stat().st_size
    if tail is not None:
        why = tail.why
        n_read = tail.bytes_read
    elif not size:
        why = "it has no bytes"
        n_read = 0
    else:
        return {}
    return {"broken": {"file": str(path), "why": why, "bytes_read": n_read, "bytes": size}}


def find_broken(summaries: Mapping[str, str | Path]) -> dict[str, dict[str, Any]]:
    """Return ``{"why", "bytes_read", "bytes", "rows"}`` of each broken shard by its name.

    ``summaries`` are those of reading each group of shards (``groups.join_counts``), by name.
    """
    found = {}
    for shard, counts in read_counts(summaries.items()).items():
        if "broken" in counts:
            broken = counts["broken"]
            found[shard] = {
                "why": broken["why"],
                "bytes_read": broken["bytes_read"],
                "bytes": broken["bytes"],
                "rows": counts["readable"],
            }
    return found


def refuse_broken(summaries: Iterable[str | Path]) -> None:
    """Raise one UserError with all broken and unread shards of the summaries, if there are any.

    The log names all of them. Their summaries are made to look old, so that the next call reads
    replaced shards again, even older files.
    """
    problems = []
    for path in summaries:
        found = list_problems(path)
        problems += found
        if found:
            os.utime(path, _LONG_AGO)
    if not problems:
        return

    for problem in problems:
        _LOG.info("%s", problem)
    last = problems[-1]
    problems[-1] = Problem(last.what, last.where, f"{last.hint} {_HINT}".strip())
    raise UserError(problems)


def list_problems(summary: str | Path) -> list[Problem]:
    """Return the problems of the broken and unread shards of a summary."""
    problems = []
    for counts in read_counts([("", summary)]).values():
        problem = _explain(counts)
        if problem:
            problems.append(problem)
    return problems


def _explain(counts: Summary) -> Problem | None:
    """Return the problem of a shard that is broken or of which no row can be read, or None."""
    if "unread" in counts:
        return explain_unread(counts["unread"])
    if "broken" not in counts:
        return None
    why = _describe(counts["broken"], counts["readable"])
    return Problem(f"The shard cannot be read to the end: {why}.", counts["broken"]["file"])


def list_broken(broken: Mapping[str, Summary], limit: int = 20) -> list[str]:
    """Return lines that list the first ``limit`` broken shards (``find_broken``), if any."""
    if not broken:
        return []
    lines = [
        f"Shards of the corpus that could not be read to the end: {len(broken):,}. What could be "
        "read of them is used:"
    ]
    for shard, counts in list(broken.items())[:limit]:
        lines.append(f"  {shard}: {_describe(counts, counts['rows'])}")
    if len(broken) > limit:
        lines.append(f"  and {len(broken) - limit:,} more, which corpus/summary.json lists")
    return lines


def _describe(broken: Summary, rows: int) -> str:
    """Return why a shard breaks, how many of its bytes were read, and how many rows they gave."""
    n_read = broken["bytes_read"]
    size = broken["bytes"]
    return f"{broken['why']}; {n_read:,} of {size:,} bytes read, rows got: {rows:,}"
