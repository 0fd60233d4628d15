"""Orders of papers, by one score or by two at once, and links between sentences."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE
from paperpool.search_page.model import Link
from paperpool.search_page.papers import Rows


def link_sentences(cosines: NDArray[np.float64], chosen: Sequence[int]) -> tuple[Link, ...]:
    """Return the nearest sentence for each chosen one, if its cosine is positive, nearest first.

    ``cosines`` are those of ``PaperRankers.compare``.
    """
    if not cosines.shape[1]:
        return ()
    nearest = cosines.argmax(axis=1)
    links = [
        Link(asked, int(found), float(of_sentence[found]))
        for asked, found, of_sentence in zip(chosen, nearest, cosines, strict=True)
        if of_sentence[found] > 0
    ]
    return tuple(sorted(links, key=lambda link: (-link.similarity, link.asked)))


def mean_of_best(cosines: NDArray[np.float64]) -> float:
    """Return the mean over the chosen sentences of the largest cosine, as ``rankers.late`` does.

    Without sentences it is below any cosine.
    """
    return float(cosines.max(axis=1).mean()) if cosines.size else LOWEST_SCORE


Scores = NDArray[np.float64]


def order_rows(scores: Scores, rows: Rows, n: int) -> Rows:
    """Return the first ``n`` of ``rows`` (ascending) by falling score, equal scores by row."""
    among = scores[rows]
    if n < len(rows):
        rows = rows[among >= np.partition(among, -n)[-n]]
    return rows[np.argsort(-scores[rows], kind="stable")][:n]


def find_ranks(scores: Scores, rows: Rows, wanted: Rows) -> NDArray[np.int64]:
    """Return the rank (from 1) of each of ``wanted`` among ``rows``, equal scores by row."""
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
    """Return the reciprocal rank fusion of two scores for the possible first ``n`` of ``rows``.

    Other papers get 0: outside of the first ``2 n + RANK_OFFSET`` of both orders a paper is behind
    the first ``n`` of either. See ``rankers.fusion.reciprocal_ranks``.
    """
    depth = 2 * n + RANK_OFFSET
    may_be = np.union1d(order_rows(one, rows, depth), order_rows(other, rows, depth))
    fused = np.zeros(len(one))
    fused[may_be] = 1 / (RANK_OFFSET + find_ranks(one, rows, may_be))
    fused[may_be] += 1 / (RANK_OFFSET + find_ranks(other, rows, may_be))
    return fused
