"""Runs of another collection: one message, instead of one for each query that is not known."""

from __future__ import annotations

from collections.abc import Mapping

from paperpool.collections.facets import FACETS
from paperpool.errors import Problem


def find_foreign(
    run: str, where: str, counts: Mapping[str, tuple[int, int]], first: str
) -> Problem | None:
    """Return that ``run``, which begins with the id ``first``, is of another collection, or None.

    So it is where less than a tenth of something is known: ``counts`` are (known, all) of each.
    """
    for what, (n_known, n_all) in counts.items():
        if 10 * n_known < n_all:
            share = f"only {n_known:,}" if n_known else "none"
            hint = f"Is it of another collection? It begins with {first!r}"
            if first.rpartition("_")[2] in FACETS:
                hint += " (<paper>_<facet> is how CSFCube names its queries)"
            return Problem(f"{run}: {share} of its {n_all:,} {what}.", where, f"{hint}.")
    return None
