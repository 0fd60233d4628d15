"""Judgments by which nothing is relevant: every score of every run would be 0."""

from collections import Counter
from collections.abc import Iterable

from paperpool.errors import Problem


def find_irrelevance(grades: Iterable[float], relevant: float, where: str) -> Problem | None:
    """Return the problem that no grade reaches ``relevant``; None if one does, or without any."""
    counts = Counter(grades)
    if not counts or max(counts) >= relevant:
        return None
    listed = ", ".join(f"{grade:g} ({counts[grade]:,} times)" for grade in sorted(counts))
    what = f"No document is relevant: relevant are grades from {relevant:g}, found are {listed}."
    hint = (
        "Correct the judgments, or the least grade that is relevant (relevant, in the settings of "
        "data.collections)."
    )
    return Problem(what, where, hint)
