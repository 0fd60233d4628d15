"""Judgments by which nothing is relevant: every score of every run would be 0."""

from collections import Counter
from collections.abc import Iterable

from paperpool.errors import Problem

MOST_LISTED = 8
"""Different grades that are listed; of more the smallest and the largest are named."""


def find_irrelevance(
    grades: Iterable[float], relevant: float, where: str, hint: str
) -> Problem | None:
    """Return the problem that no grade reaches ``relevant``; None if one does, or without any."""
    counts = Counter(grades)
    if not counts or max(counts) >= relevant:
        return None
    if len(counts) > MOST_LISTED:
        listed = f"{counts.total():,} from {min(counts):g} to {max(counts):g}"
    else:
        listed = ", ".join(f"{grade:g} ({counts[grade]:,} times)" for grade in sorted(counts))
    message = f"No document is relevant: relevant are grades from {relevant:g}, found are {listed}."
    return Problem(message, where, hint)
