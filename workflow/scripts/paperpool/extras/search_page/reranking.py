"""The trained re-rankers of a run, and those that may rank an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from paperpool.benchmarks.scisearch import BENCHMARK
from paperpool.collections.collection import Collection
from paperpool.collections.schemes import default_scheme
from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.encoders import (
    SEARCH_THREADS,
    EncoderChoice,
    TextEncoder,
    read_headline,
    read_settings,
)
from paperpool.extras.search_page.model import WHOLE, Example, Sentence
from paperpool.extras.search_page.questions import Question
from paperpool.extras.search_page.ranking import Scores
from paperpool.extras.search_page.run_files import RunFiles
from paperpool.workflow.scisearch.names import HONEST, LOSSES, MODELS, Model, ranker_name

if TYPE_CHECKING:  # torch is slow to import for those that search by words
    from paperpool.workflow.scisearch.networks import Reranker

_MODELS = tuple(model for model in MODELS if model.protocol == HONEST)


def choose_reranker(run: RunFiles) -> tuple[Path, EncoderChoice] | None:
    """Return the folder of the run's trained re-rankers that score best, and their encoder.

    The score leaves out judgments seen in training; without scores the first is chosen. Of several
    trainings the first is used: choosing among them would be a choice without a score.
    """
    scores = read_headline(run.metrics(BENCHMARK.name), BENCHMARK.headline)
    trained: dict[str, EncoderChoice] = {}
    for name, encoder in run.trained_encoders.items():
        if not encoder:
            continue
        for loss in LOSSES:
            ranker = ranker_name(name, loss)
            folder = run.rerankers / ranker
            facets = default_scheme().facet_names  # SciSearch's
            if any(_are_there(folder, facet) for facet in facets):
                trained[ranker] = EncoderChoice(name, read_settings(encoder))
    if not trained:
        return None

    best = max(trained, key=lambda ranker: scores.get(ranker, float("-inf")))
    return run.rerankers / best, trained[best]


class Rerankers:
    """The honest re-rankers of a ``folder``: two per facet, by the fold that they did not see."""

    def __init__(self, folder: Path, encoder: TextEncoder, collection: Collection | None):
        self.folder = folder
        self._encoder = encoder
        self._collection = collection
        self._load = cache(self._load_model)

    def check(self, facet: str) -> None:
        """Raise UserError if no re-ranker was trained for a facet."""
        if facet == WHOLE:
            message = "The trained re-rankers know facets, not whole abstracts."
            facets = ", ".join(default_scheme().facet_names)
            raise UserError(Problem(message, "facet", f"Choose a facet: {facets}."))
        if not _are_there(self.folder, facet):
            message = f"No re-ranker was trained for {facet}."
            hint = "Finish them: .venv/bin/snakemake scisearch with the run's configuration."
            raise UserError(Problem(message, "facet", hint))

    def choose_models(self, question: Question) -> tuple[Model, ...]:
        """Return the models that may rank: trained without the query's judgments, else both."""
        if self._collection is None:
            return _MODELS

        # imports a library for training
        from paperpool.workflow.scisearch.splits import held_papers

        unseen = []
        for model in _MODELS:
            assert model.fold is not None  # honest ones have a fold
            held = held_papers(self._collection, question.settings.facet, model.fold)
            if question.example_ids & held:
                unseen.append(model)
        return tuple(unseen) or _MODELS

    def note(self, question: Question) -> Iterator[str]:
        """Yield a note if not all models may rank."""
        models = self.choose_models(question)
        if len(models) < len(_MODELS):
            yield (
                "This paper is a query of the collection: only the re-ranker that has not seen its "
                f"judgments is used, {models[0].name}."
            )

    def score(self, question: Question, papers: Sequence[tuple[Sentence, ...]]) -> Scores:
        """Return the grades of papers that the models expect, as a mean over them."""
        from paperpool.workflow.scisearch.networks import expected_grades  # imports torch

        if not papers:
            return np.zeros(0)

        facet = question.settings.facet
        query = self._encoder.encode((question.text,))[0]
        of_models = []
        for model in self.choose_models(question):
            network, source = self._load(facet, model)
            texts = [_text_of(sentences, facet, source) for sentences in papers]
            # a pair at a time: the score of one does not depend, in its last digits, on others
            probabilities = []
            for candidate in self._encoder.encode(texts, SEARCH_THREADS):
                pair = np.concatenate([query, candidate])
                probabilities.append(network.probabilities(pair[None])[0])
            of_models.append(probabilities)
        return expected_grades(np.mean(of_models, axis=0))

    def _load_model(self, facet: str, model: Model) -> tuple[Reranker, str]:
        """Return a network and the text of a candidate that it reads: ``facet`` or ``abstract``."""
        from paperpool.workflow.scisearch.networks import load_reranker

        reranker, facts = load_reranker(_file(self.folder, facet, model))
        return reranker, facts["candidate"]


def _file(folder: Path, facet: str, model: Model) -> Path:
    return folder / facet / f"{model.name}.safetensors"


def _are_there(folder: Path, facet: str) -> bool:
    return all(_file(folder, facet, model).is_file() for model in _MODELS)


def _text_of(sentences: tuple[Sentence, ...], facet: str, source: str) -> str:
    """Return the text of a candidate that re-rankers read, as in ``scisearch.features``."""
    places: Sequence[int] = ()
    if source == "facet":
        places = Example(None, "", sentences).chosen(facet, default_scheme())
    if not places:
        places = range(len(sentences))
    return " ".join(sentences[place].text for place in places)
