"""Draw items one after another, each with a probability proportional to its size.

An item is drawn once. Its probability is its size's share of those that are left; it stands beside
the judgment, as estimates need it (``judging.estimating``).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.judging.measures import Ints


@dataclass(frozen=True)
class Sample:
    """Items drawn in this order, and the probability of each among those left."""

    drawn: Ints
    probabilities: Floats

    def __len__(self) -> int:
        return len(self.drawn)

    def first(self, n: int) -> "Sample":
        """Return the first ``n`` draws."""
        return Sample(self.drawn[:n], self.probabilities[:n])


def draw_items(sizes: Floats, n: int, rng: np.random.Generator) -> Sample:
    """Return up to ``n`` drawn items; those of size 0 are never drawn.

    The order of exponential times, divided by the sizes, is that of drawing one after another
    (Efraimidis and Spirakis 2006, "Weighted random sampling with a reservoir").
    """
    times = rng.standard_exponential(len(sizes))
    with np.errstate(divide="ignore"):
        order = np.argsort(times / sizes, kind="stable")
    drawn = order[: min(n, int((sizes > 0).sum()))]
    left = sizes.sum() - np.concatenate([[0.0], np.cumsum(sizes[drawn])[:-1]])
    return Sample(drawn, sizes[drawn] / np.maximum(left, sizes[drawn]))


def expect_inclusion(sizes: Floats, n: int) -> Floats:
    """Return about how probable it is that each item is among the first ``n`` that are drawn.

    Drawing stops at a time up to which ``n`` items are expected (Rosén 1997, "On sampling with
    probability proportional to size").
    """
    is_there = sizes > 0
    inclusion = is_there.astype(float)
    if n >= is_there.sum() or not n:
        return inclusion if n else np.zeros(len(sizes))
    scaled = sizes[is_there] / sizes.sum()
    time = 0.0
    for _ in range(_STEPS):  # Newton's, of a function that flattens: it never goes too far
        left = np.exp(-time * scaled)
        missing = n - (1 - left).sum()
        if missing < _CLOSE:
            break
        time += missing / (scaled * left).sum()
    inclusion[is_there] = -np.expm1(-time * scaled)
    return inclusion


def combine_sizes(differences: Floats, undecided: NDArray[np.bool_]) -> Floats:
    """Return the sizes of items from the weights' differences of pairs of runs, (pairs, items).

    Each pair of runs counts alike, a decided one ``DECIDED`` times as much: its estimate goes on,
    and has to be one of all its items. The sizes of identical runs are 0.
    """
    sizes = np.zeros(differences.shape[1])
    for difference, is_open in zip(np.abs(differences), undecided, strict=True):
        total = difference.sum()
        if total:
            sizes += difference / total * (1.0 if is_open else DECIDED)
    return sizes


_STEPS = 50
_CLOSE = 1e-6

DECIDED = 0.1
"""How much a decided pair of runs counts beside an undecided one."""
