"""Draw the evaluation splits of a collection, both facets of a query paper in one half.

As in the release, each facet's pairs are in two halves, each the development set of one fold and
the test set of the other, and ``all`` is their union. In the release seven papers are in both
halves of ``all``, so that tuning on one half sees papers of the other; here a paper is in one half
unless the other would be empty.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import numpy as np

from paperpool.collections.collection import Pair
from paperpool.collections.csfcube_folds import cross_halves

_DRAWS = 200
"""Orders of the papers that are tried; the most even halves are taken."""


def make_folds(
    pairs: Sequence[Pair], facet_names: Sequence[str], seed: int
) -> dict[str, dict[str, list[Pair]]]:
    """Draw the folds of ``pairs`` for the slice of each facet, and for ``all``.

    The order of ``pairs`` does not count. A facet with fewer than two pairs has an empty half.
    """
    facets: dict[str, list[str]] = {}
    for query, facet in sorted(pairs):
        facets.setdefault(query, []).append(facet)
    generator = np.random.default_rng([seed, 500])
    papers = list(facets)
    draws = []
    for _ in range(_DRAWS):
        order = generator.permutation(len(papers))
        draws.append(_halve([papers[position] for position in order], facets))
    half_of = min(draws, key=lambda half_of: _unevenness(half_of, facets))

    halves: dict[str, tuple[list[Pair], list[Pair]]] = {"all": ([], [])}
    for facet in facet_names:
        split: tuple[list[Pair], list[Pair]] = ([], [])
        for query in papers:
            if facet in facets[query]:
                split[half_of[query]].append((query, facet))
        halves[facet] = _fill(split)
        for half_of_all, half in zip(halves["all"], halves[facet], strict=True):
            half_of_all.extend(half)
    return cross_halves(halves)


def _halve(order: list[str], facets: dict[str, list[str]]) -> dict[str, int]:
    """Put each paper, by falling number of facets, into the half with fewer of its facets."""
    counts: list[Counter[str]] = [Counter(), Counter()]
    half_of = {}
    for paper in sorted(order, key=lambda paper: -len(facets[paper])):
        # with equally many of its facets, the half with fewer pairs at all
        loads = []
        for count in counts:
            n_alike = sum(count[facet] for facet in facets[paper])
            loads.append((n_alike, count.total()))
        half = loads.index(min(loads))

        half_of[paper] = half
        for facet in facets[paper]:
            counts[half][facet] += 1
    return half_of


def _unevenness(half_of: dict[str, int], facets: dict[str, list[str]]) -> tuple[int, int]:
    """Return how many facets of two pairs or more have an empty half, and the differences.

    The latter are summed over facets: by how many pairs their halves differ in size.
    """
    n_empty = 0
    difference = 0
    for facet in set(chain.from_iterable(facets.values())):
        halves = [half for paper, half in half_of.items() if facet in facets[paper]]
        if len(halves) > 1 and len(set(halves)) == 1:
            n_empty += 1
        difference += abs(2 * sum(halves) - len(halves))
    return n_empty, difference


def _fill(split: tuple[list[Pair], list[Pair]]) -> tuple[list[Pair], list[Pair]]:
    """Return the halves; if one is empty and the other has two or more pairs, divide those."""
    whole = sorted([*split[0], *split[1]])
    if len(whole) < 2 or (split[0] and split[1]):
        return split
    middle = len(whole) // 2
    return whole[:middle], whole[middle:]
