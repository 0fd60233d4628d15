"""The trained re-rankers of a run, and which of them may be asked about an example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.evaluation.published import read_cells
from paperpool.scisearch.names import HONEST, LOSSES, MODELS, Model, ranker_name
from paperpool.search_page.encoder_choices import EncoderChoice
from paperpool.search_page.questions import Question

if TYPE_CHECKING:  # torch is slow to import for those that search by words
    from paperpool.scisearch.networks import Reranker

_MODELS = tuple(model for model in MODELS if model.protocol == HONEST)


class Rerankers:
    """The honest re-rankers below ``folder``: two of each encoder, loss and facet, by fold.

    ``metrics`` is the table of their figures, which need not exist.
    """

    def __init__(self, folder: Path, metrics: Path, collection: Collection | None):
        self._folder = folder
        self._metrics = metrics
        self._collection = collection
        self._load = cache(self._load_model)

    def losses(self, choice: EncoderChoice) -> tuple[str, ...]:
        """Return the losses that an encoder has re-rankers of, for a facet at least."""
        if choice.trained is None:
            return ()
        return tuple(
            loss
            for loss in LOSSES
            if any(self.are_there(ranker_name(choice.trained, loss), facet) for facet in FACETS)
        )

    def are_there(self, name: str, facet: str) -> bool:
        """Tell whether both re-rankers ``name`` of a facet are there."""
        return all(self._file(name, facet, model).is_file() for model in _MODELS)

    def asked(self, question: Question) -> tuple[Model, ...]:
        """Return the models that may be asked: for a query paper of the collection, only those that
        have not seen its judgments; else both."""
        if self._collection is None:
            return _MODELS
        from paperpool.scisearch.splits import held_papers  # imports a library for training

        unseen = [
            model
            for model in _MODELS
            if question.own & held_papers(self._collection, question.settings.facet, model.fold)
        ]
        return tuple(unseen) or _MODELS

    def figures(self, question: Question) -> tuple[float, float] | None:
        """Return the honest NDCG%20 of the re-ranker and of its encoder, on the facet's queries."""
        names = (self._name(question), question.choice.trained)
        found = [self._honest.get((name, question.settings.facet)) for name in names]
        return None if None in found else tuple(found)

    @cached_property
    def _honest(self) -> dict[tuple[str, str], float]:
        """The honest NDCG%20 by ranker and slice."""
        if not self._metrics.is_file():
            return {}
        cells = read_cells(self._metrics, ["protocol", "metric", "ranker", "slice"])
        return {key[2:]: value for key, value in cells.items() if key[:2] == (HONEST, "ndcg%20")}

    def candidate_source(self, question: Question) -> str:
        """Return what the re-rankers read of a candidate: ``facet`` or ``abstract``."""
        return self._load(self._name(question), question.settings.facet, _MODELS[0])[1]

    def probabilities(
        self,
        question: Question,
        query: NDArray[np.float32],
        candidates: Sequence[NDArray[np.float32]],
    ) -> NDArray[np.float64]:
        """Return the probability of each grade, shape (candidates, grades): the models' mean.

        ``query`` is the vector of the example, each of ``candidates`` that of a candidate.
        """
        name, facet = self._name(question), question.settings.facet
        networks = [self._load(name, facet, model)[0] for model in self.asked(question)]
        probabilities = np.zeros((len(candidates), MAX_GRADE + 1))
        for row, candidate in zip(probabilities, candidates, strict=True):
            # a pair at a time: what is said of one does not depend, in its last digits, on others
            pair = np.concatenate([query, candidate])[None]
            row[:] = np.mean([network.probabilities(pair)[0] for network in networks], axis=0)
        return probabilities

    def expect(self, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the expected grades of distributions over the grades."""
        from paperpool.scisearch.networks import expected_grades

        return expected_grades(probabilities)

    def _name(self, question: Question) -> str:
        return ranker_name(question.choice.trained, question.loss)

    def _file(self, name: str, facet: str, model: Model) -> Path:
        return self._folder / name / facet / f"{model.name}.safetensors"

    def _load_model(self, name: str, facet: str, model: Model) -> tuple[Reranker, str]:
        """Return a network and what it reads of a candidate."""
        from paperpool.scisearch.networks import load_reranker

        reranker, facts = load_reranker(self._file(name, facet, model))
        return reranker, facts["candidate"]
