"""Pools that cannot be meant: ranked sources gave them less than half of what they should.

Such a pool would be annotated all the same, though it holds little but other queries.
"""

import logging
from collections import Counter
from collections.abc import Mapping
from typing import Any

from paperpool.errors import Problem, UserError, name_some
from paperpool.pools.draw import DrawnPool
from paperpool.pools.names import CITED

logger = logging.getLogger("paperpool")

LEAST_SHARE = 0.5
"""A pool gains at least this share of quota times ranked sources."""


def check_sizes(
    pools: Mapping[str, DrawnPool],
    name: str,
    counts: Mapping[str, Any],
    n_candidates: int,
    refuses: bool,
) -> None:
    """Warn of small pools; raise UserError where the run ``refuses`` them.

    For the other arguments see ``explain_small_pools``.
    """
    if small := find_small_pools(pools, counts):
        problem = explain_small_pools(pools, small, name, counts, n_candidates)
        if refuses:
            raise UserError(problem)
        logger.warning("%s", problem)


def find_small_pools(
    pools: Mapping[str, DrawnPool], counts: Mapping[str, Any]
) -> dict[str, tuple[int, int]]:
    """Return what each small pool gained and should have gained, by query.

    A gain is a candidate that a ranked source drew and that is no query itself. Every pool is small
    where the filter (``counts`` in corpus/summary.json) dropped all but what it always keeps.
    """
    only_named = counts["kept"] == counts["kept_always"] and any(counts["dropped"].values())
    small = {}
    for query, pool in pools.items():
        wanted = sum(turn.quota for turn in pool.turns if turn.quota is not None)
        gained = sum(c.drawn_by != CITED and c.paper_id not in pools for c in pool.candidates)
        if only_named or gained < LEAST_SHARE * wanted:
            small[query] = gained, wanted
    return small


def explain_small_pools(
    pools: Mapping[str, DrawnPool],
    small: Mapping[str, tuple[int, int]],
    name: str,
    counts: Mapping[str, Any],
    n_candidates: int,
) -> Problem:
    """Return what to tell of small pools: which, the sources that ran dry, the likeliest reason.

    ``name`` and ``counts`` are the filter's; ``n_candidates`` of those kept have an abstract.
    """
    gains = [f"{query} ({gained} of {wanted})" for query, (gained, wanted) in small.items()]
    dry = Counter(turn.source for query in small for turn in pools[query].turns if turn.dry)
    sources = [f"{source} in {n}" for source, n in sorted(dry.items())] or ["none"]
    what = (
        f"{len(small)} of {len(pools)} pools gain less than half of quota x ranked sources, other "
        f"queries not counted: {name_some(gains)}. "
        f"Sources that ran dry: {name_some(sources, 20)}."
    )
    kept, named, n_dropped = counts["kept"], counts["kept_always"], sum(counts["dropped"].values())
    where = (
        f"pools.filter: {name} kept {kept:,} of {kept + n_dropped:,} papers, {named:,} of them as "
        f"they are named, {kept - n_candidates:,} without an abstract"
    )
    if n_candidates - named >= max(wanted for _, wanted in small.values()):
        hint = "Lower pools.quota, raise pools.depth, or choose queries with a title and more text."
    elif n_dropped > kept - n_candidates:
        hint = "Name another filter in corpus.filters and pools.filter: none keeps every paper."
    else:
        hint = "Add papers with abstracts to data.s2orc, or lower pools.quota."
    return Problem(what, where, f"{hint} pools.on_small: keep lets small pools through.")
