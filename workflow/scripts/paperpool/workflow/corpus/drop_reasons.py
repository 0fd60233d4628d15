"""A filter of the corpus at work: an ordered list of reasons to drop a paper."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Reasons = NDArray[np.int64]

KEPT = -1
"""In place of a reason: no reason holds."""

_INDENT = 32
"""White space that a text may begin with and still be looked at only once."""


def _count_nothing(papers: pa.Table, is_kept: Flags) -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Filter:
    """The drop reasons of a filter in order, and the function that finds the first that holds.

    ``find_reasons(papers, selected)`` takes a table of ``tables.PAPERS`` (with ``sentences`` if
    papers have their own) and flags of CSFCube's selection, shape (n,). It returns the place of the
    reason in ``reasons``, or ``KEPT``, shape (n,).

    ``count(papers, is_kept)`` returns further counts for the summary, numbers by names at any
    depth.
    """

    reasons: tuple[str, ...]
    find_reasons: Callable[[pa.Table, Flags], Reasons]
    count: Callable[[pa.Table, Flags], dict[str, Any]] = _count_nothing


def first_that_holds(n: int, *conditions: Flags) -> Reasons:
    """Return the place of the first condition that holds in each of ``n`` rows, or ``KEPT``."""
    return np.select(conditions, range(len(conditions)), default=np.full(n, KEPT))


def are_shorter(texts: pa.ChunkedArray, characters: int) -> Flags:
    """Return the texts with fewer characters without white space around them; null is empty."""
    starts = pc.utf8_slice_codeunits(texts, 0, characters + _INDENT)
    are_shorter = _characters(starts) < characters
    if are_shorter.any():
        looked_at = texts.filter(pa.array(are_shorter))
        are_shorter[are_shorter] = _characters(looked_at) < characters
    return are_shorter


def _characters(texts: pa.ChunkedArray) -> NDArray[np.int64]:
    """Return the length of each text without white space around it; 0 if it is null."""
    lengths = pc.utf8_length(pc.utf8_trim_whitespace(texts))
    return pc.fill_null(lengths, 0).to_numpy().astype(np.int64)
