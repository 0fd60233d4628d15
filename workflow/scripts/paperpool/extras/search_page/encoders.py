"""The encoder that a run is searched with, and the embeddings of texts by it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.benchmarks.benchmark import Headline
from paperpool.collections.collection import Collection
from paperpool.io.csv_rows import read_records
from paperpool.models.cache import ArrayCache
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.pages.headline import headline
from paperpool.pages.scores import Score
from paperpool.rankers.scoring.sentence_cosines import encode_sentences

SEARCH_THREADS = 2
"""Threads that encode the many texts of one search."""

_CACHED_TEXTS = 4096
"""Papers whose sentences' embeddings are kept: about 50 MB of them."""


Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder by the name of its ranker or re-ranker.

    Without ``settings`` it is a ranker's given vectors, which encode no text. ``separator`` stands
    between title and abstract (see ``encoders.read_separator``). ``has_sentences``: a ranker of the
    run has encoded the collection's sentences with it.
    """

    name: str
    settings: EncoderSettings | None
    separator: str = "space"
    has_sentences: bool = False


def choose_encoder(rankers: Mapping[str, Any], scores: Mapping[str, float]) -> EncoderChoice | None:
    """Return the encoder of the dense ranker with the best of ``scores``, by default the first.

    Given vectors are chosen only if no ranker has an encoder of texts.
    """
    dense = {}
    for name, ranker in rankers.items():
        if ranker["kind"] == "dense":
            dense[name] = ranker
    if not dense:
        return None

    def preference(name: str) -> tuple[bool, float]:
        """Return whether a ranker has an encoder of texts, and its score."""
        has_model = bool(dense[name].get("model"))
        return has_model, scores.get(name, float("-inf"))

    best = max(dense, key=preference)
    if not dense[best].get("model"):
        return EncoderChoice(best, None)

    settings = read_settings(dense[best])
    separator = dense[best].get("separator", "space")
    has_sentences = any(_encodes_sentences(ranker, settings) for ranker in rankers.values())
    return EncoderChoice(best, settings, separator, has_sentences)


def _encodes_sentences(ranker: Mapping[str, Any], settings: EncoderSettings) -> bool:
    """Return whether a ranker encodes the collection's sentences alone, by these settings."""
    if ranker["kind"] not in ("sentences", "late") or ranker.get("titles"):
        return False
    return read_settings(ranker) == settings


def read_settings(values: Mapping[str, Any]) -> EncoderSettings:
    """Return a ranker's settings of encoding."""
    settings = {}
    for setting in fields(EncoderSettings):
        if setting.name in values:
            settings[setting.name] = values[setting.name]
    return EncoderSettings(**settings)


def read_headline(table: Path, kind: Headline) -> dict[str, float]:
    """Return the headline score of each ranker of a table; empty without a table."""
    if not table.is_file():
        return {}
    return {score.ranker: score.known for score in headline(read_records(table, Score), kind)}


class TextEncoder:
    """Encodes texts by an encoder that is loaded at its first use; keeps the last embeddings."""

    def __init__(
        self, choice: EncoderChoice, collection: Collection | None, cache: Path, threads: int
    ):
        self.choice = choice
        self._collection = collection
        self._cache = cache
        self._threads = threads
        self._encode = lru_cache(_CACHED_TEXTS)(self._encode_texts)

    @cached_property
    def model(self) -> Encoder:
        """The encoder itself."""
        assert self.choice.settings is not None  # else it has given vectors
        return Encoder(self.choice.settings, ArrayCache(self._cache), self._threads)

    @property
    def separator(self) -> str:
        """The text between title and abstract."""
        return self.model.separator(self.choice.separator)

    def encode(self, texts: Sequence[str], threads: int = 1) -> Vectors:
        """Return the embeddings of texts, encoded as one batch, shape (len(texts), dimensions).

        The collection's sentences come from the cache if a ranker of the run has encoded them.
        """
        return self._encode(tuple(texts), threads)

    def encode_query(self, text: str) -> Vectors:
        """Return the embedding of a text as a query, shape (dimensions,)."""
        if self.model.encodes_queries_apart:
            return self.model.encode_directly((text,), role="query")[0]
        return self.encode((text,))[0]

    def compare(
        self, asked: Sequence[str], offered: Sequence[Sequence[str]]
    ) -> list[NDArray[np.float64]]:
        """Return the cosines of a paper's sentences with those of each of several papers.

        Each has shape (len(asked), the paper's sentences). Each paper is a batch, so that its
        vectors are always the same and can be kept.
        """
        query = to_unit(self.encode(asked)).astype(np.float64)
        cosines = []
        for texts in offered:
            if texts:
                candidates = to_unit(self.encode(texts, SEARCH_THREADS)).astype(np.float64)
                cosines.append(query @ candidates.T)
            else:
                cosines.append(np.zeros((len(asked), 0)))
        return cosines

    @cached_property
    def _known_sentences(self) -> tuple[dict[str, int], Vectors]:
        """The rows of the collection's sentences, if a ranker has encoded them, and embeddings."""
        if self._collection is None or not self.choice.has_sentences:
            return {}, np.zeros((0, 1), np.float32)
        return encode_sentences(self._collection, self.model)

    def _encode_texts(self, texts: tuple[str, ...], threads: int) -> Vectors:
        row_of, known = self._known_sentences
        new_texts = [text for text in texts if text not in row_of]
        if not new_texts:
            return known[[row_of[text] for text in texts]]

        encoded = self.model.encode_directly(new_texts, threads)
        if len(new_texts) == len(texts):
            return encoded

        encoded_rows = iter(encoded)
        vectors = []
        for text in texts:
            if text in row_of:
                vectors.append(known[row_of[text]])
            else:
                vectors.append(next(encoded_rows))
        return np.array(vectors)


def to_unit(vectors: Vectors) -> Vectors:
    """Return the rows scaled to unit length; a zero vector stays."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)
