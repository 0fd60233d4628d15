"""What is wrong with some papers, and with how many.

Each kind trips one condition of the corpus filters (or a null of the released sample), so that a
demo of a few thousand papers exercises every one of them at a known rate.
"""

import enum

import numpy as np
import numpy.typing as npt


class Dirt(enum.IntEnum):
    """The one thing that is wrong with a paper."""

    CLEAN = 0
    NO_ABSTRACT = 1
    SHORT_ABSTRACT = 2  # under 30 characters
    FEW_SENTENCES = 3  # one or two
    MANY_SENTENCES = 4  # more than 20
    LONG_SENTENCE = 5  # one of more than 80 tokens
    SHORT_SENTENCES = 6  # all of fewer than 4 tokens
    NO_TITLE = 7
    NO_YEAR = 8
    NO_FIELD = 9


RATES: dict[Dirt, float] = {
    Dirt.NO_ABSTRACT: 0.03,
    Dirt.SHORT_ABSTRACT: 0.01,
    Dirt.FEW_SENTENCES: 0.02,
    Dirt.MANY_SENTENCES: 0.005,
    Dirt.LONG_SENTENCE: 0.01,
    Dirt.SHORT_SENTENCES: 0.004,
    Dirt.NO_TITLE: 0.005,
    Dirt.NO_YEAR: 0.01,
    Dirt.NO_FIELD: 0.03,
}
"""The share of the corpus that has each kind of dirt; all others are clean."""

TWIN_RATE = 0.006
"""The share of the corpus that repeats another paper under an id of its own."""


def assign_dirt(n_papers: int, generator: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return a Dirt per paper, each kind exactly at its rate (rounded, at least one)."""
    kinds = np.zeros(n_papers, dtype=np.uint8)
    order = generator.permutation(n_papers)
    start = 0
    for kind, rate in RATES.items():
        count = max(1, round(rate * n_papers))
        kinds[order[start : start + count]] = kind
        start += count
    return kinds


def assign_twins(
    kinds: npt.NDArray[np.uint8], generator: np.random.Generator
) -> npt.NDArray[np.int32]:
    """Return for each paper the index of the paper that it repeats, -1 for almost all.

    Originals and twins are clean, and no paper is both or has two twins.
    """
    twin_of = np.full(len(kinds), -1, dtype=np.int32)
    count = max(1, round(TWIN_RATE * len(kinds)))
    clean = generator.permutation(np.flatnonzero(kinds == Dirt.CLEAN))[: 2 * count]
    half = len(clean) // 2
    twin_of[clean[:half]] = clean[half : 2 * half]
    return twin_of
