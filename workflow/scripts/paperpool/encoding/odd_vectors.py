"""Odd vectors in files: those that no search can use, and several different ones of one paper."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.encoding.shares import Owned
from paperpool.encoding.wanted_papers import QUERY, WantedPapers
from paperpool.errors import Problem, name_some
from paperpool.io.bad_rows import order_reasons
from paperpool.search.dense_search import TOO_LARGE

Counts = Mapping[str, Any]
"""Numbers of vectors by their fate, and ``file``, ``other`` and ``unusable_ids``: see
``taken_vectors.take_share``."""

_UNUSABLE = {
    "zero": "{n} have only zeros ({ids})",
    "not_finite": "{n} have numbers that are not finite ({ids}; beyond 65,504 float16 has none)",
    "too_long": "{n} are longer than a search can measure ({ids})",
}
"""Why a vector cannot be used, with the message on those that cannot."""

MOST_IDS = 5
"""Ids of unusable vectors that are kept for messages."""

_NOISE = 0.01
"""Vectors of one paper are the same up to this share of their largest number: another precision or
another processor makes smaller differences."""


def keep_usable(
    batches: Iterable[Owned],
    papers: WantedPapers,
    counts: Counter[str],
    first: dict[str, list[str]],
) -> Iterator[Owned]:
    """Yield the usable vectors; count the others by reason, and keep the first ids of each."""
    for rows, vectors in batches:
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
        is_finite = np.isfinite(vectors).all(axis=1)
        reasons = {
            "zero": lengths == 0,
            "not_finite": ~is_finite,
            "too_long": is_finite & (lengths >= TOO_LARGE),
        }
        for reason, is_so in reasons.items():
            found = np.flatnonzero(is_so)
            if len(found):
                counts[reason] += len(found)
                counts["unusable"] += len(found)
                ids = first.setdefault(reason, [])
                ids += papers.show(rows[found[: MOST_IDS - len(ids)]])

        usable = is_finite & (lengths > 0) & (lengths < TOO_LARGE)
        yield rows[usable], vectors[usable]


def describe_unusable(counts: Counts) -> str:
    """Return sentences on unusable vectors and malformed rows; empty without any.

    ``counts`` are those of ``join_taken``.
    """
    reasons = []
    for reason, text in _UNUSABLE.items():
        n = counts.get(reason, 0)
        if n:
            first = counts["unusable_ids"][reason]
            ids = ", ".join(first)
            if n > len(first):
                ids += " and others"
            reasons.append(text.format(n=f"{n:,}", ids=ids))

    text = ""
    if reasons:
        text = f" Vectors that cannot be used: {'; '.join(reasons)}."

    malformed = [f"{n:,} {reason}" for reason, n in order_reasons(counts).items()]
    if malformed:
        text += f" Rows that cannot be used: {', '.join(malformed)}."
    return text


def differ(vectors: NDArray, others: NDArray) -> NDArray[np.bool_]:
    """Return which vectors are others, shape (vectors, dimensions) each, noise left aside."""
    others = others.astype(np.float64)
    largest = np.abs(others).max(axis=1, initial=0)
    differences = np.abs(vectors.astype(np.float64) - others).max(axis=1, initial=0)
    return differences > _NOISE * largest


def tell_other_vectors(
    rows: Sequence[int], papers: WantedPapers, places: str, where: str
) -> Problem:
    """Return the problem of papers that have two vectors."""
    message = f"Ids with several different vectors in {places}: {name_some(papers.show(rows))}."
    return Problem(message, where, f"Keep one vector for each id.{tell_of_queries(papers)}")


def tell_of_queries(papers: WantedPapers) -> str:
    """Return a sentence on topics that have documents' ids; empty if there are none."""
    shared = [name for name in papers.names.values() if name.startswith(QUERY)]
    if not shared:
        return ""
    bare = shared[0].removeprefix(QUERY)
    return f" A topic and a document are called {bare!r}: name the topic's vector {shared[0]!r}."
