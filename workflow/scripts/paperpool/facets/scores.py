"""How well a labeller's facets agree with given ones.

Every sentence has exactly one label, so micro-F1 equals the share of sentences labelled alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from paperpool.collections.facets import LABELS

_MERGED = {"objective": "background"}
"""The label that counts as another in CSFCube."""


def score_labels(given: Sequence[str], found: Sequence[str]) -> dict[str, float]:
    """Return figures of two labellings, sentence by sentence.

    They are ``micro_f1``, ``merged_f1``, which is micro-F1 where an objective counts as background
    (as in CSFCube, section 3), ``macro_f1`` and ``f1_<label>``. A label that stands in neither has
    no F1 (nan), and no part in the macro-F1.
    """
    pairs = list(zip(given, found, strict=True))
    merged = [tuple(_MERGED.get(label, label) for label in pair) for pair in pairs]
    by_label = {label: _f1(pairs, label) for label in LABELS}
    present = [value for value in by_label.values() if not math.isnan(value)]
    return {
        "micro_f1": _share_alike(pairs),
        "merged_f1": _share_alike(merged),
        "macro_f1": sum(present) / len(present) if present else math.nan,
        **{f"f1_{label}": value for label, value in by_label.items()},
    }


def _share_alike(pairs: Sequence[tuple[str, ...]]) -> float:
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else math.nan


def _f1(pairs: Iterable[tuple[str, str]], label: str) -> float:
    both = either = 0
    for a, b in pairs:
        both += a == b == label
        either += (a == label) + (b == label)
    return 2 * both / either if either else math.nan
