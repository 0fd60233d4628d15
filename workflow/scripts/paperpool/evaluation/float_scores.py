"""Scores as trec_eval reads them: 32-bit floats.

As such 1e300 and 1e200 would both be infinite, and 1e-50 and 1e-60 both 0: a ranking that goes
beyond them is ranked by its order. Scores that differ after seven digits are equal, as there.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence

from paperpool.evaluation.runs import Ranking, Run

LARGEST = (2 - 2.0**-23) * 2.0**127
"""The largest finite 32-bit float."""

SMALLEST = 2.0**-126
"""The smallest one above 0 that has all digits."""


def read_floats(scores: Sequence[float]) -> Sequence[float]:
    """Return scores as 32-bit floats; if some go beyond these, numbers of the same order."""
    floats = array("f", scores)
    if is_beyond(scores):
        return _number_scores(scores, floats)
    return floats


def is_beyond(scores: Iterable[float]) -> bool:
    """Return whether a score is too large for a 32-bit float, or too small and not 0."""
    sizes = list(map(abs, scores))
    if not sizes or (min(sizes) >= SMALLEST and max(sizes) <= LARGEST):
        return False
    return any(map(_is_beyond, sizes))


def _is_beyond(score: float) -> bool:
    return abs(score) > LARGEST or 0 < abs(score) < SMALLEST


def _number_scores(scores: Sequence[float], floats: Sequence[float]) -> list[float]:
    """Return numbers with the order of ``scores``; those whose ``floats`` are equal stay equal.

    But scores that go beyond 32-bit floats are told apart.
    """
    keys = []
    for score, read in zip(scores, floats, strict=True):
        if _is_beyond(score):
            keys.append((read, score))
        else:
            keys.append((read, read))
    numbers = {key: float(number) for number, key in enumerate(sorted(set(keys)))}
    return [numbers[key] for key in keys]


def keep_order(scores: Mapping[str, float]) -> Mapping[str, float]:
    """Return the scores of a query's candidates; if some go beyond 32-bit floats, such numbers."""
    if not is_beyond(scores.values()):
        return scores
    return dict(zip(scores, read_floats(list(scores.values())), strict=True))


def describe_beyond(runs: Mapping[str, Run]) -> list[str]:
    """Return a note for each ranker whose run has scores that go beyond 32-bit floats."""
    notes = []
    for ranker, run in runs.items():
        if any(map(_has_beyond, run.values())):
            notes.append(note_beyond(ranker))
    return notes


def _has_beyond(ranking: Ranking) -> bool:
    return is_beyond([score for _, score in ranking])


def note_beyond(ranker: str) -> str:
    """Return the note for a ranker with scores that go beyond 32-bit floats."""
    return (
        f"{ranker}: some scores go beyond 32-bit floats, which trec_eval reads; queries with such "
        "scores are ranked by the order of their scores."
    )
