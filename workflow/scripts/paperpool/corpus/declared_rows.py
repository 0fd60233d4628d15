"""Rows of a release's datasets against the numbers that the release declares for them."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.corpus.groups import read_counts
from paperpool.errors import Problem, UserError


def compare_rows(
    declared: Iterable[Mapping[str, Any]], summaries: Mapping[str, str | Path]
) -> list[dict[str, Any]]:
    """Return ``{"source", "release", "dataset", "files", "declared", "read"}`` of each dataset.

    ``declared`` gives the first three, ``declared`` (None where the release is silent) and the
    ``shards`` of each by name; ``summaries`` what reading each group of shards wrote
    (``groups.join_counts``).
    """
    counts = read_counts(summaries.items())
    return [
        {
            **{key: one[key] for key in ("source", "release", "dataset")},
            "files": len(one["shards"]),
            "declared": one["declared"],
            "read": sum(counts[shard]["read"] for shard in one["shards"]),
        }
        for one in declared
    ]


def refuse_missing_rows(
    declared: Iterable[Mapping[str, Any]],
    summaries: Mapping[str, str | Path],
    tolerance: float | None,
) -> None:
    """Raise UserError with each dataset that lacks more than a share of its declared rows.

    ``tolerance`` is that share, from 0 to 1, None where any number is accepted.
    """
    if tolerance is None:
        return
    problems = [
        Problem(
            f"{one['dataset']} has {one['read']:,} rows and declares {one['declared']:,}: more "
            f"than {tolerance:.0%} are missing.",
            f"{one['source']} {one['release']}",
            "Take another release, or set corpus.row_tolerance.",
        )
        for one in compare_rows(declared, summaries)
        if one["declared"] is not None and one["read"] < one["declared"] * (1 - tolerance)
    ]
    if problems:
        raise UserError(problems)
