"""Shards that cannot be read to their end: all of them in one error, or taken as they are.

A broken stream is no property of its rows. A job that reads a shard notes the break in its summary;
the jobs after reading check all summaries at once.
"""

import logging
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.corpus.groups import read_counts
from paperpool.errors import Problem, UserError
from paperpool.io.streams import UnreadableTail

_LOG = logging.getLogger("paperpool")

_HINT = "Get the files again, or set corpus.on_bad_shard to keep to take what can be read of them."
_LONG_AGO = (1, 1)
"""Seconds since 1970 of access and change."""


def describe_break(path: str | Path, tail: UnreadableTail | None) -> dict[str, Any]:
    """Return the summary's entry of a break of the shard at ``path``, empty if it is whole.

    That is ``{"broken": {"file", "why", "bytes_read", "bytes"}}``. ``tail`` is the line that ended
    its reading early; a file without a byte is broken too.
    """
    size = Path(path).stat().st_size
    if tail is None and size == 0:
        tail = UnreadableTail("it has no bytes", 0)
    if tail is None:
        return {}
    counts = {"bytes_read": tail.bytes_read, "bytes": size}
    return {"broken": {"file": str(path), "why": tail.why, **counts}}


def find_broken(summaries: Mapping[str, str | Path]) -> dict[str, dict[str, Any]]:
    """Return ``{"why", "bytes_read", "bytes", "rows"}`` of each broken shard by its name.

    ``summaries`` gives the summary of reading each group of shards (``groups.join_counts``) by its
    name; ``rows`` are those that could be read.
    """
    return {
        shard: {
            **{key: value for key, value in summary["broken"].items() if key != "file"},
            "rows": summary["readable"],
        }
        for shard, summary in read_counts(summaries.items()).items()
        if "broken" in summary
    }


def refuse_broken(summaries: Iterable[str | Path]) -> None:
    """Raise one UserError with all broken shards of the summaries, if there are any.

    An error is short: if it cannot name them all, the job's log does. Their summaries are made to
    look old: the next call reads those shards again if they have been replaced, even by older
    files.
    """
    problems = []
    for path in summaries:
        broken = [one for one in read_counts([("", path)]).values() if "broken" in one]
        for counts in broken:
            told = _tell(counts["broken"], counts["readable"])
            what = f"The shard cannot be read to the end: {told}."
            problems.append(Problem(what, counts["broken"]["file"]))
        if broken:
            os.utime(path, _LONG_AGO)
    if not problems:
        return
    for problem in problems:
        _LOG.info("%s", problem)
    problems[-1] = Problem(problems[-1].what, problems[-1].where, _HINT)
    raise UserError(problems)


def list_broken(broken: Mapping[str, Mapping[str, Any]], limit: int = 20) -> list[str]:
    """Return a line for each broken shard (``find_broken``), of the first ``limit`` of them.

    A line before them has the action, one after them the number of others; without a broken shard
    there is no line.
    """
    if not broken:
        return []
    shown = [f"  {shard}: {_tell(one, one['rows'])}" for shard, one in list(broken.items())[:limit]]
    if len(broken) > limit:
        shown.append(f"  and {len(broken) - limit:,} more, which corpus/summary.json lists")
    return [
        f"Shards of the corpus that could not be read to the end: {len(broken):,}. What could be "
        "read of them is used:",
        *shown,
    ]


def _tell(broken: Mapping[str, Any], rows: int) -> str:
    """Return why a shard breaks, how many of its bytes were read, and how many rows they gave."""
    n_read, size = broken["bytes_read"], broken["bytes"]
    return f"{broken['why']}; {n_read:,} of {size:,} bytes read, rows got: {rows:,}"
