"""Word2vec trained on a corpus's abstracts (CSFCube, appendix C)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from tqdm import tqdm

from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import read_batches, write_table
from paperpool.text.word_vectors import train_on_texts


class _Abstracts:
    """The abstracts of a corpus as lists of words, read anew in each epoch."""

    def __init__(self, tokens: str | Path, words: Sequence[str]):
        self._tokens = tokens
        self._words = np.array(words, dtype=object)
        self._total = count_rows(tokens)
        self._pass = 0

    def __iter__(self) -> Iterator[list[str]]:
        name = f"epoch {self._pass}" if self._pass else "count words"
        self._pass += 1
        with tqdm(desc=f"word2vec: {name}", total=self._total, unit="abstract") as bar:
            for batch in read_batches([self._tokens], ["abs"]):
                for ids in batch.column("abs"):
                    yield self._words[ids.values.to_numpy()].tolist()
                bar.update(batch.num_rows)


def train_word_vectors(tokens: str | Path, words: Sequence[str], seed: int) -> pa.Table:
    """Return the vectors of a corpus's words, as ``train_on_texts`` does of its abstracts."""
    return train_on_texts(_Abstracts(tokens, words), seed, str(tokens))


def write_word_vectors(
    tokens: str | Path, words: Sequence[str], seed: int, path: str | Path
) -> int:
    """Train on the abstracts of ``tokens``, write the vectors; return the number of words."""
    table = train_word_vectors(tokens, words, seed)
    write_table(path, table)
    return table.num_rows
