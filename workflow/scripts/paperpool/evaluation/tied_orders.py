"""Measures of rankings with equal scores: their expectation over all orders of the tied.

Source: McSherry and Najork, "Computing Information Retrieval Performance Measures Efficiently in
the Presence of Tied Scores" (ECIR 2008). Of a ranking they need the groups of tied documents that
have a gain; with groups of single documents it is the measure itself.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import Collection
from paperpool.evaluation.float_scores import read_floats
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run


class Group(NamedTuple):
    """Documents with equal scores, some of them with a gain: those above it, its size, its gains.

    Gains are positive, in the order of trec_eval.
    """

    n_above: int
    size: int
    gains: Sequence[float]


class Gains(NamedTuple):
    """The gains of a ranking, group by group, best first, and its length."""

    groups: Sequence[Group]
    n_documents: int


Expect = Callable[[Gains, Sequence[float], int | None], float]
"""The expectation of a measure from a ranking, all judged gains, and an optional cutoff."""


def _count(groups: Sequence[Group], cutoff: int | None) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield rank, place in its group, size, relevant of the group, relevant above the group."""
    above = 0
    for group in groups:
        n_relevant = len(group.gains)
        for place in range(1, group.size + 1):
            rank = group.n_above + place
            if cutoff is not None and rank > cutoff:
                return
            yield rank, place, group.size, n_relevant, above
        above += n_relevant


def _expect_hits(groups: Sequence[Group], cutoff: int | None) -> float:
    return sum(relevant / size for _, _, size, relevant, _ in _count(groups, cutoff))


def expect_precision(ranked: Gains, judged: Sequence[float], cutoff: int | None) -> float:
    """Return E[H(k)] / k: relevant documents in the first k, or in all without k."""
    return _expect_hits(ranked.groups, cutoff) / (cutoff or max(1, ranked.n_documents))


def expect_recall(ranked: Gains, judged: Sequence[float], cutoff: int | None) -> float:
    """Return E[H(k)] / R."""
    n_relevant = sum(gain > 0 for gain in judged)
    if not n_relevant:
        return 0.0
    return _expect_hits(ranked.groups, cutoff) / n_relevant


def expect_ap(ranked: Gains, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of the sum of P(i) over relevant ranks i, divided by R.

    Above a relevant document at a place of its group of n, r of them relevant, stand on average
    (place - 1) (r - 1) / (n - 1) relevant ones of the group.
    """
    n_relevant = sum(gain > 0 for gain in judged)
    if not n_relevant:
        return 0.0

    total = 0.0
    for rank, place, size, relevant, above in _count(ranked.groups, cutoff):
        others = 0.0
        if size > 1:
            others = (place - 1) * (relevant - 1) / (size - 1)
        total += relevant / size * (above + 1 + others) / rank
    return total / n_relevant


def expect_rr(ranked: Gains, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of 1 / rank of the first relevant document."""
    total = 0.0
    for rank, place, size, relevant, _ in _count(ranked.groups[:1], cutoff):
        if relevant <= size - place + 1:
            chosen = math.comb(size - place, relevant - 1) / math.comb(size, relevant)
            total += chosen / rank
    return total


def expect_ndcg(ranked: Gains, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of the sum of gain / log2(rank + 1), divided by that of the best."""
    best = sorted((gain for gain in judged if gain > 0), reverse=True)
    ideal = math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(best[:cutoff], 1))
    if not ideal:
        return 0.0

    means = []
    for group in ranked.groups:
        mean = sum(group.gains) / group.size
        for rank in range(group.n_above + 1, group.n_above + group.size + 1):
            if cutoff is None or rank <= cutoff:
                means.append(mean / math.log2(rank + 1))
    return math.fsum(means) / ideal


EXPECTED: Mapping[str, Expect] = {
    "P": expect_precision,
    "R": expect_recall,
    "AP": expect_ap,
    "RR": expect_rr,
    "nDCG": expect_ndcg,
}

_PLAIN = {"cutoff", "rel"}


def find_expected(measure: BaseMeasure) -> Expect | None:
    """Return the expectation of a measure, if it is one of EXPECTED."""
    if set(measure.params) <= _PLAIN:
        return EXPECTED.get(measure.NAME or "")
    return None


def order_scores(ranking: Ranking) -> Ranking:
    """Order a ranking as trec_eval does: by score as a 32-bit float, equal ones by falling id."""
    floats = read_floats([score for _, score in ranking])
    ordered = sorted(zip(floats, ranking, strict=True), key=_by_float_and_id, reverse=True)
    return [entry for _, entry in ordered]


def _by_float_and_id(scored: tuple[float, tuple[str, float]]) -> tuple[float, str]:
    return scored[0], scored[1][0]


class TiedRanking:
    """A ranking in trec_eval's order, whose equal scores may stand in any order.

    Unless ``tied``, each score is taken as another one.
    """

    def __init__(self, ranking: Ranking, tied: bool = True):
        scores = read_floats([score for _, score in ranking])
        documents = [document for document, _ in ranking]
        ordered = sorted(zip(scores, documents, strict=True), reverse=True)
        self._place = {document: place for place, (_, document) in enumerate(ordered)}
        self._keys = [-score for score, _ in ordered] if tied else range(len(ordered))

    def find_gains(self, gains: Mapping[str, float]) -> Gains:
        """Return the groups with a document of the positive ``gains``."""
        placed = []
        for document, gain in gains.items():
            if gain > 0 and document in self._place:
                placed.append((self._place[document], gain))

        found: dict[int, list[float]] = {}
        for place, gain in sorted(placed):
            start = bisect_left(self._keys, self._keys[place])
            found.setdefault(start, []).append(gain)

        groups = []
        for start, gains_of_group in found.items():
            size = bisect_right(self._keys, self._keys[start]) - start
            groups.append(Group(start, size, gains_of_group))
        return Gains(groups, len(self._keys))


def expect_topics(
    run: Run, collection: Collection, measures: Sequence[BaseMeasure], tied: bool = True
) -> Floats:
    """Return the expectation of measures for every topic, NaN of others: (topics, measures).

    Unless ``tied``, equal scores are ordered as trec_eval does.
    """
    pairs = collection.pairs()
    wanted = list(_list_expected(measures, collection.relevant))
    values = np.full((len(pairs), len(measures)), np.nan)
    for row, pair in zip(values, pairs, strict=True):
        grades = collection.judgments[pair].grades()
        ranking = TiedRanking(run.get(pair, []), tied)

        # measures of one least grade share their gains
        known: dict[float | None, tuple[Gains, list[float]]] = {}
        for i, expect, least, cutoff in wanted:
            if least not in known:
                gains = grades
                if least is not None:
                    gains = {document: float(grade >= least) for document, grade in grades.items()}
                known[least] = ranking.find_gains(gains), list(gains.values())
            ranked, judged = known[least]
            row[i] = expect(ranked, judged, cutoff)
    return values


def _list_expected(
    measures: Sequence[BaseMeasure], relevant: float
) -> Iterator[tuple[int, Expect, float | None, int | None]]:
    """Yield place, expectation, least grade (None if grades are gains) and cutoff of measures."""
    for i, measure in enumerate(measures):
        expect = find_expected(measure)
        if expect is not None:
            least = None
            if "rel" in measure.SUPPORTED_PARAMS:
                least = measure.params.get("rel", relevant)
            yield i, expect, least, measure.params.get("cutoff")


def has_ties(run: Run) -> bool:
    """Return whether any ranking has equal scores, as trec_eval reads them."""
    for ranking in run.values():
        scores = read_floats([score for _, score in ranking])
        if len(set(scores)) < len(ranking):
            return True
    return False
