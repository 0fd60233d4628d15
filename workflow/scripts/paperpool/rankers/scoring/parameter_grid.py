"""Choose BM25's parameters from a grid that grows if its best pair lies on an edge.

Source: MDCR section 3.1: k1 and b are optimized on validation sets built as the test sets are. Here
the pair of the highest MAP is taken, the first of equal ones. If a chosen value is the largest or
smallest of its list, the list goes on that way and the new pairs are tried: k1 doubles, or halves,
at most four times; b takes the list's own step there up to 1, or down to 0. A chosen b of 0 or 1,
and a k1 of 0, count as inside. A list of one value stays as it is.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

import pandas as pd

MOST_STEPS = 4
"""How often k1 doubles at its upper edge, and halves at its lower one."""

_DIGITS = 9  # of a value of b: sums of its steps are free of binary dust

Objective = Callable[[float, float], float]
"""The MAP of BM25 with a k1 and a b."""


def try_grid(k1: Iterable[float], b: Iterable[float], mean_ap: Objective) -> pd.DataFrame:
    """Return the MAP of each pair of values: columns k1, b, map, chosen (true for one row).

    The given pairs come first, in their order, then those beyond their edges.
    """
    first_k1 = tuple(k1)
    values_k1 = list(first_k1)
    values_b = list(b)
    tried: dict[tuple[float, float], float] = {}
    while True:
        for pair in product(values_k1, values_b):
            if pair not in tried:
                tried[pair] = mean_ap(*pair)
        best = max(tried, key=lambda pair: tried[pair])  # the first of equal ones
        more_k1 = _beyond_k1(values_k1, first_k1, best[0])
        more_b = _beyond_b(values_b, best[1])
        if not more_k1 and not more_b:
            break
        values_k1 += more_k1
        values_b += more_b

    grid = pd.DataFrame(list(tried), columns=["k1", "b"])
    grid["map"] = list(tried.values())
    grid["chosen"] = [pair == best for pair in tried]
    return grid


def _beyond_k1(values: Sequence[float], first: Sequence[float], chosen: float) -> list[float]:
    """Return the next value if the chosen one is an edge that may go on."""
    if len(first) == 1:
        return []
    if chosen == max(values) and chosen < max(first) * 2**MOST_STEPS:
        return [2 * chosen]
    if chosen == min(values) and chosen > min(first) / 2**MOST_STEPS:
        return [chosen / 2]
    return []


def _beyond_b(values: Sequence[float], chosen: float) -> list[float]:
    """Return the next value, by the list's own step, if the chosen one is an edge."""
    order = sorted(values)
    if len(order) == 1:
        return []
    if chosen == order[-1] < 1:
        return [min(1.0, round(2 * chosen - order[-2], _DIGITS))]
    if chosen == order[0] > 0:
        return [max(0.0, round(2 * chosen - order[1], _DIGITS))]
    return []


def chosen_parameters(grid: pd.DataFrame) -> tuple[float, float]:
    """Return the chosen k1 and b of a grid."""
    row = grid[grid["chosen"]].iloc[0]
    return float(row["k1"]), float(row["b"])


def describe_edges(grid: pd.DataFrame, k1: Sequence[float], b: Sequence[float]) -> list[str]:
    """Return a sentence on each parameter whose list went on, and on a k1 at the final edge."""
    sentences = []
    for name, listed in (("k1", k1), ("b", b)):
        beyond = sorted(set(map(float, grid[name])) - set(map(float, listed)))
        if beyond:
            verb = "was" if len(beyond) == 1 else "were"
            sentences.append(
                f"{name} was best at the edge of its values ({min(listed):g} to {max(listed):g}), "
                f"so {', '.join(f'{value:g}' for value in beyond)} {verb} tried too."
            )

    chosen, _ = chosen_parameters(grid)
    smallest = grid["k1"].min()
    largest = grid["k1"].max()
    if len(k1) > 1 and chosen in (smallest, largest) and chosen > 0:
        beyond_edge = "larger" if chosen == largest else "smaller"
        sentences.append(
            f"The chosen k1, {chosen:g}, is the edge still: no {beyond_edge} one was tried."
        )
    return sentences
