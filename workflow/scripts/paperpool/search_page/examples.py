"""The paper that is searched by: one of the run's, or one that was pasted."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from paperpool.collections.facets import LABELS
from paperpool.errors import Problem, UserError
from paperpool.facets.labeller import AnyLabeller, LabellerSettings, load_labeller
from paperpool.search_page.model import Example, Sentence
from paperpool.search_page.papers import Papers
from paperpool.search_page.sentences import Sentences
from paperpool.text.sentences import split_sentences

_CACHED_ABSTRACTS = 4096


class SentenceLabeller:
    """The labeller of a run, loaded when first asked for; without one labels are None."""

    def __init__(self, model: str | None, facets: dict[str, Any], torch_threads: int):
        self._model, self._threads = model, torch_threads
        names = ("max_tokens", "precision")
        self._settings = LabellerSettings(
            **{name: facets[name] for name in names if name in facets}
        )
        self._loaded: AnyLabeller | None = None
        self._lock = Lock()
        self._label = lru_cache(_CACHED_ABSTRACTS)(self._label_texts)

    def __bool__(self) -> bool:
        """Whether there is a labeller."""
        return self._model is not None

    def label(self, texts: Sequence[str]) -> tuple[Sentence, ...]:
        """Return the sentences of one abstract with their most likely labels."""
        if self._model is None or not texts:
            return tuple(map(Sentence, texts))
        return self._label(tuple(texts))

    def complete(self, sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return the sentences of one abstract, labelled where none of them was."""
        if any(sentence.facet for sentence in sentences):
            return sentences
        return self.label([sentence.text for sentence in sentences])

    def _label_texts(self, texts: tuple[str, ...]) -> tuple[Sentence, ...]:
        with self._lock:
            if self._loaded is None:
                assert self._model  # else nothing asks for labels
                self._loaded = load_labeller(self._model, self._settings, self._threads)
            (probabilities,) = self._loaded.label([texts])
        labels = (LABELS[number] for number in probabilities.argmax(1))
        return tuple(map(Sentence, texts, labels))


def example_of(
    row: int, papers: Papers, sentences: Sentences, labeller: SentenceLabeller
) -> Example:
    """Return the paper at ``row`` as an example, its sentences labelled where they were not."""
    found = papers.at(row)
    labelled = labeller.complete(sentences.of(row))
    return Example(papers.ids[row], found["title"] or "", labelled, found["year"])


def pasted_example(title: str, abstract: str, labeller: SentenceLabeller) -> Example:
    """Return a pasted paper as an example; UserError where its abstract has no sentence."""
    texts = split_sentences(" ".join(abstract.split()))
    if not texts:
        hint = "Paste the abstract: its sentences are what is searched by."
        raise UserError(Problem("The abstract is empty.", "abstract", hint))
    return Example(None, " ".join(title.split()), labeller.label(texts))
