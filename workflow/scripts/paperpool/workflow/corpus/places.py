"""The place of a row in a group of shards: one number.

It is the row's line, and above ``LINE_BITS`` bits the number of its shard.
"""

from collections.abc import Sequence

import numpy as np

LINE_BITS = 32
"""The bits of a place that are the line."""


def make_places(lines: Sequence[int], number: int) -> np.ndarray:
    """Return the places of lines of the shard with this number in its group, from 0."""
    return np.asarray(lines, np.int64) + (number << LINE_BITS)


def find_line(place: int) -> tuple[int, int]:
    """Return the number of the shard and the line of a place."""
    return place >> LINE_BITS, place & ((1 << LINE_BITS) - 1)
