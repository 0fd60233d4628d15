"""Word2vec vectors (Ricci et al., sections 2.2 and 3, appendix C.1).

Skip-gram, window 5, 5 negative samples. A word with fewer than ``min_count`` occurrences is
``[UNK]``, in training and in looking up.
"""

import importlib.metadata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.errors import Problem, UserError
from paperpool.io.files import write_json
from paperpool.io.tables import read_table, write_table
from paperpool.models.cache import ArrayCache, digest
from paperpool.scisumm.names import UNKNOWN
from paperpool.scisumm.read.training_texts import Text, TrainingTexts, split_texts
from paperpool.scisumm.tables import VECTORS
from paperpool.text.word_vectors import train_words
from paperpool.workflow.scisumm.match.ablation import BASE_VECTORS, VARIANTS
from paperpool.workflow.scisumm.match.settings import weigh

PART_SENTENCES = 2**15
"""Sentences held in memory at once."""


@dataclass(frozen=True)
class VectorSettings:
    """The settings of word2vec; the defaults are the paper's (table 1)."""

    dimensions: int = 300
    min_count: int = 35
    epochs: int = 5
    seed: int = 1
    keep_markers: bool = False
    cased: bool = True


def change_settings(settings: VectorSettings, variant: str) -> VectorSettings:
    """Return the settings of a variant's word vectors (table 3), or of ``BASE_VECTORS``."""
    if variant == BASE_VECTORS:
        return settings
    return replace(settings, **VARIANTS[variant].matching.vector_settings)


@dataclass(frozen=True)
class WordVectors:
    """The vocabulary with ``[UNK]``, its counts in the training texts, and its vectors.

    ``counts`` has the shape (words,), ``vectors`` (words, dimensions), as trained, not normalised.
    """

    words: list[str]
    counts: NDArray[np.int64]
    vectors: NDArray[np.float32]

    @property
    def total(self) -> int:
        """The number of tokens of the training texts."""
        return int(self.counts.sum())

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {word: row for row, word in enumerate(self.words)}

    def ids(self, tokens: Iterable[str]) -> NDArray[np.int64]:
        """Return the row of each word, shape (tokens,), that of ``[UNK]`` for unknown words."""
        unknown = self._rows[UNKNOWN]
        return np.array([self._rows.get(token, unknown) for token in tokens], np.int64)

    def weights(self) -> NDArray[np.float64]:
        """Return the inverse frequency weight of each word (see ``weigh``), shape (words,)."""
        return weigh(self.counts / self.total)


def train_vectors(
    texts: TrainingTexts, settings: VectorSettings, where: str, cache: ArrayCache | None = None
) -> WordVectors:
    """Train word vectors on ``texts``, or load them from the ``cache``; most frequent words first.

    Words of equal frequency are sorted. If no word is rare, the vector of ``[UNK]`` is zero. Raises
    UserError, citing ``where``, if no word is frequent enough.
    """
    frequent = texts.counts >= settings.min_count
    if not frequent.any():
        n_tokens = len(texts.tokens)
        message = (
            f"No word stands {settings.min_count} times in the {n_tokens} tokens of the texts."
        )
        hint = "Lower min_count, add texts, or leave out the variants that set it higher."
        raise UserError(Problem(message, where, hint))

    known = {texts.words[row]: int(texts.counts[row]) for row in np.flatnonzero(frequent).tolist()}
    known[UNKNOWN] = int(texts.counts[~frequent].sum())
    words = sorted(known, key=lambda word: (-known[word], word))

    versions = [importlib.metadata.version(package) for package in ("gensim", "numpy")]
    key = digest(["scisumm word vectors", asdict(settings), texts.digest, versions])
    vectors = cache.load(key) if cache else None
    if vectors is None:
        names = [word if word in known else UNKNOWN for word in texts.words]
        trained, learned = train_words(
            _Sentences(texts, names),
            settings.seed,
            where,
            dimensions=settings.dimensions,
            skip_gram=True,
            min_count=1,
            epochs=settings.epochs,
        )
        rows = {word: row for row, word in enumerate(words)}
        vectors = np.zeros((len(words), settings.dimensions), np.float32)
        vectors[[rows[word] for word in trained]] = learned  # [UNK] need not be among them
        if cache:
            cache.store(key, vectors)
    return WordVectors(words, np.array([known[word] for word in words], np.int64), vectors)


def write_vectors(
    path: str | Path,
    summary: str | Path,
    texts: Iterable[Text],
    settings: VectorSettings,
    *,
    where: str,
    cache: ArrayCache | None = None,
) -> WordVectors:
    """Train on ``texts``; write the vectors (VECTORS) and a JSON summary.

    The summary has the numbers of ``tokens``, ``sentences`` and ``texts``, in all and by source,
    ``words`` (distinct), ``vocabulary`` (without ``[UNK]``), the share of ``unknown`` tokens, and
    ``settings``.
    """
    split = split_texts(texts, keep_markers=settings.keep_markers, cased=settings.cased)
    vectors = train_vectors(split, settings, where, cache)
    flat = pa.array(vectors.vectors.ravel(), pa.float32())
    starts = np.arange(0, len(flat) + 1, settings.dimensions, dtype=np.int32)
    lists = pa.ListArray.from_arrays(pa.array(starts), flat)
    columns = {"word": vectors.words, "count": vectors.counts, "vector": lists}
    write_table(path, pa.table(columns, VECTORS))

    totals: dict[str, int] = {}
    for unit in ("tokens", "sentences", "texts"):
        totals[unit] = sum(of_source[unit] for of_source in split.sources.values())
    n_unknown = int(vectors.counts[vectors.words.index(UNKNOWN)])
    described = {
        "sources": split.sources,
        "words": len(split.words),
        "vocabulary": len(vectors.words) - 1,
        "unknown": n_unknown / vectors.total,
        "settings": asdict(settings),
    }
    write_json(summary, totals | described)
    return vectors


def read_vectors(path: str | Path) -> WordVectors:
    """Read the table of ``write_vectors``."""
    table = read_table(path, VECTORS)
    vectors = table.column("vector").combine_chunks().flatten().to_numpy()
    return WordVectors(
        table.column("word").to_pylist(),
        table.column("count").to_numpy(),
        vectors.reshape(table.num_rows, -1),
    )


class _Sentences:
    """Sentences as lists of words, rare ones replaced; read anew in each epoch."""

    def __init__(self, texts: TrainingTexts, names: Sequence[str]):
        self._texts = texts
        self._names = np.array(names, dtype=object)
        self._pass = 0

    def __iter__(self) -> Iterator[list[str]]:
        name = f"epoch {self._pass}" if self._pass else "count words"
        self._pass += 1
        ends = self._texts.ends
        with tqdm(desc=f"word2vec: {name}", total=len(ends), unit="sentence") as bar:
            start = 0
            for first in range(0, len(ends), PART_SENTENCES):
                block = ends[first : first + PART_SENTENCES].tolist()
                words = self._names[self._texts.tokens[start : block[-1]]].tolist()
                for begin, end in pairwise([start, *block]):
                    yield words[begin - start : end - start]
                bar.update(len(block))
                start = block[-1]
