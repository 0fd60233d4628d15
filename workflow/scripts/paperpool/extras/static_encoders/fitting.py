"""Fit the vectors of a static encoder to a teacher's vectors of papers.

The start is Arora et al. 2017: the teacher's vector of a piece alone, weighted by a / (a + p) for a
share p of the corpus. The fit is the most probable table that brings sums of pieces near the
teacher's paper vectors, solved exactly by one linear system with an equation per paper.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_matrix, diags

from paperpool.text.analysis import count_words

Table = NDArray[np.float32]


@dataclass(frozen=True)
class FitSettings:
    """Priors of the fit, chosen on papers and citations that no collection judges.

    ``rareness`` is a of the weights. ``together`` is the variance of common moves, relative to that
    of single pieces; ``noise`` is the residual variance.
    """

    rareness: float = 1e-3
    together: float = 3.0
    noise: float = 1.0


def count_pieces(pieces: Sequence[Sequence[int]], n_pieces: int) -> csr_matrix:
    """Return how often each text has each piece, shape (texts, n_pieces)."""
    starts = np.cumsum([0, *map(len, pieces)])
    ids = np.fromiter(chain.from_iterable(pieces), np.int32, starts[-1])
    return count_words(ids, starts, n_pieces).astype("f4")


def weigh_pieces(occurrences: NDArray[np.int64], rareness: float) -> tuple[Table, Table]:
    """Return each piece's weight and its share of the corpus, each of shape (pieces,)."""
    shares = (occurrences + 0.5) / (occurrences + 0.5).sum()
    return (rareness / (rareness + shares)).astype("f4"), shares.astype("f4")


def fit_table(
    pieces: Table,
    occurrences: NDArray[np.int64],
    counts: csr_matrix,
    vectors: Table,
    settings: FitSettings,
) -> Table:
    """Return the table of a static encoder, shape (pieces, dimensions).

    ``pieces`` has the teacher's vector of each piece, ``occurrences`` its frequency in the corpus,
    ``counts`` (see ``count_pieces``) that in each of some papers, and ``vectors`` the teacher's
    vectors of these. Papers without a piece are ignored.
    """
    weights, shares = weigh_pieces(occurrences, settings.rareness)
    known = np.flatnonzero(np.diff(counts.indptr))
    texts = _scale_rows(counts[known] @ diags(weights))
    table = _remove_common(_to_length_one(pieces), weights * shares, texts)
    wanted = _to_length_one(vectors[known])
    wanted = _to_length_one(wanted - wanted.mean(axis=0))

    # from where the scaled sums of pieces are, the table moves towards the teacher's vectors
    start = texts @ table
    scale = (start * wanted).sum() / (start**2).sum()
    together = settings.together / (start**2).sum(axis=1).mean()
    system = (texts @ texts.T).toarray() + together * (start @ start.T)
    system[np.diag_indices_from(system)] += settings.noise
    missed = cho_solve(cho_factor(system, overwrite_a=True), wanted - scale * start)
    moves = texts.T @ missed
    fitted = scale * table + moves + together * (table @ (table.T @ moves))
    return (weights[:, None] * fitted).astype("f4")


def _to_length_one(rows: Table) -> Table:
    """Return the rows at unit length; zero rows stay zero."""
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def _scale_rows(counts: csr_matrix) -> csr_matrix:
    """Return the rows at unit length."""
    return (diags(1 / np.sqrt(counts.multiply(counts).sum(axis=1).A1)) @ counts).tocsr()


def _remove_common(table: Table, weights: Table, texts: csr_matrix) -> Table:
    """Remove the weighted mean and the first principal component of texts from a table."""
    table = table - weights @ table / weights.sum()
    sums = texts @ table
    first = np.linalg.eigh(sums.T @ sums)[1][:, -1:]
    return table - (table @ first) @ first.T
