"""Pools that cannot be meant: the ranked sources gave them less than half of what they should.

Such a pool would be annotated all the same, though it holds little but other queries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from paperpool.errors import Problem, name_some
from paperpool.pools.candidates import CandidateCounts
from paperpool.pools.draw import DrawnPool
from paperpool.pools.names import CITED

LEAST_SHARE = 0.5
"""A pool gains at least this share of quota times ranked sources."""


def find_small_pools(
    pools: Mapping[str, DrawnPool], counts: CandidateCounts
) -> dict[str, tuple[int, int]]:
    """Return what each small pool gained and should have gained, by query.

    A gain is a candidate that a ranked source drew and that is no query itself. There is none where
    the filter itself kept no paper, and those named in the configuration alone fill the pools.
    """
    small = {}
    for query, pool in pools.items():
        wanted = sum(turn.quota for turn in pool.turns if turn.quota is not None)
        gained = sum(c.drawn_by != CITED and c.paper_id not in pools for c in pool.candidates)
        gained *= not counts.are_only_named
        if gained < LEAST_SHARE * wanted:
            small[query] = gained, wanted
    return small


def explain_small_pools(
    pools: Mapping[str, DrawnPool], small: Mapping[str, tuple[int, int]], counts: CandidateCounts
) -> Problem:
    """Return what to tell of small pools: which, the sources that ran dry, the likeliest reason."""
    gains = [f"{query} ({gained} of {wanted})" for query, (gained, wanted) in small.items()]
    dry = Counter(turn.source for query in small for turn in pools[query].turns if turn.dry)
    sources = [f"{source} in {n}" for source, n in sorted(dry.items())] or ["none"]
    what = (
        f"{len(small)} of {len(pools)} pools gain less than half of quota x ranked sources, other "
        f"queries not counted: {name_some(gains)}. "
        f"Sources that ran dry: {name_some(sources, 20)}."
    )
    reason, remedy = _find_reason(max(wanted for _, wanted in small.values()), counts)
    hint = f"{remedy} pools.on_small: keep lets small pools through."
    return Problem(what, f"pools.filter {counts.filter}: {reason}", hint)


def _find_reason(wanted: int, counts: CandidateCounts) -> tuple[str, str]:
    """Return the likeliest reason in numbers, and what to do about it."""
    readable, kept = f"{counts.readable:,}", f"{counts.kept:,}"
    if counts.are_only_named or counts.candidates < wanted <= counts.readable:
        if counts.readable - counts.kept > counts.without_abstract:
            reason = max(counts.dropped, key=lambda name: counts.dropped[name])
            return (
                f"the filter {counts.filter} kept {kept} of {readable} papers, of which "
                f"{counts.kept_always:,} are named; {counts.dropped[reason]:,} are {reason}",
                f"Name another filter in corpus.filters and pools.filter (none keeps every paper), "
                f"or loosen corpus.{counts.filter}.",
            )
        return (
            f"{counts.without_abstract:,} of {kept} papers have no abstract",
            "Add papers with abstracts to data.s2orc.",
        )
    if counts.candidates < wanted:
        return f"the corpus has {readable} readable papers", "Add papers to data.s2orc."
    return (
        f"there are {counts.candidates:,} candidates, but not so many that a source ranks",
        "Lower pools.quota, raise pools.depth, or choose queries with a title and more text.",
    )
