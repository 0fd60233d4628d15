"""Runs of another collection: one message, instead of one for each query that is not known."""

from __future__ import annotations

from paperpool.collections.facets import FACETS
from paperpool.errors import Problem

MOST = 0.1
"""A run of which a smaller share is known is of another collection."""


def find_foreign(
    run: str, where: str, n_known: int, n_all: int, what: str, first: str
) -> Problem | None:
    """Return that ``run`` is of another collection, where of ``n_all`` things few are known.

    ``what`` is said of them; ``first`` is the id that the run begins with.
    """
    if n_known >= MOST * n_all:
        return None
    share = f"only {n_known:,}" if n_known else "none"
    hint = f"Is it of another collection? It begins with {first!r}"
    if first.rpartition("_")[2] in FACETS:
        hint += " (<paper>_<facet> is how CSFCube names its queries)"
    return Problem(f"{run}: {share} of its {n_all:,} {what}.", where, f"{hint}.")
