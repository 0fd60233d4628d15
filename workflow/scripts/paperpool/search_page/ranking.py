"""Orders of papers: by one score, or by two orders at once."""

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.search_page.papers import Rows

Scores = NDArray[np.float64]


def order_rows(scores: Scores, rows: Rows, n: int) -> Rows:
    """Return the first ``n`` of ``rows`` (ascending) by falling score, equal scores by row.

    ``scores`` has a score for every paper.
    """
    among = scores[rows]
    if n < len(rows):
        rows = rows[among >= np.partition(among, -n)[-n]]
    return rows[np.argsort(-scores[rows], kind="stable")][:n]


def find_ranks(scores: Scores, rows: Rows, wanted: Rows) -> NDArray[np.int64]:
    """Return the rank (from 1) of each of ``wanted`` among ``rows``, of which they are some.

    Equal scores are by row. Nothing but the scores is sorted, which many papers make slow.
    """
    among, own = scores[rows], scores[wanted]
    rising = np.sort(among)
    ranks = 1 + len(rows) - np.searchsorted(rising, own, "right")
    ties = np.searchsorted(rising, own, "right") - np.searchsorted(rising, own, "left") > 1
    for score in np.unique(own[ties]):
        equal = rows[among == score]
        tied = own == score
        ranks[tied] += np.searchsorted(equal, wanted[tied])
    return ranks


def fuse(one: Scores, other: Scores, rows: Rows, n: int) -> Scores:
    """Return reciprocal rank fusion of two scores for what may be the first ``n`` of ``rows``.

    0 for all other papers: one of neither order's first ``2 n + RANK_OFFSET`` is behind the first
    ``n`` of either, which have more from one order than it has from both. See
    ``rankers.fusion.reciprocal_ranks``.
    """
    depth = 2 * n + RANK_OFFSET
    may_be = np.union1d(order_rows(one, rows, depth), order_rows(other, rows, depth))
    fused = np.zeros(len(one))
    fused[may_be] = 1 / (RANK_OFFSET + find_ranks(one, rows, may_be))
    fused[may_be] += 1 / (RANK_OFFSET + find_ranks(other, rows, may_be))
    return fused
