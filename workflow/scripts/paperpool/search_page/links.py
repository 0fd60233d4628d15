"""Which sentences of a found paper are nearest to those that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE
from paperpool.search_page.model import Link, Sentence


class SentenceSpace(Protocol):
    """Compares sentences: by the vectors of an encoder, or by words."""

    def compare(
        self, asked: Sequence[str], offered: Sequence[Sequence[str]]
    ) -> list[NDArray[np.float64]]:
        """Return cosines for each offered paper, shape (len(asked), the paper's sentences)."""


def compare_chosen(
    space: SentenceSpace,
    asked: Sequence[Sentence],
    chosen: Sequence[int],
    offered: Sequence[Sequence[Sentence]],
) -> list[NDArray[np.float64]]:
    """Return the cosines of the chosen sentences with those of each of several papers.

    Each of shape (len(chosen), the paper's sentences). All of an example's sentences go to the
    space together, so that it may keep what it makes of them whichever are chosen.
    """
    texts = [[sentence.text for sentence in paper] for paper in offered]
    return [cosines[list(chosen)] for cosines in space.compare([s.text for s in asked], texts)]


def link_sentences(cosines: NDArray[np.float64], chosen: Sequence[int]) -> tuple[Link, ...]:
    """Return for each chosen sentence the one that is nearest to it, the nearest pair first.

    ``cosines`` are those of ``compare_chosen``. A sentence to which none is near at all, with a
    cosine of 0 or less, has no link.
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
    """Return the mean over the chosen sentences of the largest cosine; below any where none is.

    As the ranking by late interaction of ``rankers.late``.
    """
    return float(cosines.max(axis=1).mean()) if cosines.size else LOWEST_SCORE
