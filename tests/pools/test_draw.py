"""The draw: invariants of every pool, pools drawn by hand, and the release's own."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.csfcube_release import read_collection
from paperpool.workflow.corpus.twins import find_excluded
from paperpool.workflow.pools.draw import Candidate, Turn, draw_pool, draw_pools, shuffle_sources
from paperpool.workflow.pools.names import CITED

IDS = [f"p{i}" for i in range(14)]
SOURCES = ["alpha", "beta", "gamma"]


def names(pool):
    return [candidate.paper_id for candidate in pool.candidates]


def test_a_pool_drawn_by_hand():
    rankings = {
        CITED: ["c", "a"],
        "beta": ["a", "x", "c", "y", "z"],
        "alpha": ["y", "b", "w", "x"],
        "gamma": ["x", "y", "a"],
    }
    pool = draw_pool(rankings, ["beta", "alpha", "gamma"], 2, {})
    assert pool.candidates == (
        Candidate("c", CITED, (CITED, "beta")),
        Candidate("a", CITED, (CITED, "beta", "gamma")),
        Candidate("x", "beta", ("beta", "gamma")),
        Candidate("y", "beta", ("beta", "alpha", "gamma")),
        Candidate("b", "alpha", ("alpha",)),
        Candidate("w", "alpha", ("alpha",)),
    )
    assert pool.turns == (
        Turn(CITED, None, 2, 2),
        Turn("beta", 2, 2, 4),
        Turn("alpha", 2, 2, 3),
        Turn("gamma", 2, 0, 3),
    )
    assert [(turn.shortfall, turn.dry) for turn in pool.turns] == [*[(0, False)] * 3, (2, True)]


def test_of_a_paper_under_several_ids_the_first_met_enters():
    rankings = {CITED: ["a2"], "beta": ["a1", "b1", "b2", "c"], "gamma": ["b2", "d"]}
    same = {"a1": "a1", "a2": "a1", "b1": "b1", "b2": "b1"}
    pool = draw_pool(rankings, ["beta", "gamma"], 2, same)
    assert pool.candidates == (
        Candidate("a2", CITED, (CITED, "beta")),
        Candidate("b1", "beta", ("beta", "gamma")),
        Candidate("c", "beta", ("beta",)),
        Candidate("d", "gamma", ("gamma",)),
    )
    assert [turn.depth for turn in pool.turns] == [1, 4, 2]


def test_a_source_without_a_ranking_is_dry_and_without_a_quota_not_asked():
    pool = draw_pool({"beta": ["a"]}, ["alpha", "beta"], 1, {})
    assert pool.turns == (Turn(CITED, None, 0, 0), Turn("alpha", 1, 0, 0), Turn("beta", 1, 1, 1))
    assert pool.turns[1].dry and not pool.turns[0].dry
    assert draw_pool({"beta": ["a"]}, ["beta"], 0, {}).turns[1] == Turn("beta", 0, 0, 0)


@st.composite
def draws(draw):
    """Return rankings (source: query: ids), cited papers, quotas and the papers' names."""
    ranking = st.lists(st.sampled_from(IDS), unique=True)
    queries = draw(st.lists(st.sampled_from(IDS[:4]), unique=True, min_size=1))
    twins = draw(st.lists(st.integers(0, 4), min_size=len(IDS), max_size=len(IDS)))
    groups = {i: f"g{group}" for i, group in zip(IDS, twins, strict=True) if group}
    same = {i: group for i, group in groups.items() if Counter(groups.values())[group] > 1}
    excluded = find_excluded(queries, same)

    def rank(query):
        return [i for i in draw(ranking) if i not in excluded[query]]

    ranked = {source: {query: rank(query) for query in queries} for source in SOURCES}
    cited = {query: rank(query) for query in queries}
    quotas = {query: draw(st.integers(0, 5)) for query in queries}
    return quotas, cited, ranked, same


@given(draws(), st.integers(0, 3))
def test_what_holds_for_every_pool(drawn, seed):
    quotas, cited, ranked, same = drawn
    pools = draw_pools(quotas, cited, ranked, same, seed)
    assert list(pools) == sorted(quotas)

    def name(paper_id):
        return same.get(paper_id, paper_id)

    for query, pool in pools.items():
        ids = names(pool)
        rankings = {source: runs[query] for source, runs in ranked.items()}
        rankings[CITED] = cited[query]
        assert len({name(i) for i in ids}) == len(ids)
        assert name(query) not in {name(i) for i in ids}
        by = [candidate.drawn_by for candidate in pool.candidates]
        order = [turn.source for turn in pool.turns]
        assert order == [CITED, *shuffle_sources(SOURCES, query, seed)]
        assert by == sorted(by, key=order.index), "each source gives its papers in its turn"
        assert {name(i) for i in cited[query]} == {
            name(c.paper_id) for c in pool.candidates if c.drawn_by == CITED
        }
        consulted = {turn.source: rankings[turn.source][: turn.depth] for turn in pool.turns}
        for turn in pool.turns:
            given_ids = [c.paper_id for c in pool.candidates if c.drawn_by == turn.source]
            assert turn.n_new == len(given_ids)
            assert given_ids == [i for i in consulted[turn.source] if i in given_ids]
            if turn.source == CITED:
                assert (turn.quota, turn.depth) == (None, len(cited[query]))
            elif turn.dry:
                assert turn.depth == len(rankings[turn.source])
                assert turn.shortfall == turn.quota - turn.n_new > 0
            else:
                assert (turn.n_new, turn.shortfall) == (quotas[query], 0)
                # the last paper read is the one that filled the quota
                assert given_ids[-1:] == consulted[turn.source][-1:]
        for candidate in pool.candidates:
            holders = {s for s, i in consulted.items() if name(candidate.paper_id) in map(name, i)}
            assert set(candidate.sources) == holders and candidate.drawn_by in holders
            others = sorted(holders - {candidate.drawn_by})
            assert list(candidate.sources) == [candidate.drawn_by, *others]


@given(draws(), st.integers(0, 3))
def test_a_pool_depends_on_its_query_and_the_seed_alone(drawn, seed):
    quotas, cited, ranked, same = drawn
    pools = draw_pools(quotas, cited, ranked, same, seed)
    assert pools == draw_pools(quotas, cited, dict(reversed(ranked.items())), same, seed)
    for query, quota in quotas.items():
        assert draw_pools({query: quota}, cited, ranked, same, seed) == {query: pools[query]}


def test_orders_are_shuffled_by_query_and_seed():
    orders = {(q, s): tuple(shuffle_sources(SOURCES, q, s)) for q in IDS for s in range(30)}
    assert orders == {(q, s): tuple(shuffle_sources(SOURCES, q, s)) for q in IDS for s in range(30)}
    counts = Counter(orders.values())
    assert len(counts) == 6 and set(map(frozenset, counts)) == {frozenset(SOURCES)}
    assert min(counts.values()) > len(orders) / 6 / 2, "no order is rare"
    assert len({orders[q, 0] for q in IDS}) > 1 and len({orders["p0", s] for s in range(30)}) > 1


@pytest.fixture(scope="module")
def release(real_data):
    """The released collection."""
    return read_collection(real_data("csfcube"))


def split_turns(pool):
    """Return the cited papers of a released pool, its quota, and the papers of each turn."""
    n_cited = sum(CITED in sources for sources in pool.sources)
    rest = len(pool.candidates) - n_cited
    quota, remainder = divmod(rest, 7)
    assert remainder == 0
    turns = [range(n_cited + i * quota, n_cited + (i + 1) * quota) for i in range(rest // quota)]
    return range(n_cited), quota, turns


def test_released_pools_are_drawn_again_from_what_their_sources_hold(release):
    """Rebuild a source's ranking from the release: earlier papers, then those it gave.

    The release also names sources for papers that came in after their turn, below the depth they
    were read to. So our sources are a subset of the release's.
    """
    for pool in release.pools.values():
        cited, quota, turns = split_turns(pool)
        order = [pool.sources[turn[0]][0] for turn in turns]
        rankings = {CITED: [pool.candidates[i] for i in cited]}
        for source, turn in zip(order, turns, strict=True):
            known = range(cited.stop, turn.start)
            old = [pool.candidates[i] for i in known if source in pool.sources[i]]
            rankings[source] = old + [pool.candidates[i] for i in turn] + ["one more"]
        drawn = draw_pool(rankings, order, quota, {})
        assert names(drawn) == list(pool.candidates)
        assert [turn.n_new for turn in drawn.turns] == [len(cited), *[quota] * 7]
        assert not any(turn.dry for turn in drawn.turns)
        for candidate, sources in zip(drawn.candidates, pool.sources, strict=True):
            assert candidate.drawn_by == sources[0]
            assert set(candidate.sources) <= set(sources)
