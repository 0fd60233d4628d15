"""Write vectors of many papers, or of their sentences, batch by batch as .npy files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from paperpool.search.appended_arrays import appending

PART_PAPERS = 100_000
"""Papers whose embeddings are held at once, or that blocks of a cached model are formed of."""

_KEPT_PAPERS = 1_000
"""Papers whose sentences are copied at once."""

Item = TypeVar("Item")


def split_parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield items in parts of PART_PAPERS."""
    for start in range(0, len(items), PART_PAPERS):
        yield items[start : start + PART_PAPERS]


def write_vectors(batches: Iterable[NDArray[np.float32]], n_papers: int, path: str | Path) -> None:
    """Write vectors as one .npy file, shape (n_papers, dimensions); memory holds a batch."""
    written = 0
    with appending(path, np.dtype(np.float32)) as rows:
        for batch in batches:
            rows.append(batch)
            written += len(batch)
        if not written or written != n_papers:
            raise ValueError(f"{written} vectors for {n_papers} papers")


def write_sentence_vectors(
    batches: Iterable[Sequence[NDArray[np.float32]]], vectors: str | Path, starts: str | Path
) -> int:
    """Write the sentences' vectors of papers; rows of NaN, beyond an encoder's limit, are left out.

    ``vectors`` gets a row for each sentence, shape (sentences, dimensions); those of paper i are
    rows starts[i] to starts[i + 1]. Returns the number of rows; memory holds a batch.
    """
    n_sentences = 0
    with (
        appending(vectors, np.dtype(np.float32)) as rows,
        appending(starts, np.dtype(np.int64)) as ends,
    ):
        ends.append(np.zeros(1, np.int64))
        for batch in batches:
            for start in range(0, len(batch), _KEPT_PAPERS):
                known = keep_known(batch[start : start + _KEPT_PAPERS])
                rows.append(np.concatenate(known))
                ends.append(n_sentences + np.cumsum([len(of_paper) for of_paper in known]))
                n_sentences += sum(map(len, known))
    return n_sentences


def keep_known(encoded: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Return the vectors of papers without rows of NaN."""
    return [of_paper[~np.isnan(of_paper).any(axis=1)] for of_paper in encoded]
