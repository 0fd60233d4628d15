"""The ranker ``best``: which of several rankers to fuse, chosen without the fold that is scored.

A design is a subset of the members, fused by the sum of their standard scores, all counting alike.
For each test fold the tenth of the designs is taken that does best, by the official NDCG%20, on the
pairs of the other fold whose query paper has no pair in the scored one: seven papers of the release
stand in both folds, and grades of one pool correlate across facets. These designs are summed, so
that a member weighs as much as there are designs among them that hold it. The single best one would
be chosen by chance: on the release 17 and 19 pairs are left to choose on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.csfcube_measures import OFFICIAL, Grades
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.scoring.fusing import standard_scores

Pair = tuple[str, str]

TRAINED_ON = {"fold1_test": "fold2_test", "fold2_test": "fold1_test"}
"""For each test fold of ``all`` the fold whose pairs the design is chosen on."""

CHOSEN_PART = 10
"""One design in so many is chosen, at least one."""

METRICS = ("ndcg%20", "map")
"""What is listed for every design, on the scored fold; it is chosen by the first."""

COLUMNS = ["fold", "design", "n_members", "n_training", "training", "chosen", *METRICS]


def choose_designs(collection: Collection, runs: Mapping[str, Run]) -> tuple[Run, pd.DataFrame]:
    """Return the run of the chosen designs, and the table of all that were tried.

    ``runs`` hold every judged candidate of every pair. Of equal designs the first of
    ``list_designs`` are taken; where no pair is left to choose on, all members are fused.

    The table has a row for each fold and design: what the design does on the pairs that it may be
    chosen on (``training``, of ``n_training`` pairs), whether it is among the chosen, and what it
    does on the fold itself, which nothing is chosen by.
    """
    designs = list_designs(list(runs))
    scores = {pair: _standardise(collection, runs, pair) for pair in collection.pairs()}
    values = {}
    for pair, of_pair in scores.items():
        grades = collection.judgments[pair].grades()
        judged = np.array([grades[c] for c in collection.rankable(*pair)])
        values[pair] = np.array([_measure(judged, _fuse(of_pair, d)) for d in designs])
    run: Run = {}
    rows = []
    for fold, pairs in scored_folds(collection).items():
        training = training_pairs(collection, fold)
        trained = _mean(values, training)
        order = np.argsort(-trained[:, 0], kind="stable") if training else [len(designs) - 1]
        chosen = set(order[: -(-len(designs) // CHOSEN_PART)])
        members = [name for i in sorted(chosen) for name in designs[i]]
        for pair in pairs:
            fused = _fuse(scores[pair], members)
            run[pair] = rank_scores(zip(collection.rankable(*pair), fused, strict=True))
        for i, (design, value) in enumerate(zip(designs, _mean(values, pairs), strict=True)):
            head = (fold, "+".join(design), len(design), len(training), float(trained[i, 0]))
            rows.append((*head, i in chosen, *map(float, value)))
    return dict(sorted(run.items())), pd.DataFrame(rows, columns=COLUMNS)


def list_designs(members: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every subset of ``members`` but the empty one, small ones first, all of them last."""
    sizes = range(1, len(members) + 1)
    return [design for size in sizes for design in combinations(members, size)]


def scored_folds(collection: Collection) -> dict[str, list[Pair]]:
    """Return the pairs of each test fold over all facets; together they are every judged pair."""
    return {fold: collection.folds["all"][fold] for fold in TRAINED_ON}


def training_pairs(collection: Collection, fold: str) -> list[Pair]:
    """Return the pairs that may be learned from where ``fold`` is scored.

    They are of the other fold, and their query paper has no pair in the scored fold of any slice.
    """
    scored = {query for folds in collection.folds.values() for query, _ in folds[fold]}
    return [pair for pair in collection.folds["all"][TRAINED_ON[fold]] if pair[0] not in scored]


def _standardise(
    collection: Collection, runs: Mapping[str, Run], pair: Pair
) -> dict[str, NDArray[np.float64]]:
    """Return each member's standard scores of the rankable candidates of a pair, sorted by id."""
    scores = {}
    for name, run in runs.items():
        ranking = run[pair]
        of_candidate = dict(zip((c for c, _ in ranking), standard_scores(ranking), strict=True))
        scores[name] = np.array([of_candidate[c] for c in collection.rankable(*pair)])
    return scores


def _fuse(scores: Mapping[str, NDArray[np.float64]], design: Sequence[str]) -> NDArray[np.float64]:
    """Return the sum of the scores of the members of a design."""
    return np.sum([scores[name] for name in design], axis=0)


def _measure(judged: Grades, scores: NDArray[np.float64]) -> list[float]:
    """Return the METRICS of the ranking of ``judged`` by ``scores``, official protocol."""
    ranked = judged[np.argsort(-scores, kind="stable")]
    return [OFFICIAL[metric](ranked, judged) for metric in METRICS]


def _mean(values: Mapping[Pair, NDArray], pairs: Sequence[Pair]) -> NDArray[np.float64]:
    """Return the mean of the pairs' values, shape (designs, METRICS); NaN where there are none."""
    shape = next(iter(values.values())).shape
    return np.mean([values[pair] for pair in pairs], axis=0) if pairs else np.full(shape, np.nan)
