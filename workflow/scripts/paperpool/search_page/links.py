"""Which sentences of a found paper are nearest to those that were asked for."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE
from paperpool.search_page.model import Link


def link_sentences(cosines: NDArray[np.float64], chosen: Sequence[int]) -> tuple[Link, ...]:
    """Return for each chosen sentence the one that is nearest to it, the nearest pair first.

    ``cosines`` are those of ``PaperRankers.compare``. A sentence to which none is near at all,
    with a cosine of 0 or less, has no link.
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
