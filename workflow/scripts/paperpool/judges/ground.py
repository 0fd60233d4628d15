"""What a judge is held against: the pairs that people graded, and what else is known of them.

Of each pair there are clues: how long the candidate is, how many words it shares with the query,
where each ranker puts it among the pair's candidates. A clue is told as the grade that a judge
would give who went by it alone and gave each grade as often as people do. So it is on the scale of
grades, and looks at the top, where grades differ, more than at the bottom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from paperpool.annotation.material import Item
from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.text.analysis import analyze
from paperpool.text.tokens import tokenize

Floats = NDArray[np.float64]
Grades = NDArray[np.int_]
Pair = tuple[str, str]

NONE = -1
"""The grade of a pair that a judge did not grade."""

LENGTH, SHORTNESS = "length", "shortness"

OVERLAPS = ("words", "terms")
"""What is counted where words in common are a clue: all words, or stems without stop words.

Either of the query's abstract or of its facet; as a share of those of the query (``covered``) or of
those of both (``shared``).
"""


@dataclass(frozen=True)
class Ground:
    """The pairs with people's grades: aligned arrays, shape (n,), sorted by pair and candidate.

    ``place`` is where in ``pairs`` an item's (query, facet) stands. ``clues`` are of the text,
    ``rankers`` are the clues that rankers give, both by name.
    """

    items: list[Item]
    grades: Grades
    place: Grades
    pairs: list[Pair]
    clues: dict[str, Floats]
    rankers: dict[str, Floats]

    def align(self, given: Mapping[Item, int]) -> Grades:
        """Return a judge's grades of the items, shape (n,), ``NONE`` where it gave none."""
        return np.array([given.get(item, NONE) for item in self.items], dtype=int)


def make_ground(collection: Collection, runs: Mapping[str, Run]) -> Ground:
    """Return the judged pairs of a collection, which has at least one, the queries aside."""
    items = list_judged(collection)
    pairs = sorted({item[:2] for item in items})
    places = {pair: number for number, pair in enumerate(pairs)}
    place = np.array([places[item[:2]] for item in items], dtype=int)
    judged = {pair: collection.judgments[pair].grades() for pair in pairs}
    grades = np.array([judged[item[:2]][item.candidate_id] for item in items], dtype=int)
    shares = np.cumsum(np.bincount(grades)) / len(grades)

    return Ground(
        items,
        grades,
        place,
        pairs,
        {
            name: _grade_by_heights(_heights(values), shares)
            for name, values in _text_clues(collection, items).items()
        },
        {name: _grade_by_heights(_places(run, items, place), shares) for name, run in runs.items()},
    )


def list_judged(collection: Collection) -> list[Item]:
    """Return what people graded, without the queries themselves, sorted."""
    return sorted(
        Item(*pair, candidate)
        for pair, judgments in collection.judgments.items()
        for candidate in judgments.candidates
        if candidate != pair[0]
    )


def _heights(values: Floats) -> Floats:
    """Return for each value the share of the values below it, ties sharing theirs."""
    return (rankdata(values) - 0.5) / len(values)


def _grade_by_heights(heights: Floats, shares: Floats) -> Floats:
    """Return the grades by a clue: the highest values get the highest grade, in its share."""
    return np.searchsorted(shares[:-1], heights, side="right").astype(float)


def _text_clues(collection: Collection, items: Sequence[Item]) -> dict[str, Floats]:
    lengths = np.array([float(len(collection.papers[i.candidate_id].abstract)) for i in items])
    clues = {LENGTH: lengths, SHORTNESS: -lengths}
    for unit, split in zip(OVERLAPS, (tokenize, analyze), strict=True):
        named = {paper for query, _, candidate in items for paper in (query, candidate)}
        words = {paper: set(split(collection.papers[paper].abstract)) for paper in named}
        topics = sorted({item[:2] for item in items})
        facets = {pair: set(split(collection.query_text(*pair))) for pair in topics}
        for part, asked in (
            ("abstract", {pair: words[pair[0]] for pair in topics}),
            ("facet", facets),
        ):
            pairs = [(asked[item[:2]], words[item.candidate_id]) for item in items]
            common = np.array([float(len(own & found)) for own, found in pairs])
            covered = np.array([max(1, len(own)) for own, _ in pairs])
            shared = np.array([max(1, len(own | found)) for own, found in pairs])
            clues[f"{unit} of the {part}, covered"] = common / covered
            clues[f"{unit} of the {part}, shared"] = common / shared
    return clues


def _places(run: Run, items: Sequence[Item], place: Grades) -> Floats:
    """Return how high a run puts each item among those of its pair; what it leaves out is last."""
    heights = {
        (*pair, candidate): -float(rank)
        for pair, ranking in run.items()
        for rank, (candidate, _) in enumerate(ranking)
    }
    last = min(heights.values(), default=0.0) - 1.0
    values = np.array([heights.get(tuple(item), last) for item in items])
    for number in range(place.max() + 1):
        of_pair = place == number
        values[of_pair] = _heights(values[of_pair])
    return values
