"""Test whether the collection scores rankers fairly whose candidates were not pooled.

The leave-out-uniques test (Zobel 1998, "How reliable are the results of large-scale information
retrieval experiments?"): the candidates of one source alone are left out, and every ranker is
scored again. If the rankers keep their order, a system that is no source would have been placed
rightly too (CSFCube, section 5, "Reusability"). Rankers are left out in the same way, with the
candidates that each alone has among its first ``DEPTH``.

Left-out candidates are treated in two ways that err in opposite directions:

- ``irrelevant``: they stay in the rankings with grade 0, as in the classic test. A ranker loses all
  that it found alone.
- ``removed``: they leave the rankings too, as unjudged candidates do in this collection's
  evaluation. A ranker gains, since most of its own finds are irrelevant.

Choices:

- The ``corrected`` protocol: its measures fit their names, and the query's own id, left out by some
  rankers, is no candidate. The test split, with every judged pair; all facets together, since one
  has 16 or 17 pairs; ``ndcg%20``, the paper's main measure, and ``map``, over the whole list.
- A pair that loses its last relevant candidate scores 0 in ``map`` for every ranker.
- Unique are candidates with exactly one source. The release's cited candidates carry a copied list
  (see ``pool_sources``) and count as found by ``cited`` alone: more is left out for ``cited`` than
  it alone contributed, and less for a ranked source.
- A ranker ranks the whole pool, so only its first ``DEPTH`` judged candidates count as found by it:
  as deep as ``ndcg%20`` looks in most pools.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, Judgments, Pair
from paperpool.csfcube.evaluation import SPLITS, score_pair
from paperpool.evaluation.resampling import rank_from_best
from paperpool.evaluation.runs import Run
from paperpool.workflow.annotation.pool_sources import list_sources, read_sources

PROTOCOL = "corrected"
SPLIT = "test"
SLICE = "all"
MEASURES = ("ndcg%20", "map")
TREATMENTS = ("irrelevant", "removed")

KINDS = ("source", "run")
"""The left-out candidates: a source of the pools, or a ranker."""

DEPTH = 20

COLUMNS = (
    "kind left_out treatment metric ranker value value_without rank rank_without n_left_out "
    "n_relevant_left_out tau"
).split()

_DIGITS = 12
"""Scores that are equal to so many digits share a rank."""

Floats = NDArray[np.float64]


def find_uniques(collection: Collection, source: str) -> dict[Pair, list[str]]:
    """Return, by (query, facet), the judged candidates that ``source`` alone contributed."""
    sources = read_sources(collection)
    uniques = {}
    for pair, judgments in collection.judgments.items():
        of_query = sources[pair[0]]
        uniques[pair] = [c for c in judgments.candidates if of_query.get(c) == (source,)]
    return uniques


def find_run_uniques(
    collection: Collection, runs: Mapping[str, Run], name: str
) -> dict[Pair, list[str]]:
    """Return, by (query, facet), the judged candidates that ``name`` alone has in its ``DEPTH``."""
    uniques = {}
    for pair, judgments in collection.judgments.items():
        judged = set(judgments.candidates) - {pair[0]}
        tops: dict[str, list[str]] = {}
        for ranker, run in runs.items():
            ranking = [candidate for candidate, *_ in run.get(pair, []) if candidate in judged]
            tops[ranker] = ranking[:DEPTH]

        found_by_others: set[str] = set()
        for ranker, top in tops.items():
            if ranker != name:
                found_by_others.update(top)
        uniques[pair] = [c for c in tops[name] if c not in found_by_others]
    return uniques


def leave_out(
    collection: Collection, uniques: Mapping[Pair, list[str]], treatment: str
) -> Collection:
    """Return ``collection`` with ``uniques`` of grade 0 (``irrelevant``) or left out."""
    judgments = {}
    for pair, of_pair in collection.judgments.items():
        grades = of_pair.grades()
        for candidate in uniques[pair]:
            if treatment == "removed":
                del grades[candidate]
            else:
                grades[candidate] = 0
        judgments[pair] = Judgments(tuple(grades), tuple(grades.values()), {})
    return replace(collection, judgments=judgments)


def measure_reusability(collection: Collection, runs: Mapping[str, Run]) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: a row per source or run, treatment, measure, ranker.

    ``kind`` is that of ``left_out`` (``KINDS``): a source of the pools or one of ``runs``.
    ``value`` is on the whole collection, ``value_without`` without the candidates of ``left_out``
    alone. Ranks start at 1, equal values share the better one. ``n_left_out`` counts judged
    candidates over all (query, facet) pairs. ``tau`` is Kendall's tau-b between the rankers' values
    before and after; empty if it is undefined (a single ranker, or all equal).
    """
    relevant = collection.scheme.relevant
    before = _score(collection, runs)
    rows: list[tuple] = []
    tested = {("source", name): find_uniques(collection, name) for name in list_sources(collection)}
    for name in runs:
        tested["run", name] = find_run_uniques(collection, runs, name)

    for (kind, name), uniques in tested.items():
        n_left_out = 0
        n_relevant = 0
        for pair, candidates in uniques.items():
            grades = collection.judgments[pair].grades()
            n_left_out += len(candidates)
            n_relevant += sum(grades[candidate] >= relevant for candidate in candidates)

        for treatment in TREATMENTS:
            after = _score(leave_out(collection, uniques, treatment), runs)
            for measure, values, without in zip(MEASURES, before.T, after.T, strict=True):
                tau = _tau(values, without)
                both = [rank_from_best(scores).tolist() for scores in (values, without)]
                ranks = zip(runs, values, without, *both, strict=True)
                for results in ranks:
                    tested_by = (kind, name, treatment, measure)
                    rows.append((*tested_by, *results, n_left_out, n_relevant, tau))
    return pd.DataFrame(rows, columns=COLUMNS)


def _score(collection: Collection, runs: Mapping[str, Run]) -> Floats:
    """Return each run's mean scores over the pairs of the split, shape (runs, measures)."""
    pairs: list[Pair] = []
    for fold in SPLITS[SPLIT]:
        pairs += collection.folds[SLICE][fold]

    means = np.zeros((len(runs), len(MEASURES)))
    for i, run in enumerate(runs.values()):
        left = {}
        for pair in pairs:
            judged = set(collection.judgments[pair].candidates)
            left[pair] = [row for row in run.get(pair, []) if row[0] in judged]
        scores = [score_pair(left, pair, collection, PROTOCOL) for pair in pairs]
        for j, measure in enumerate(MEASURES):
            means[i, j] = np.mean([score[measure] for score in scores])
    return means


def _tau(first: Floats, second: Floats) -> float | None:
    """Return Kendall's tau-b of two lists of values, or None if it is undefined."""
    if len(first) < 2:
        return None
    from scipy.stats import kendalltau  # slow to import

    tau = float(kendalltau(first.round(_DIGITS), second.round(_DIGITS)).statistic)
    return None if np.isnan(tau) else tau
