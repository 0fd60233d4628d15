"""The tokens of a corpus, made once for the term-level sources and word2vec.

Tokens are those of ``paperpool.text.analysis``; word2vec is CSFCube's (appendix C).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy import sparse
from tqdm import tqdm

from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import (
    POOL_TOKENS,
    POOL_WORDS,
    read_batches,
    read_table,
    write_table,
    writing_table,
)
from paperpool.text.analysis import count_words, tokenize
from paperpool.text.term_vectors import smoothed_idf
from paperpool.text.word_vectors import train_on_texts
from paperpool.workflow.pools.candidates import are_candidates
from paperpool.workflow.pools.names import TEXTS

_COLUMNS = {"title": "title", "abs": "abstract"}


def write_tokens(
    papers: Sequence[str | Path], column: str, tokens: str | Path, words: str | Path
) -> int:
    """Write the tokens of the candidates by ``column``; return the number of papers.

    ``tokens`` gets a row per paper in the order of ``papers`` (POOL_TOKENS), ``words`` a row per
    distinct token in order of first appearance (POOL_WORDS). Memory holds a batch of papers and the
    distinct tokens.
    """
    vocabulary: dict[str, int] = {}
    frequencies = dict.fromkeys(TEXTS, np.zeros(0, np.int64))
    n_papers = 0
    needed = ["paper_id", *_COLUMNS.values(), column]
    with writing_table(tokens, POOL_TOKENS) as writer:
        for batch in tqdm(read_batches(papers, needed), desc="tokenize", unit="batch"):
            batch = batch.filter(are_candidates(batch, column))
            arrays: list[pa.Array] = [batch.column("paper_id")]
            numbered = _number([batch.column(_COLUMNS[text]) for text in TEXTS], vocabulary)
            for text, (ids, offsets) in zip(TEXTS, numbered, strict=True):
                # the batch may have new words, which no earlier paper has
                n_new = len(vocabulary) - len(frequencies[text])
                before = np.pad(frequencies[text], (0, n_new))
                word_of_paper = count_words(ids, offsets, len(vocabulary)).indices
                added = np.bincount(word_of_paper, minlength=len(vocabulary))
                frequencies[text] = before + added
                arrays.append(pa.ListArray.from_arrays(pa.array(offsets), pa.array(ids)))

            writer.write_batch(pa.record_batch(arrays, schema=POOL_TOKENS))
            n_papers += batch.num_rows

    columns = [pa.array(list(vocabulary), pa.string())]
    for text in TEXTS:
        columns.append(pa.array(frequencies[text]))
    write_table(words, pa.Table.from_arrays(columns, schema=POOL_WORDS))
    return n_papers


def _number(
    columns: Sequence[pa.Array], vocabulary: dict[str, int]
) -> list[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Return for each column the numbers of its tokens, and the offset of each text.

    Numbers are given paper by paper, so that they do not depend on the batches.
    """
    numbers: list[list[int]] = [[] for _ in columns]
    offsets = [[0] for _ in columns]
    for texts in zip(*(column.to_pylist() for column in columns), strict=True):
        for place, text in enumerate(texts):
            for word in tokenize(text or ""):
                numbers[place].append(vocabulary.setdefault(word, len(vocabulary)))
            offsets[place].append(len(numbers[place]))

    numbered = []
    for place in range(len(columns)):
        ids = np.array(numbers[place], np.int32)
        numbered.append((ids, np.array(offsets[place], np.int32)))
    return numbered


@dataclass(frozen=True)
class Words:
    """The distinct tokens of a corpus; ``documents[text]`` are their document frequencies."""

    words: list[str]
    documents: dict[str, NDArray[np.int64]]
    n_papers: int

    def idf(self, text: str) -> NDArray[np.float64]:
        """Return scikit-learn's smoothed inverse document frequency of each word."""
        return smoothed_idf(self.documents[text], self.n_papers)


def read_words(tokens: str | Path, words: str | Path) -> Words:
    """Read the words that ``write_tokens`` wrote."""
    table = read_table(words, POOL_WORDS)
    documents = {text: table.column(f"n_{text}").to_numpy() for text in TEXTS}
    return Words(table.column("word").to_pylist(), documents, count_rows(tokens))


def read_counts(
    tokens: str | Path, text: str, n_words: int, only: Sequence[str] | None = None
) -> Iterator[tuple[NDArray[np.str_], sparse.csr_matrix]]:
    """Yield paper ids and word counts (see ``count_words``) by batch, of all papers or ``only``
    some.
    """
    for batch in read_batches([tokens], ["paper_id", text]):
        if only is not None:
            batch = batch.filter(pc.is_in(batch.column("paper_id"), pa.array(only, pa.string())))
        if batch.num_rows == 0:
            continue

        lists = batch.column(text)
        ids = lists.flatten().to_numpy(zero_copy_only=False)
        offsets = lists.offsets.to_numpy()
        papers = np.array(batch.column("paper_id").to_pylist(), dtype=np.str_)
        yield papers, count_words(ids, offsets - offsets[0], n_words)


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


def write_word_vectors(
    tokens: str | Path, words: Sequence[str], seed: int, path: str | Path
) -> int:
    """Train on the abstracts of ``tokens``, write the vectors; return the number of words."""
    table = train_on_texts(_Abstracts(tokens, words), seed, str(tokens))
    write_table(path, table)
    return table.num_rows
