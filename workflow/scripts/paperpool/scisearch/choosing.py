"""The scores that an honest ensemble chooses by, independent of the scored fold.

A network that scores the queries of one fold has learnt from the other's grades: by its figures the
scored fold would take part in the choice. So for each fold networks are trained anew on pairs that
have no paper of it: the query papers that are left are dealt to ``N_PARTS``, and the pairs of each
part are judged by a network that has learnt from the other parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS
from paperpool.scisearch.features import Features
from paperpool.scisearch.measures import CHOSEN_BY, MEASURES
from paperpool.scisearch.names import HONEST, MODELS, Model
from paperpool.scisearch.pairs import list_pairs
from paperpool.scisearch.ranking import predict, rank_pairs_untrained, read_predictions
from paperpool.scisearch.splits import deal_papers, held_papers, split_honest, unseen_pairs

if TYPE_CHECKING:  # imports torch
    from paperpool.scisearch.training import TrainingSettings

N_PARTS = 3

FOLDS = tuple(model.fold for model in MODELS if model.fold is not None)

Figures = dict[tuple[str, int], float]
"""The mean of ``CHOSEN_BY`` over queries, by facet and by the fold that the choice is for."""


def judge_unseen(
    collection: Collection,
    features: Features,
    encoder: str,
    facet: str,
    settings: TrainingSettings,
    seed: int,
    torch_threads: int,
    number: int = 1,
) -> Iterator[pd.DataFrame]:
    """Yield, for each fold, the predictions of networks for the pairs that its choice may see.

    Columns of PREDICTIONS; ``fold`` is the one that the choice is for. No network has seen a paper
    of that fold, nor the judgments of the query that it ranks.
    """
    import torch

    from paperpool.scisearch.facet_training import model_seed, train_network

    torch.set_num_threads(torch_threads)
    pairs = list_pairs(collection, facet)
    for fold in FOLDS:
        held = held_papers(collection, facet, fold)
        known = unseen_pairs(pairs, held)
        for part, papers in enumerate(deal_papers(known, N_PARTS), 1):
            model = Model(f"choice-fold{fold}-part{part}", HONEST, fold)
            own = model_seed(seed, encoder, settings.loss, facet, model, number)
            data = split_honest(pairs, held | set(papers), features, settings.oversampling, own)
            place = f"{encoder}, {settings.loss}, {facet}, {model.name}"
            reranker, _ = train_network(data, features, settings, model, own, place)
            asked = known.take(np.array([query in papers for query in known.queries], bool))
            yield predict(reranker, asked, features, model)


def read_figures(paths: Sequence[str | Path]) -> Figures:
    """Return the figures of a training, from the predictions of ``judge_unseen`` for each facet."""
    queries: dict[tuple[str, int], list[float]] = {}
    for path in paths:
        for (facet, fold, _), rows in read_predictions(path).groupby(["facet", "fold", "query_id"]):
            grades = rows.sort_values("rank")["grade"].to_numpy(int)
            queries.setdefault((facet, int(fold)), []).append(_measure(grades))
    return {key: sum(values) / len(values) for key, values in queries.items()}


def figures_untrained(collection: Collection, features: Features) -> Figures:
    """Return the figures of an encoder itself, on the same pairs."""
    figures = {}
    for facet in FACETS:
        pairs = list_pairs(collection, facet)
        for fold in FOLDS:
            known = unseen_pairs(pairs, held_papers(collection, facet, fold))
            values = []
            for _, asked, ranking in rank_pairs_untrained(known, features, HONEST):
                grades = dict(zip(asked.candidates, asked.grades, strict=True))
                values.append(_measure(np.array([grades[c] for c, _ in ranking])))
            if values:
                figures[facet, fold] = sum(values) / len(values)
    return figures


def _measure(grades: NDArray[np.int64]) -> float:
    """Return ``CHOSEN_BY`` of a ranking's grades in its order, all of the pairs being ranked."""
    return MEASURES[HONEST][CHOSEN_BY](grades, grades)
