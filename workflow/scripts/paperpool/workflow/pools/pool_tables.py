"""Tables of drawn pools, and the check for pools that are too small.

Tables list candidates, turns, and the sources' shares (section 3). In a small pool the ranked
sources gave less than half of their quotas; it would hold little but other queries.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import write_json
from paperpool.io.tables import POOLS, write_rows
from paperpool.workflow.corpus.groups import Summary
from paperpool.workflow.pools.draw import DrawnPool
from paperpool.workflow.pools.names import CITED

_LOG = logging.getLogger("paperpool")

Pools = Mapping[str, DrawnPool]


def write_pools(pools: Pools, path: str | Path) -> None:
    """Write the candidates of all pools (schema POOLS), by query and position."""
    rows = []
    for query, pool in sorted(pools.items()):
        for position, candidate in enumerate(pool.candidates, 1):
            sources = list(candidate.sources)
            rows.append((query, candidate.paper_id, sources, candidate.drawn_by, position))
    write_rows(path, rows, POOLS)


def write_official_pools(pools: Pools, path: str | Path) -> None:
    """Write the pools in the format of the release's test-pid2pool-csfcube.json."""
    official = {}
    for query, pool in sorted(pools.items()):
        official[query] = {
            "cands": [candidate.paper_id for candidate in pool.candidates],
            "cand_source": [list(candidate.sources) for candidate in pool.candidates],
        }
    write_json(path, official)


def tabulate_pools(pools: Pools) -> dict[str, pd.DataFrame]:
    """Return the turns, sources and sizes of pools; warn of each dry turn."""
    turns = list_turns(pools)
    for turn in turns[turns.dry].itertuples():
        _LOG.warning(
            "query %s: %s ran dry, %d of %d papers missing",
            turn.query_id,
            turn.source,
            turn.shortfall,
            turn.quota,
        )
    return {"turns": turns, "sources": count_sources(pools), "sizes": summarise_sizes(pools)}


def list_turns(pools: Pools) -> pd.DataFrame:
    """Return a row per pool and turn (numbered from 1)."""
    rows = []
    for query, pool in sorted(pools.items()):
        for number, turn in enumerate(pool.turns, 1):
            counts = (turn.quota, turn.n_new, turn.depth, turn.shortfall, turn.dry)
            rows.append((query, number, turn.source, *counts))
    names = ["query_id", "turn", "source", "quota", "n_new", "depth", "shortfall", "dry"]
    return pd.DataFrame(rows, columns=names).astype({"quota": "Int64"})


def count_sources(pools: Pools) -> pd.DataFrame:
    """Count the candidates that each source drew, holds, and holds alone, over all pools.

    ``n_dry`` counts the pools where it ran dry, ``shortfall`` the papers missing there.
    """
    names = ["source", "n_drawn", "n_held", "n_unique", "n_dry", "shortfall"]
    counts: dict[str, Counter[str]] = {}
    for pool in pools.values():
        for turn in pool.turns:
            of_source = counts.setdefault(turn.source, Counter())
            of_source["n_dry"] += turn.dry
            of_source["shortfall"] += turn.shortfall
        for candidate in pool.candidates:
            counts[candidate.drawn_by]["n_drawn"] += 1
            for source in candidate.sources:
                counts[source]["n_held"] += 1
                counts[source]["n_unique"] += len(candidate.sources) == 1

    rows = []
    for source in sorted(counts, key=lambda name: (name != CITED, name)):  # cited comes first
        rows.append((source, *(counts[source][name] for name in names[1:])))
    return pd.DataFrame(rows, columns=names)


def summarise_sizes(pools: Pools) -> pd.DataFrame:
    """Return the number of pools and of candidates, and the smallest, mean and largest pool."""
    sizes = pd.Series([len(pool.candidates) for pool in pools.values()], dtype=float)
    rows = [
        ("queries", "", len(sizes)),
        ("candidates", "", int(sizes.sum())),
        ("pool size", "min", sizes.min()),
        ("pool size", "mean", sizes.mean()),
        ("pool size", "max", sizes.max()),
    ]
    return pd.DataFrame(rows, columns=["statistic", "aggregate", "value"])


OVERLAP_TOP = 25
"""The depth of the paper's overlap; it reports 1 to 4 common papers."""

OVERLAP_COLUMNS = ["source_a", "source_b", "mean_common_top_25"]


def measure_overlap(rankings: Mapping[str, Mapping[str, Sequence[str]]]) -> pd.DataFrame:
    """Return the mean number of common papers in the top 25 of every two sources.

    ``rankings`` has the candidates by source and query, best first.
    """
    queries: set[str] = set()
    for ranked in rankings.values():
        queries.update(ranked)
    tops: dict[str, dict[str, set[str]]] = {}
    for source, ranked in rankings.items():
        tops[source] = {query: set(ranked.get(query, ())[:OVERLAP_TOP]) for query in queries}

    rows = []
    for source_a, source_b in combinations(tops, 2):
        n_common = 0
        for query in queries:
            n_common += len(tops[source_a][query] & tops[source_b][query])
        rows.append((source_a, source_b, n_common / max(len(queries), 1)))
    return pd.DataFrame(rows, columns=OVERLAP_COLUMNS)


FIDELITY_TOP = 100
FIDELITY_COLUMNS = ["source", "n", "share_top_100", "n_all", "share_top_100_all"]


def measure_fidelity(
    collection: Collection,
    rankings: Mapping[str, Mapping[str, Sequence[str]]],
    queries: Iterable[str] | None = None,
) -> pd.DataFrame:
    """Return the share of each source's released candidates that it ranks in its top 100.

    ``rankings`` has the candidates by source and query, best first. ``n`` counts the candidates
    that the collection attributes to the source but not to ``cited``; ``n_all`` includes cited
    ones, whose attribution the release copies from paper to paper. The mean is over ``queries``, or
    over those that a source ranks; an unreadable query counts as not found. Sources that no pool
    names, the query itself, and unjudged ids do not count.
    """
    rows = []
    for source, ranked in rankings.items():
        found: dict[bool, list[bool]] = {False: [], True: []}
        for query in sorted(set(queries or ranked) & set(collection.pools)):
            top = set(ranked.get(query, ())[:FIDELITY_TOP])
            judged = _list_judged(collection, query)
            pool = collection.pools[query]
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
                if source in sources and candidate in judged and candidate != query:
                    found[CITED in sources].append(candidate in top)

        both = found[False] + found[True]
        if both:
            rows.append((source, *_share(found[False]), *_share(both)))
    return pd.DataFrame(rows, columns=FIDELITY_COLUMNS)


def _list_judged(collection: Collection, query: str) -> set[str]:
    """Return the candidates of a query that were judged for any facet."""
    judged: set[str] = set()
    for (query_of_pair, _), judgments in collection.judgments.items():
        if query_of_pair == query:
            judged.update(judgments.candidates)
    return judged


def _share(found: Sequence[bool]) -> tuple[int, float | None]:
    """Return how many candidates there are, and the share of them that was found."""
    if not found:
        return 0, None
    return len(found), sum(found) / len(found)


LEAST_SHARE = 0.5
"""The least share of quota times ranked sources in a pool that is not small."""


def check_sizes(pools: Pools, name: str, counts: Summary, n_candidates: int, refuses: bool) -> None:
    """Warn of small pools; raise UserError if the run ``refuses`` them.

    For the other arguments see ``explain_small_pools``.
    """
    small = find_small_pools(pools, counts)
    if not small:
        return
    problem = explain_small_pools(pools, small, name, counts, n_candidates)
    if refuses:
        raise UserError(problem)
    _LOG.warning("%s", problem)


def find_small_pools(pools: Pools, counts: Summary) -> dict[str, tuple[int, int]]:
    """Return the gain and the expected gain of each small pool, by query.

    A gain is a candidate from a ranked source that is not a query. Every pool is small if the
    filter (``counts`` in corpus/summary.json) dropped all but the always-kept papers.
    """
    only_named = counts["kept"] == counts["kept_always"] and any(counts["dropped"].values())
    small = {}
    for query, pool in pools.items():
        wanted = sum(turn.quota for turn in pool.turns if turn.quota is not None)
        gained = 0
        for candidate in pool.candidates:
            if candidate.drawn_by != CITED and candidate.paper_id not in pools:
                gained += 1
        if only_named or gained < LEAST_SHARE * wanted:
            small[query] = gained, wanted
    return small


def explain_small_pools(
    pools: Pools,
    small: Mapping[str, tuple[int, int]],
    name: str,
    counts: Summary,
    n_candidates: int,
) -> Problem:
    """Return the message about small pools: their queries, dry sources, and the likeliest reason.

    ``name`` and ``counts`` are the filter's; ``n_candidates`` of the kept papers have an abstract.
    """
    gains = [f"{query} ({gained} of {wanted})" for query, (gained, wanted) in small.items()]
    dry: Counter[str] = Counter()
    for query in small:
        dry.update(turn.source for turn in pools[query].turns if turn.dry)
    sources = [f"{source} in {n}" for source, n in sorted(dry.items())] or ["none"]
    message = (
        f"{len(small)} of {len(pools)} pools gain less than half of quota x ranked sources, other "
        f"queries not counted: {name_some(gains)}. "
        f"Sources that ran dry: {name_some(sources, 20)}."
    )

    kept = counts["kept"]
    named = counts["kept_always"]
    n_dropped = sum(counts["dropped"].values())
    n_bare = kept - n_candidates
    where = (
        f"pools.filter: {name} kept {kept:,} of {kept + n_dropped:,} papers, {named:,} of them as "
        f"they are named, {n_bare:,} without an abstract"
    )
    if n_candidates - named >= max(wanted for _, wanted in small.values()):
        hint = "Lower pools.quota, raise pools.depth, or choose queries with a title and more text."
    elif n_dropped > n_bare:
        hint = "Name another filter in corpus.filters and pools.filter (none keeps all papers)."
    else:
        hint = "Add papers with abstracts to data.s2orc, or lower pools.quota."
    return Problem(message, where, f"{hint} pools.on_small: keep lets small pools through.")
