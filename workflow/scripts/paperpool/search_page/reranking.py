"""The trained re-rankers of a run, and those that may rank an example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.io.csv_rows import read_rows
from paperpool.layout import Layout
from paperpool.scisearch.names import (
    ANY_LOSS,
    HONEST,
    LOSSES,
    MODELS,
    Model,
    ranker_name,
    split_name,
)
from paperpool.search_page.encoder_choices import EncoderChoice
from paperpool.search_page.questions import Question

if TYPE_CHECKING:  # torch is slow to import for those that search by words
    from paperpool.scisearch.networks import Reranker

_MODELS = tuple(model for model in MODELS if model.protocol == HONEST)


class Rerankers:
    """The honest re-rankers of a run's first training: two per encoder, loss and facet, by fold.

    Scores of several trainings are means over networks used one by one, as here; choosing the best
    would be a choice without a score.
    """

    def __init__(self, run: Layout, collection: Collection | None):
        self._run = run
        self._collection = collection
        self._members: dict[tuple[str, str, int | None], tuple[str, str]] = {
            (row["ranker"], row["facet"], int(row["fold"])): (row["encoder"], row["loss"])
            for row in _read_rows(run.ensembles)
            if row["protocol"] == HONEST and row["training"] == "1" and row["loss"]
        }
        """The members of ensembles in the first training, by ensemble, facet and scored fold."""
        self._load = cache(self._load_model)

    def losses(self, choice: EncoderChoice) -> tuple[str, ...]:
        """Return the losses that an encoder has re-rankers of, for a facet at least."""
        if choice.trained is None:
            return ()
        return tuple(
            loss
            for loss in (*LOSSES, ANY_LOSS)
            if any(self.are_there(ranker_name(choice.trained, loss), facet) for facet in FACETS)
        )

    @property
    def has_ensembles(self) -> bool:
        """Whether there is any ensemble of re-rankers, for a facet at least."""
        return any(self.are_there(name, facet) for name, facet, _ in self._members)

    def are_there(self, name: str, facet: str) -> bool:
        """Return whether both re-rankers ``name`` of a facet are there."""
        return all(
            self._file(ranker_name(*self._member(name, facet, model)), facet, model).is_file()
            for model in _MODELS
        )

    def encoder_of(self, question: Question, model: Model) -> str:
        """Return the encoder whose vectors ``model`` reads: an ensemble's is that of the fold."""
        return self._member(self._name(question), question.settings.facet, model)[0]

    def _member(self, name: str, facet: str, model: Model) -> tuple[str, str]:
        """Return encoder and loss of a re-ranker, or of the member that ensemble ``name`` chose."""
        return self._members.get((name, facet, model.fold)) or split_name(name)

    def asked(self, question: Question) -> tuple[Model, ...]:
        """Return the models that may rank: trained without the query's judgments, else both."""
        if self._collection is None:
            return _MODELS
        from paperpool.scisearch.splits import held_papers  # imports a library for training

        unseen = [
            model
            for model in _MODELS
            if model.fold is not None
            and question.own & held_papers(self._collection, question.settings.facet, model.fold)
        ]
        return tuple(unseen) or _MODELS

    def honest_ndcg(self, question: Question) -> tuple[float, float, int] | None:
        """Return a facet's honest NDCG%20 of re-ranker and encoder, and how many trainings."""
        facet = question.settings.facet
        found = self._honest.get((self._name(question), facet))
        beside = self._honest.get((_trained(question)[0], facet))
        return None if found is None or beside is None else (found[0], beside[0], found[1])

    @cached_property
    def _honest(self) -> dict[tuple[str, str], tuple[float, int]]:
        """The honest NDCG%20, and of how many trainings it is the mean, by ranker and slice."""
        return {
            (row["ranker"], row["slice"]): (float(row["value"]), int(row["n_runs"]))
            for row in _read_rows(self._run.metrics("scisearch"))
            if (row["protocol"], row["metric"]) == (HONEST, "ndcg%20")
        }

    def candidate_source(self, question: Question) -> str:
        """Return the text of a candidate that the re-rankers read: ``facet`` or ``abstract``."""
        return self._network(question, _MODELS[0])[1]

    def probabilities(
        self,
        question: Question,
        model: Model,
        query: NDArray[np.float32],
        candidates: Sequence[NDArray[np.float32]],
    ) -> NDArray[np.float64]:
        """Return one model's grade probabilities of its vectors, shape (candidates, grades)."""
        network = self._network(question, model)[0]
        probabilities = np.zeros((len(candidates), MAX_GRADE + 1))
        for row, candidate in zip(probabilities, candidates, strict=True):
            # a pair at a time: what is said of one does not depend, in its last digits, on others
            row[:] = network.probabilities(np.concatenate([query, candidate])[None])[0]
        return probabilities

    def _name(self, question: Question) -> str:
        return ranker_name(*_trained(question))

    def _network(self, question: Question, model: Model) -> tuple[Reranker, str]:
        facet = question.settings.facet
        member = self._member(self._name(question), facet, model)
        return self._load(ranker_name(*member), facet, model)

    def _file(self, name: str, facet: str, model: Model) -> Path:
        return self._run.rerankers / name / facet / f"{model.name}.safetensors"

    def _load_model(self, name: str, facet: str, model: Model) -> tuple[Reranker, str]:
        """Return a network and the text of a candidate that it reads."""
        from paperpool.scisearch.networks import load_reranker

        reranker, facts = load_reranker(self._file(name, facet, model))
        return reranker, facts["candidate"]


def _trained(question: Question) -> tuple[str, str]:
    """Return the names of the encoder and the loss of a question that a re-ranker can answer."""
    choice, loss = question.choice, question.loss
    assert choice and choice.trained and loss  # else no network is asked
    return choice.trained, loss


def _read_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table; empty if the file is missing."""
    return read_rows(path) if path.is_file() else []
