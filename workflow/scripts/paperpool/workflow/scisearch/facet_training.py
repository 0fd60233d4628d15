"""Train and apply the re-rankers of one encoder, loss and facet: both protocols, both folds."""

import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd
import torch

from paperpool.collections.collection import Collection
from paperpool.models.cache import digest
from paperpool.workflow.scisearch.features import Features
from paperpool.workflow.scisearch.grades import Counts, count_grades
from paperpool.workflow.scisearch.names import MODELS, N_GRADES, Model
from paperpool.workflow.scisearch.networks import Reranker, make_reranker
from paperpool.workflow.scisearch.pairs import Pairs, list_pairs
from paperpool.workflow.scisearch.ranking import predict
from paperpool.workflow.scisearch.splits import (
    TrainingData,
    held_papers,
    scored_queries,
    split_as_published,
    split_honest,
)
from paperpool.workflow.scisearch.tables import PROBABILITIES
from paperpool.workflow.scisearch.training import TrainingSettings, train_reranker

logger = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Trained:
    """A trained model: its network, training data and settings, epochs and predictions.

    ``counts`` are pairs by true and predicted grade (see ``grades``).
    """

    model: Model
    reranker: Reranker
    facts: dict
    history: pd.DataFrame
    predictions: pd.DataFrame
    counts: Counts


@dataclass(frozen=True)
class FacetTraining:
    """The training of the re-rankers of an encoder and loss for a facet.

    A model depends on the collection, the vectors, the settings, ``seed``, the ``number`` of the
    training (from 1) and the names of the encoder, loss, facet and model alone.
    """

    collection: Collection
    features: Features
    encoder: str
    facet: str
    settings: TrainingSettings
    seed: int
    torch_threads: int
    number: int = 1

    def seed_of(self, model: Model) -> int:
        """Derive the seed of a model; the first training is the same however many there are."""
        parts = [self.seed, self.encoder, self.settings.loss, self.facet, model.name]
        if self.number > 1:
            parts.append(self.number)
        return int(digest(parts)[:8], 16)

    def fit(self, model: Model, data: TrainingData) -> tuple[Reranker, pd.DataFrame]:
        """Train a model's network on ``data``; return it and its history."""
        torch.set_num_threads(self.torch_threads)
        reranker = make_reranker(self.features.dimensions, self.seed_of(model))
        place = f"{self.encoder}, {self.settings.loss}, {self.facet}, {model.name}"
        if self.settings.start == "identity" and data.is_enough:
            start_at_identity(reranker, data)
        history = train_reranker(reranker, data, self.settings, model, self.seed_of(model))

        if data.is_enough:
            logger.info(
                "%s: %d epochs on %d pairs and %d synthetic ones.",
                place,
                len(history),
                data.n_pairs,
                data.n_synthetic,
            )
        else:
            logger.warning("%s: too few pairs to train on, the network is left untrained.", place)
        return reranker, history


def train_facet(training: FacetTraining) -> Iterator[Trained]:
    """Yield the three models of a facet, each trained and applied to its test pairs.

    A model depends on the collection, the vectors, the settings, the seed, the number of the
    training (from 1), and the names of encoder, loss, facet and model alone.
    """
    collection = training.collection
    features = training.features
    settings = training.settings
    pairs = list_pairs(collection, training.facet)
    for model in MODELS:
        seed = training.seed_of(model)
        data = split_pairs(collection, pairs, features, settings.oversampling, model, seed)
        reranker, history = training.fit(model, data)
        facts = {
            "encoder": training.encoder,
            "facet": training.facet,
            "model": model.name,
            "seed": seed,
            "candidate": features.candidate_source,
            "dimensions": features.dimensions,
        }
        facts |= asdict(settings)

        scored = scored_pairs(collection, pairs, model)
        predictions = predict(reranker, scored, features, model)
        grades = predictions["grade"]
        predicted = predictions[list(PROBABILITIES)].to_numpy(float)
        if data.testing is not None:
            inputs, grades = data.testing
            predicted = reranker.probabilities(inputs)
        yield Trained(model, reranker, facts, history, predictions, count_grades(grades, predicted))


def split_pairs(
    collection: Collection,
    pairs: Pairs,
    features: Features,
    oversampling: str,
    model: Model,
    seed: int,
) -> TrainingData:
    """Return the training data of ``model``."""
    if model.fold is None:
        return split_as_published(pairs, features, oversampling, seed)
    held = held_papers(collection, pairs.facet, model.fold)
    return split_honest(pairs, held, features, oversampling, seed)


def scored_pairs(collection: Collection, pairs: Pairs, model: Model) -> Pairs:
    """Return the pairs that ``model`` is scored on: all as published, else those of its fold."""
    if model.fold is None:
        return pairs
    queries = scored_queries(collection, pairs.facet, model.fold)
    return pairs.take(np.array([query in queries for query in pairs.queries], bool))


def start_at_identity(reranker: Reranker, data: TrainingData) -> None:
    """Initialise ``reranker`` to rank by its inputs' dot product and predict the usual grades.

    With few query papers a random start is not undone: on CSFCube's release honest trainings that
    begin at random rank at chance level (docs/scisearch.md). FTNN's layers become the identity, the
    first divided by the mean length of the training vectors, so that tanh is nearly linear. SRNN's
    logit of grade k is the logarithm of its share of the training pairs, plus k times the
    standardised dot product: the expected grade rises with it.
    """
    lengths = np.linalg.norm(data.inputs.reshape(-1, reranker.dimensions), axis=1)
    counts = np.bincount(data.grades, minlength=N_GRADES) + 1  # a grade may not occur
    with torch.no_grad():
        for layer, scale in ((reranker.ftnn[0], 1 / lengths.mean()), (reranker.ftnn[2], 1.0)):
            assert isinstance(layer, torch.nn.Linear)
            layer.weight.copy_(torch.eye(reranker.dimensions) * float(scale))
            layer.bias.zero_()

        products = reranker.relevance(torch.from_numpy(data.inputs))
        spread = products.std(correction=0).clamp_min(1e-6)
        grades = torch.arange(N_GRADES, dtype=torch.float32)
        shares = torch.from_numpy(np.log(counts / counts.sum())).float()
        reranker.srnn.weight.copy_((grades / spread)[:, None])
        reranker.srnn.bias.copy_(shares - grades * products.mean() / spread)
