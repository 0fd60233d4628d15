"""Score encoders for an honest ensemble, without the scored fold.

A network that scores one fold has learnt from the grades of the other. So for each fold new
networks are trained on pairs without a paper of it: the remaining query papers are dealt to
``N_PARTS`` parts, and a network that learnt from the other parts predicts each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.schemes import default_scheme
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.measures import CHOSEN_BY, MEASURES
from paperpool.workflow.scisearch.names import HONEST, MODELS, Model
from paperpool.workflow.scisearch.pairs import list_pairs
from paperpool.workflow.scisearch.ranking import predict, rank_pairs_untrained, read_predictions
from paperpool.workflow.scisearch.splits import deal_papers, held_papers, split_honest, unseen_pairs

if TYPE_CHECKING:  # imports torch
    from paperpool.workflow.scisearch.facet_training import FacetTraining

N_PARTS = 3

FOLDS = tuple(model.fold for model in MODELS if model.fold is not None)

ChoiceScores = dict[tuple[str, int], float]
"""The mean of ``CHOSEN_BY`` over queries, by facet and the fold that the choice is for."""


def judge_unseen(training: FacetTraining) -> Iterator[pd.DataFrame]:
    """Yield, for each fold, predictions (PREDICTIONS) for the pairs that its choice may see.

    ``fold`` is the one that the choice is for. No network has seen a paper of that fold, nor the
    judgments of the query that it ranks.
    """
    features = training.features
    pairs = list_pairs(training.collection, training.facet)
    for fold in FOLDS:
        held = held_papers(training.collection, training.facet, fold)
        known = unseen_pairs(pairs, held)
        for part, papers in enumerate(deal_papers(known, N_PARTS), 1):
            model = Model(f"choice-fold{fold}-part{part}", HONEST, fold)
            unseen = held | set(papers)
            oversampling = training.settings.oversampling
            seed = training.seed_of(model)
            data = split_honest(pairs, unseen, features, oversampling, seed)
            reranker, _ = training.fit(model, data)

            is_of_part = np.array([query in papers for query in known.queries], bool)
            yield predict(reranker, known.take(is_of_part), features, model)


def read_choice_scores(paths: Sequence[str | Path]) -> ChoiceScores:
    """Read the mean scores of a training from the predictions of ``judge_unseen``, a file per
    facet.
    """
    queries: dict[tuple[str, int], list[float]] = {}
    for path in paths:
        for (facet, fold, _), rows in read_predictions(path).groupby(["facet", "fold", "query_id"]):
            grades = rows.sort_values("rank")["grade"].to_numpy(int)
            queries.setdefault((facet, int(fold)), []).append(_measure(grades))
    return {key: sum(values) / len(values) for key, values in queries.items()}


def score_untrained(collection: Collection, features: Features) -> ChoiceScores:
    """Compute the mean scores of an encoder itself, on the same pairs."""
    scores = {}
    for facet in collection.scheme.facet_names:
        pairs = list_pairs(collection, facet)
        for fold in FOLDS:
            known = unseen_pairs(pairs, held_papers(collection, facet, fold))

            values = []
            for _, of_query, ranking in rank_pairs_untrained(known, features, HONEST):
                grades = dict(zip(of_query.candidates, of_query.grades, strict=True))
                values.append(_measure(np.array([grades[c] for c, _ in ranking])))
            if values:
                scores[facet, fold] = sum(values) / len(values)
    return scores


def _measure(grades: NDArray[np.int64]) -> float:
    """Return ``CHOSEN_BY`` of a ranking's grades in its order, all of the pairs being ranked."""
    least = default_scheme().relevant_gain
    return MEASURES[HONEST][CHOSEN_BY](grades, grades, least)
