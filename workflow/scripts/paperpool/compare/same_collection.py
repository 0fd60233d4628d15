"""Whether two runs were scored on one collection: only then can their figures be compared."""

from __future__ import annotations

from collections.abc import Iterable

from paperpool.collections.collection import Collection, pair_name
from paperpool.errors import name_some

Pair = tuple[str, str]


def collection_differences(a: Collection, b: Collection) -> list[str]:
    """Return what differs between two collections in whatever a figure depends on.

    That is the judged pairs, their candidates, the adjudicated grades and the folds; texts,
    annotators and the order of lists do not count.
    """
    pairs_a, pairs_b = set(a.judgments), set(b.judgments)
    grades = {
        pair: (a.judgments[pair].grades(), b.judgments[pair].grades()) for pair in pairs_a & pairs_b
    }
    other_candidates = {pair for pair, (x, y) in grades.items() if x.keys() != y.keys()}
    other_grades = {pair for pair, (x, y) in grades.items() if x != y} - other_candidates
    other_folds = [
        f"{fold} of {name}"
        for name, folds in a.folds.items()
        for fold, pairs in folds.items()
        if sorted(pairs) != sorted(b.folds[name][fold])
    ]
    found = [
        ("judged by A's alone: ", _names(pairs_a - pairs_b)),
        ("judged by B's alone: ", _names(pairs_b - pairs_a)),
        ("other candidates for ", _names(other_candidates)),
        ("other grades for ", _names(other_grades)),
        ("other folds: ", other_folds),
    ]
    return [text + name_some(names) for text, names in found if names]


def _names(pairs: Iterable[Pair]) -> list[str]:
    return [pair_name(*pair) for pair in sorted(pairs)]
