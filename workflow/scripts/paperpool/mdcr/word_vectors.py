"""Averaged word vectors of papers: word2vec trained on the terms of the texts themselves.

As CSFCube's averages (``paperpool.text.term_vectors``), over the terms of title and abstract:
words without stop words, stemmed. Compared by cosine, which ranks better than L2 here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.search.term_counts import TermCounts
from paperpool.text.analysis import analyze
from paperpool.text.term_vectors import cbow, smoothed_idf, tfidf, tfidf_cbow
from paperpool.text.word_vectors import read_word_vectors, train_on_texts

_BATCH_ROWS = 16_384

_WORDS_READ = 10_000_000
"""Words that training reads at least, where the texts are few: four times gensim's five epochs at
most. With five, vectors learned from a few thousand papers say little."""


class _Terms:
    """The terms of each text, read anew in each epoch."""

    def __init__(self, texts: Callable[[], Iterable[list[str]]]):
        self._texts = texts

    def __iter__(self) -> Iterator[list[str]]:
        for batch in self._texts():
            yield from map(analyze, batch)


def train_term_vectors(
    texts: Callable[[], Iterable[list[str]]], seed: int, where: str | Path
) -> pa.Table:
    """Return vectors of the terms of texts (schema WORD_VECTORS), see ``train_on_texts``.

    ``texts`` returns them in batches, the same at each call; ``where`` they are from.
    """
    return train_on_texts(_Terms(texts), seed, str(where), _WORDS_READ)


def average_terms(
    terms: TermCounts, vectors: str | Path, kind: str
) -> Iterator[NDArray[np.float32]]:
    """Yield the mean vectors of the texts of ``terms``, shape (texts, dimensions), in batches.

    ``kind`` is cbow or tfidfcbow: tfidfcbow weights each term by its TF-IDF, document
    frequencies being those of all texts of ``terms``.
    """
    aligned = read_word_vectors(vectors, terms.words)
    idf = smoothed_idf(np.bincount(terms.indices, minlength=terms.n_words), len(terms))
    for start in range(0, len(terms), _BATCH_ROWS):
        counts = terms.take(np.arange(start, min(start + _BATCH_ROWS, len(terms))))
        if kind == "cbow":
            averages = cbow(counts, aligned)
        else:
            averages = tfidf_cbow(counts, tfidf(counts, idf), aligned)
        yield averages.astype(np.float32)
