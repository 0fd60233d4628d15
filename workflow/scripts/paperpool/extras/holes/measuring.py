"""Evaluate rankings of a whole corpus with the judgments of pools: many candidates have no grade.

A measure returns a fraction from ``ranked``, the candidates in the order of the run, shape (n,),
each a gain, ``NOT_POOLED``, or ``NOT_JUDGED`` if it is in the pool but was not drawn to be judged;
``judged``, the gains of all judged candidates, shape (m,); and ``least``, the least gain of
relevant candidates. An ungraded one counts as irrelevant (``map``, ``ndcg@20``), is removed
(``condensed_...``; Sakai 2007, "Alternatives to Bpref"), is passed over (``bpref``), or is taken to
be relevant as often as the drawn candidates above it (``infap``).
"""

from collections.abc import Mapping, Sequence, Set

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection, Pair
from paperpool.collections.schemes import ALL
from paperpool.evaluation.csfcube_measures import CORRECTED, Grades, Measure, bpref
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.workflow.annotation.unjudged_pairs import UNJUDGED_COLUMNS, WEIGHED

COLUMNS = "ranker slice metric value ci_low ci_high n_queries".split()

Ranked = Mapping[Pair, Sequence[str]]
"""The candidates of each (query, facet), from best to worst."""


def measure_holes(
    collection: Collection,
    rankings: Mapping[str, Ranked],
    same: Mapping[str, str],
    resampling: Resampling,
) -> pd.DataFrame:
    """Return the mean of each measure over the judged pairs of each slice (``COLUMNS``).

    An unranked pair scores 0. ``same`` has the id that stands for a paper of several ids: a grade
    of one counts for all, and the paper counts once. The query itself is passed over. Unjudged pool
    ids count as not drawn. Intervals are of the same bootstrap samples of pairs for every ranker.
    """
    rows = []
    for stream, name in enumerate(collection.scheme.slices):
        pairs = collection.pairs(None if name == ALL else name)
        if not pairs:
            continue
        draws = PairedDraws([len(pairs)], resampling, (800, stream))
        matrices = []
        for ranked in rankings.values():
            scores = [_measure_pair(collection, pair, ranked, same) for pair in pairs]
            matrices.append(np.array(scores))

        for ranker, estimates in zip(rankings, draws.estimate(matrices), strict=True):
            for metric, estimate in zip(MEASURES, estimates, strict=True):
                rows.append((ranker, name, metric, *estimate, len(pairs)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _measure_pair(
    collection: Collection, pair: Pair, ranked: Ranked, same: Mapping[str, str]
) -> list[float]:
    """Return every measure of a pair's ranking; the query itself has no grade."""
    query = pair[0]
    gains = collection.gains(pair)
    gains.pop(query, None)
    judged = np.array(list(gains.values()), dtype=float if collection.has_decimals else int)
    known = grade_ranking(ranked.get(pair, []), query, gains, collection.unjudged(*pair), same)
    return [measure(known, judged, collection.relevant_gain) for measure in MEASURES.values()]


def grade_ranking(
    ranked: Sequence[str],
    query: str,
    grades: Mapping[str, float],
    unjudged: Set[str],
    same: Mapping[str, str],
) -> Grades:
    """Return the judgment of each candidate of a ranking, without the query and repeated papers.

    A candidate without a grade takes that of its other id (``same``), or its place in the pool.
    """
    names = _known_names(grades, unjudged, same)
    known: list[float] = []
    for candidate in _name_papers(ranked, query, grades, names, same):
        if candidate in grades:
            known.append(grades[candidate])
        else:
            known.append(NOT_JUDGED if candidate in unjudged else NOT_POOLED)
    return np.array(known)


def list_unjudged(
    collection: Collection, rankings: Mapping[str, Ranked], same: Mapping[str, str]
) -> pd.DataFrame:
    """Return the unjudged candidates by falling weight in the rankings (``UNJUDGED_COLUMNS``).

    A row is a pair and a candidate among the first ``WEIGHED`` of a ranking. ``weight`` is the sum
    over the rankings of the discount of its rank, the weight of its gain in their DCG; ``rankers``
    are those that have it there, by semicolons. Ranks and papers are those of ``grade_ranking``; a
    paper of the collection has its id there.
    """
    of_collection = _name_by_groups(sorted(collection.papers, reverse=True), same)
    found: dict[tuple[str, str, str], list[tuple[int, str]]] = {}
    for query, facet in collection.pairs():
        grades = collection.judgments[query, facet].grades()
        names = of_collection | _known_names(grades, collection.unjudged(query, facet), same)
        for ranker, ranked in rankings.items():
            named = _name_papers(ranked.get((query, facet), []), query, grades, names, same)
            for rank, candidate in enumerate(named[:WEIGHED], 1):
                if candidate not in grades:
                    found.setdefault((query, facet, candidate), []).append((rank, ranker))

    rows = []
    for (query, facet, candidate), places in found.items():
        weight = sum(1 / np.log2(rank + 1) for rank, _ in places)
        best_rank = min(rank for rank, _ in places)
        rankers = ";".join(ranker for _, ranker in places)
        in_pool = candidate in collection.unjudged(query, facet)
        rows.append((query, facet, candidate, weight, best_rank, rankers, in_pool))
    rows.sort(key=lambda row: (-round(row[3], 9), *row[:3]))
    return pd.DataFrame(rows, columns=UNJUDGED_COLUMNS)


def _known_names(
    grades: Mapping[str, float], unjudged: Set[str], same: Mapping[str, str]
) -> dict[str, str]:
    """Return the id that a paper of several ids has in the judgments, else in the pool."""
    known = sorted(unjudged, reverse=True) + sorted(grades, reverse=True)
    return _name_by_groups(known, same)


def _name_by_groups(ids: Sequence[str], same: Mapping[str, str]) -> dict[str, str]:
    """Return the last of ``ids`` of each paper of several ids, by the id that stands for it."""
    return {same[paper_id]: paper_id for paper_id in ids if paper_id in same}


def _name_papers(
    ranked: Sequence[str],
    query: str,
    grades: Mapping[str, float],
    names: dict[str, str],
    same: Mapping[str, str],
) -> list[str]:
    """Return the candidates of a ranking, each paper once and by its known id.

    ``names`` has the ids of papers of several ids (``_known_names``). Other papers have the id of
    their first occurrence, which is added.
    """
    group_of_query = same.get(query, query)
    named: dict[str, None] = {}
    for candidate in ranked:
        group = same.get(candidate, candidate)
        name = candidate
        if candidate not in grades:
            name = names.setdefault(group, candidate)
        if group != group_of_query:  # neither the query nor the same paper under another id
            named[name] = None
    return list(named)


NOT_JUDGED = -1
NOT_POOLED = -2
"""In place of the grade of a candidate of the pool that was not drawn, and of another paper."""

_EPSILON = 0.00001
"""trec_eval's, keeping a precision defined before the first judgment."""


def _judged_share(k: int) -> Measure:
    """Return the measure: the share of the first ``k`` candidates, or fewer, that were judged."""

    def judged_share(ranked: Grades, judged: Grades, least: float) -> float:
        """Return the share of the first candidates that have a grade; 0 without candidates."""
        if not len(ranked):
            return 0.0
        return float((ranked[:k] >= 0).mean())

    return judged_share


def inferred_average_precision(ranked: Grades, judged: Grades, least: float) -> float:
    """Estimate average precision from a uniform random sample of the pool that was judged.

    At each relevant candidate of rank r the precision is 1/r, and for the r - 1 above it the share
    of them in the pool times the share of relevant ones among the judged. With a pool judged
    completely it is average precision. Judgments that were not drawn at random give no estimate.
    Source: Yilmaz and Aslam (2006), "Estimating average precision with incomplete and imperfect
    judgments", in the form of trec_eval.
    """
    total = int((judged >= least).sum())
    if not total:
        return 0.0
    relevant = ranked >= least
    above = np.flatnonzero(relevant)  # how many candidates stand above each relevant one
    n_relevant = _count_above(relevant, above)
    n_judged = _count_above(ranked >= 0, above)
    n_pooled = _count_above(ranked != NOT_POOLED, above)

    in_pool = n_pooled / np.maximum(above, 1)
    precision = (n_relevant + _EPSILON) / (n_judged + 2 * _EPSILON)
    inferred = (1 + above * in_pool * precision) / (above + 1)
    return float(inferred.sum() / total)


def _count_above(flags: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return how many flags are set above each of ``places``, as floats."""
    return (np.cumsum(flags)[places] - flags[places]).astype(float)


def _as_irrelevant(measure: Measure) -> Measure:
    return lambda ranked, judged, least: measure(np.maximum(ranked, 0), judged, least)


def _condensed(measure: Measure) -> Measure:
    return lambda ranked, judged, least: measure(ranked[ranked >= 0], judged, least)


MEASURES: dict[str, Measure] = {
    "judged@10": _judged_share(10),
    "judged@20": _judged_share(20),
    "judged@100": _judged_share(100),
    "map": _as_irrelevant(CORRECTED["map"]),
    "condensed_map": _condensed(CORRECTED["map"]),
    "bpref": _condensed(bpref),
    "infap": inferred_average_precision,
    "ndcg@20": _as_irrelevant(CORRECTED["ndcg@20"]),
    "condensed_ndcg@20": _condensed(CORRECTED["ndcg@20"]),
}
