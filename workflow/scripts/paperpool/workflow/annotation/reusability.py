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
from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.csfcube.evaluation import SPLITS, score_pair
from paperpool.evaluation.runs import Run
from paperpool.workflow.annotation.pool_sources import list_sources, read_sources

PROTOCOL, SPLIT, SLICE = "corrected", "test", "all"
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
    return {
        pair: [c for c in judgments.candidates if sources[pair[0]].get(c) == (source,)]
        for pair, judgments in collection.judgments.items()
    }


def find_run_uniques(
    collection: Collection, runs: Mapping[str, Run], name: str
) -> dict[Pair, list[str]]:
    """Return, by (query, facet), the judged candidates that ``name`` alone has in its ``DEPTH``."""
    uniques = {}
    for pair, judgments in collection.judgments.items():
        judged = set(judgments.candidates) - {pair[0]}
        tops = {
            ranker: [row[0] for row in run.get(pair, []) if row[0] in judged][:DEPTH]
            for ranker, run in runs.items()
        }
        others = {c for ranker, top in tops.items() if ranker != name for c in top}
        uniques[pair] = [candidate for candidate in tops[name] if candidate not in others]
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
    before = _score(collection, runs)
    rows: list[tuple] = []
    tested = {("source", name): find_uniques(collection, name) for name in list_sources(collection)}
    tested |= {("run", name): find_run_uniques(collection, runs, name) for name in runs}
    for named, uniques in tested.items():
        left_out = [collection.judgments[p].grades()[c] for p, ids in uniques.items() for c in ids]
        counts = (len(left_out), sum(grade >= RELEVANT_GRADE for grade in left_out))
        for treatment in TREATMENTS:
            after = _score(leave_out(collection, uniques, treatment), runs)
            for measure, values, without in zip(MEASURES, before.T, after.T, strict=True):
                tau = _tau(values, without)
                ranks = zip(runs, values, without, _rank(values), _rank(without), strict=True)
                rows += [(*named, treatment, measure, *results, *counts, tau) for results in ranks]
    return pd.DataFrame(rows, columns=COLUMNS)


def _score(collection: Collection, runs: Mapping[str, Run]) -> Floats:
    """Return each run's mean scores over the pairs of the split, shape (runs, measures)."""
    pairs = [pair for fold in SPLITS[SPLIT] for pair in collection.folds[SLICE][fold]]
    judged = {pair: set(collection.judgments[pair].candidates) for pair in pairs}
    means = np.zeros((len(runs), len(MEASURES)))
    for i, run in enumerate(runs.values()):
        left = {p: [row for row in run.get(p, []) if row[0] in judged[p]] for p in pairs}
        scores = [score_pair(left, pair, collection, PROTOCOL) for pair in pairs]
        means[i] = [np.mean([score[measure] for score in scores]) for measure in MEASURES]
    return means


def _rank(values: Floats) -> list[int]:
    from scipy.stats import rankdata  # slow to import

    return [int(rank) for rank in rankdata(-values.round(_DIGITS), method="min")]


def _tau(first: Floats, second: Floats) -> float | None:
    if len(first) < 2:
        return None
    from scipy.stats import kendalltau  # slow to import

    tau = float(kendalltau(first.round(_DIGITS), second.round(_DIGITS)).statistic)
    return None if np.isnan(tau) else tau
