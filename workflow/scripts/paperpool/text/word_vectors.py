"""Train word2vec, CBOW of 200 dimensions (CSFCube, appendix C), and read its vectors."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import WORD_VECTORS, read_table

DIMENSIONS = 200
EPOCHS = 5
"""gensim's default, as are its window (5), negative samples (5) and smallest count (5)."""


def train_on_texts(
    texts: Iterable[list[str]], seed: int, where: str, words_read: int = 0
) -> pa.Table:
    """Return the CBOW vectors of the words of texts (schema WORD_VECTORS), see ``train_words``."""
    words, vectors = train_words(texts, seed, where, words_read=words_read)
    flat = pa.array(vectors.ravel())
    return pa.Table.from_arrays(
        [pa.array(words, pa.string()), pa.FixedSizeListArray.from_arrays(flat, DIMENSIONS)],
        schema=WORD_VECTORS,
    )


def train_words(
    texts: Iterable[list[str]],
    seed: int,
    where: str,
    *,
    dimensions: int = DIMENSIONS,
    skip_gram: bool = False,
    min_count: int = 5,
    epochs: int = EPOCHS,
    words_read: int = 0,
) -> tuple[list[str], NDArray[np.float32]]:
    """Return the words of texts and their vectors (words, dimensions), most frequent first.

    ``texts``, lists of words, are read once per epoch and once before. Small corpora get up to four
    times the epochs, to read ``words_read`` words, with a proportional learning rate. One worker
    makes results reproducible. Raises UserError, citing ``where``, if no word occurs ``min_count``
    times or a vector is not finite, and errors of reading ``texts``.
    """
    from gensim.models import Word2Vec  # slow to import for those that only read vectors

    model = Word2Vec(
        vector_size=dimensions,
        sg=int(skip_gram),
        min_count=min_count,
        workers=1,
        seed=seed,
        epochs=epochs,
    )
    model.build_vocab(texts)
    if not len(model.wv):
        message = f"No word stands {model.min_count} times in the abstracts of the corpus."
        raise UserError(Problem(message, where, "Word2vec needs a larger corpus."))

    wanted = -(-words_read // model.corpus_total_words)
    model.epochs = min(max(epochs, wanted), 4 * epochs)
    model.alpha *= model.epochs / epochs
    read = _Texts(texts)
    model.train(read, total_examples=model.corpus_count, epochs=model.epochs)
    if read.error is not None:
        raise read.error

    words = list(model.wv.index_to_key)
    vectors = model.wv.vectors.astype(np.float32)
    _refuse_broken(words, vectors, where, "Word2vec diverged: train it for fewer epochs.")
    return words, vectors


class _Texts:
    """Texts that end at an error and keep it: gensim's reading thread would wait for ever."""

    def __init__(self, texts: Iterable[list[str]]):
        self._texts = texts
        self.error: Exception | None = None

    def __iter__(self) -> Iterator[list[str]]:
        if self.error is None:
            try:
                yield from self._texts
            except Exception as error:
                self.error = error


def read_word_vectors(path: str | Path, words: Sequence[str]) -> NDArray[np.float64]:
    """Return the vectors of ``words``, shape (len(words), dimensions); zero for unknown ones.

    Raises UserError for vectors with numbers that are not finite.
    """
    table = read_table(path, WORD_VECTORS)
    vectors = table.column("vector").combine_chunks()
    matrix = vectors.flatten().to_numpy().reshape(table.num_rows, -1)
    row = {word: i for i, word in enumerate(table.column("word").to_pylist())}

    aligned = np.zeros((len(words), matrix.shape[1]))
    known = [(i, row[word]) for i, word in enumerate(words) if word in row]
    if known:
        targets, origins = np.array(known).T
        aligned[targets] = matrix[origins]
    _refuse_broken(words, aligned, str(path), "Delete the file, and it is made anew.")
    return aligned


def _refuse_broken(
    words: Sequence[str], vectors: NDArray[np.floating], where: str, hint: str
) -> None:
    """Raise UserError for words whose row of ``vectors`` is not finite."""
    is_broken = ~np.isfinite(vectors).all(axis=1)
    if is_broken.any():
        broken = [words[i] for i in np.flatnonzero(is_broken).tolist()]
        message = f"{len(broken)} words have vectors with NaN or infinity: {name_some(broken)}."
        raise UserError(Problem(message, where, hint))
