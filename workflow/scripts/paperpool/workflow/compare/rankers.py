"""The rankers of two runs that are compared: pairs by name, and notes on the others."""

from collections.abc import Sequence

from paperpool.scoring.task import Place
from paperpool.workflow.compare.sides import Side

Pair = tuple[str, str]
"""A ranker of A, and the ranker of B that it is compared with."""


def match_rankers(a: Side, b: Side, place_a: Place, place_b: Place) -> tuple[list[Pair], list[str]]:
    """Return the pairs to compare, in A's order, and a note on every ranker without a partner."""
    rankers_a = a.ranked(place_a)
    rankers_b = b.ranked(place_b)
    if a.ranker is not None and b.ranker is not None:
        if a.ranker in rankers_a and b.ranker in rankers_b:
            return [(a.ranker, b.ranker)], []
        return [], []
    if not rankers_a or not rankers_b:
        return [], []

    known_a = _list_known(a, place_a, rankers_a)
    known_b = _list_known(b, place_b, rankers_b)
    pairs = [(name, name) for name in known_a if name in known_b]
    notes = _list_alone(a, place_a, known_a, known_b)
    notes += _list_alone(b, place_b, known_b, known_a)
    return pairs, notes


def name_pair(pair: Pair) -> str:
    """Return the one name of two rankers, or both."""
    a, b = pair
    return a if a == b else f"{a} → {b}"


def _list_known(side: Side, place: Place, ranked: Sequence[str]) -> list[str]:
    """Return the rankers with rankings that the run's configuration has, in its order."""
    configured = side.configured(place)
    return [name for name in configured if name in ranked]


def _list_alone(
    side: Side, place: Place, finished: Sequence[str], others: Sequence[str]
) -> list[str]:
    """Return notes on the rankers that the other side lacks, and on those of no configuration."""
    configured = side.configured(place)
    notes = [f"{name}: only {side.letter} has it." for name in finished if name not in others]
    for name in side.ranked(place):
        if name not in configured:
            leftover = "holds a ranking of an earlier configuration, which is passed over"
            notes.append(f"{name}: {side.letter} {leftover}.")
    return notes
