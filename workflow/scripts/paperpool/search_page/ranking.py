"""Orders of papers: by one score, or by two orders at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.search_page.papers import Rows

Scores = NDArray[np.float64]


def order_rows(scores: Scores, rows: Rows) -> Rows:
    """Return ``rows`` (ascending) by falling score, equal scores by row.

    ``scores`` has a score for every paper.
    """
    return rows[np.argsort(-scores[rows], kind="stable")]


def find_ranks(scores: Scores, rows: Rows) -> NDArray[np.int64]:
    """Return the rank (from 1) of each of ``rows``, in their order."""
    ranks = np.empty(len(rows), np.int64)
    ranks[np.argsort(-scores[rows], kind="stable")] = np.arange(1, len(rows) + 1)
    return ranks


def fuse(one: Scores, other: Scores, rows: Rows) -> Scores:
    """Return reciprocal rank fusion of two scores among ``rows``; 0 for all other papers.

    See ``rankers.fusion.reciprocal_ranks``.
    """
    fused = np.zeros(len(one))
    fused[rows] = 1 / (RANK_OFFSET + find_ranks(one, rows))
    fused[rows] += 1 / (RANK_OFFSET + find_ranks(other, rows))
    return fused
