"""Measures of rankings with equal scores: their expectation over all orders of the tied.

Source: McSherry and Najork, "Computing Information Retrieval Performance Measures Efficiently in
the Presence of Tied Scores" (ECIR 2008). A ranking is a list of groups of tied documents, best
first, each a list of gains; with single documents it is the measure itself.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from ir_measures.measures import BaseMeasure

from paperpool.collections.collection import Collection
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run

Groups = Sequence[Sequence[float]]

Expect = Callable[[Groups, Sequence[float], int | None], float]
"""The expectation of a measure from groups of gains, all judged gains, and an optional cutoff."""


def _count(groups: Groups, cutoff: int | None) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield rank, place in its group, size, relevant of the group, relevant above the group."""
    rank = above = 0
    for group in groups:
        n_relevant = sum(gain > 0 for gain in group)
        for place in range(1, len(group) + 1):
            rank += 1
            if cutoff is not None and rank > cutoff:
                return
            yield rank, place, len(group), n_relevant, above
        above += n_relevant


def _expect_hits(groups: Groups, cutoff: int | None) -> float:
    return sum(relevant / size for _, _, size, relevant, _ in _count(groups, cutoff))


def expect_precision(groups: Groups, judged: Sequence[float], cutoff: int | None) -> float:
    """Return E[H(k)] / k: relevant documents in the first k, or in all without k."""
    return _expect_hits(groups, cutoff) / (cutoff or max(1, sum(map(len, groups))))


def expect_recall(groups: Groups, judged: Sequence[float], cutoff: int | None) -> float:
    """Return E[H(k)] / R."""
    n_relevant = sum(gain > 0 for gain in judged)
    return _expect_hits(groups, cutoff) / n_relevant if n_relevant else 0.0


def expect_ap(groups: Groups, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of the sum of P(i) over relevant ranks i, divided by R.

    Above a relevant document at a place of its group of n, r of them relevant, stand on average
    (place - 1) (r - 1) / (n - 1) relevant ones of the group.
    """
    n_relevant = sum(gain > 0 for gain in judged)
    total = 0.0
    for rank, place, size, relevant, above in _count(groups, cutoff):
        if relevant:
            others = (place - 1) * (relevant - 1) / (size - 1) if size > 1 else 0.0
            total += relevant / size * (above + 1 + others) / rank
    return total / n_relevant if n_relevant else 0.0


def expect_rr(groups: Groups, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of 1 / rank of the first relevant document."""
    total = 0.0
    for rank, place, size, relevant, above in _count(groups, cutoff):
        if above:
            break
        if 0 < relevant <= size - place + 1:
            chosen = math.comb(size - place, relevant - 1) / math.comb(size, relevant)
            total += chosen / rank
    return total


def expect_ndcg(groups: Groups, judged: Sequence[float], cutoff: int | None) -> float:
    """Return the expectation of the sum of gain / log2(rank + 1), divided by that of the best."""
    means = [sum(max(0.0, g) for g in group) / len(group) for group in groups for _ in group]
    best = sorted((gain for gain in judged if gain > 0), reverse=True)
    ideal = _discount(best[:cutoff])
    return _discount(means[:cutoff]) / ideal if ideal else 0.0


def _discount(gains: Sequence[float]) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


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
    return sorted(ranking, key=lambda of: (np.float32(of[1]), of[0]), reverse=True)


def group_tied(ranking: Ranking) -> list[list[str]]:
    """Group the documents of each score, as trec_eval reads it, best first."""
    groups: list[list[str]] = []
    last = None
    for document, score in order_scores(ranking):
        read = np.float32(score)
        if read != last:
            groups.append([])
        groups[-1].append(document)
        last = read
    return groups


def expect_topics(
    run: Run, collection: Collection, measures: Sequence[BaseMeasure], tied: bool = True
) -> Floats:
    """Return the expectation of measures for every topic, NaN of others: (topics, measures).

    Unless ``tied``, equal scores are ordered as trec_eval does.
    """
    values = np.full((len(collection.pairs()), len(measures)), np.nan)
    for row, pair in zip(values, collection.pairs(), strict=True):
        grades = collection.judgments[pair].grades()
        groups = group_tied(run.get(pair, []))
        if not tied:
            groups = [[document] for group in groups for document in group]
        for i, measure in enumerate(measures):
            if (expect := find_expected(measure)) is None:
                continue
            of = grades
            if "rel" in measure.SUPPORTED_PARAMS:
                least = measure.params.get("rel", collection.relevant)
                of = {document: float(grade >= least) for document, grade in grades.items()}
            gains = [[of.get(document, 0.0) for document in group] for group in groups]
            row[i] = expect(gains, list(of.values()), measure.params.get("cutoff"))
    return values


def has_ties(run: Run) -> bool:
    """Return whether any ranking has equal scores, as trec_eval reads them."""
    return any(len(group_tied(ranking)) < len(ranking) for ranking in run.values())
