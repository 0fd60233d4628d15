"""Weights of terms in texts, in place of counts: files that are read as memory maps."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scipy import sparse

from paperpool.io.mapped_files import map_array
from paperpool.search.appended_arrays import appending
from paperpool.search.term_counts import TermCounts


class TermWeights(TermCounts):
    """The weights (float32) of terms in texts, searched as counts are; terms have no words."""

    def __init__(self, folder: Path, n_terms: int):
        self.indptr = map_array(folder / "indptr.npy")
        self.indices = map_array(folder / "indices.npy")
        self.counts = map_array(folder / "weights.npy")
        self.n_words = n_terms


def write_term_weights(
    batches: Iterable[sparse.csr_matrix], n_terms: int, folder: Path
) -> TermWeights:
    """Write weights, one row per text, terms ascending, to ``folder``; memory holds a batch."""
    n_weights = 0
    with (
        appending(folder / "indptr.npy", np.dtype(np.int64)) as ends,
        appending(folder / "indices.npy", np.dtype(np.int32)) as terms,
        appending(folder / "weights.npy", np.dtype(np.float32)) as weights,
    ):
        ends.append(np.zeros(1, np.int64))
        for batch in batches:
            ends.append(n_weights + batch.indptr[1:].astype(np.int64))
            terms.append(batch.indices)
            weights.append(batch.data)
            n_weights += batch.nnz
    return TermWeights(folder, n_terms)
