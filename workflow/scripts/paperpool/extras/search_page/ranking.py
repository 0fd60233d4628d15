"""Orders of papers, by one score or by two at once, and links between sentences."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.extras.search_page.model import Link
from paperpool.extras.search_page.papers import Rows
from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE


def link_sentences(cosines: NDArray[np.float64], chosen: Sequence[int]) -> tuple[Link, ...]:
    """Return the nearest sentence for each chosen one, if its cosine is positive, nearest first.

    ``cosines`` have shape (chosen sentences, the result's).
    """
    if not cosines.shape[1]:
        return ()

    links = []
    nearest = cosines.argmax(axis=1)
    for asked, found, of_sentence in zip(chosen, nearest, cosines, strict=True):
        similarity = float(of_sentence[found])
        if similarity > 0:
            links.append(Link(asked, int(found), similarity))
    return tuple(sorted(links, key=lambda link: (-link.similarity, link.asked)))


def mean_of_best(cosines: NDArray[np.float64]) -> float:
    """Return the mean over the chosen sentences of the largest cosine, as ``rankers.late`` does.

    Without sentences it is below any cosine.
    """
    if not cosines.size:
        return LOWEST_SCORE
    return float(cosines.max(axis=1).mean())


Scores = NDArray[np.float64]


def order_rows(scores: Scores, rows: Rows, n: int) -> Rows:
    """Return the first ``n`` of ``rows`` (ascending) by falling score, equal scores by row."""
    among = scores[rows]
    if n < len(rows):
        rows = rows[among >= np.partition(among, -n)[-n]]
    return rows[np.argsort(-scores[rows], kind="stable")][:n]


def fuse(first_scores: Scores, second_scores: Scores, rows: Rows) -> Scores:
    """Return the reciprocal rank fusion of two scores of ``rows``; other papers get 0.

    See ``rankers.fusion.reciprocal_ranks``.
    """
    fused = np.zeros(len(first_scores))
    parts = 1 / (RANK_OFFSET + np.arange(1, len(rows) + 1))
    for scores in (first_scores, second_scores):
        fused[order_rows(scores, rows, len(rows))] += parts
    return fused
