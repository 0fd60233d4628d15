"""One query's pool: the order in which types are filled, what is passed over, what falls short."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.mdcr import construction, strategies
from paperpool.mdcr.construction import Sources, build_pool, count_shortfalls
from paperpool.mdcr.strategies import Candidate, Query, Strategy, draw_numbers, draw_order

from ..made import mdcr_plain as plain

QUERY = Query("test", "Art", "q", 2018, ["c1", "c2", "c3"], frozenset({"q", "c1", "c2", "c3"}))
MODELS = ("bm25", "tfidf", "cbow")
KINDS = ("graph", *MODELS, "most_cited", "random")


def offer(graph=(), models=(), most_cited=(), random=()):
    return Sources(
        {m: {"q": {p: r for r, p in enumerate(ids, 1)}} for m, ids in dict(models).items()},
        {
            "graph": {"q": [(paper, "c1", 0.5) for paper in graph]},
            "most_cited": {"Art": list(most_cited)},
            "random": {"q": list(random)},
        },
    )


def by_type(pool):
    types = {}
    for candidate in pool:
        types.setdefault(candidate.type, []).append(candidate.paper_id)
    return types


def test_a_paper_that_several_types_offer_is_of_the_first():
    ids = "abcdef"
    models = dict.fromkeys(MODELS, ids)
    pool = build_pool(QUERY, offer("a", models, [(p, 2018) for p in ids], ids), 1, 1, 0)
    types = by_type(pool)
    assert list(types) == ["true", *KINDS] and types["graph"] == ["a"]
    assert sorted(i for kind in KINDS for i in types[kind]) == list(ids)


def test_a_type_goes_on_until_it_is_full_past_what_is_listed():
    models = {"bm25": "abcd", "tfidf": "abcdef", "cbow": "abcdefgh"}
    types = by_type(build_pool(QUERY, offer("", models), 3, 2, 0))
    assert [len(types[m]) for m in MODELS] == [2, 2, 2]
    assert len({i for m in MODELS for i in types[m]}) == 6


def test_where_candidates_are_from():
    sources = offer("a", {"bm25": "xb"}, [("m", 2000)], "r")
    pool = build_pool(QUERY, sources, 1, 2, 0)
    assert {c for c in pool if c.type != "true"} == {
        Candidate("a", "graph", None, "c1", 0.5),
        Candidate("x", "bm25", 1),
        Candidate("b", "bm25", 2),
        Candidate("m", "most_cited"),
        Candidate("r", "random"),
    }


def test_famous_papers_newer_than_the_query_are_passed_over():
    sources = offer(most_cited=[("new", 2019), ("same", 2018), ("old", 1900)])
    assert sorted(by_type(build_pool(QUERY, sources, 0, 5, 0))["most_cited"]) == ["old", "same"]


def test_what_is_drawn_is_neither_the_first_nor_the_best():
    ids = [f"p{i:03}" for i in range(200)]
    chosen = by_type(build_pool(QUERY, offer(models={"bm25": ids}), 0, 10, 0))["bm25"]
    assert chosen == sorted(ids, key=lambda i: plain.key(0, f"bm25 q {i}"))[:10]
    assert chosen != sorted(chosen) and max(chosen) > "p100"


def test_shortfalls_are_named_in_the_order_of_filling():
    sources = offer("a", {"bm25": "bc", "tfidf": "bc"}, [("m", 2018), ("n", 2018)], "")
    pool = build_pool(QUERY, sources, 5, 2, 0)
    assert count_shortfalls(QUERY, pool, MODELS, 5, 2) == [
        ("true", 5, 3),
        ("graph", 2, 1),
        ("tfidf", 2, 0),
        ("cbow", 2, 0),
        ("random", 2, 0),
    ]
    assert count_shortfalls(QUERY, pool, ["bm25"], 3, 0) == []


papers = st.lists(st.integers(0, 40).map(lambda n: f"c{n}"), unique=True)


@settings(deadline=None)
@given(papers, st.lists(papers, min_size=3, max_size=3), papers, papers, st.integers(0, 6))
def test_whatever_is_offered_nothing_forbidden_or_listed_twice_is_taken(
    graph, tops, famous, drawn, negatives
):
    models = dict(zip(MODELS, tops, strict=True))
    sources = offer(graph, models, [(p, 2018) for p in famous], drawn)
    pool = build_pool(QUERY, sources, 2, negatives, 3)
    taken = [c.paper_id for c in pool if c.type != "true"]
    assert len(taken) == len(set(taken)) and not set(taken) & QUERY.never
    offers = {"graph": graph, **models, "most_cited": famous, "random": drawn}
    counts = Counter(c.type for c in pool)
    for kind, ids in offers.items():
        assert counts[kind] <= negatives
        if counts[kind] < negatives:  # it took all there was
            assert set(ids) <= set(taken) | QUERY.never
    assert counts["true"] == 2
    assert build_pool(QUERY, sources, 2, negatives, 3) == pool


def test_orders_are_of_the_seed_the_kind_the_query_and_nothing_else():
    ids = [str(i) for i in range(50)]
    order = draw_order(1, "true", "q", ids)
    assert order == draw_order(1, "true", "q", reversed(ids)) and sorted(order) == sorted(ids)
    assert order == sorted(ids, key=lambda i: plain.key(1, f"true q {i}"))
    others = [draw_order(2, "true", "q", ids), draw_order(1, "bm25", "q", ids)]
    assert order not in [*others, draw_order(1, "true", "r", ids)]


@pytest.mark.parametrize("n_papers", [1, 30, 499, 500, 501, 10**7])
def test_numbers_are_different_and_within_the_papers(n_papers):
    numbers = draw_numbers(0, "q", n_papers, 10)
    assert len(set(numbers)) == len(numbers) == min(n_papers, 500)
    assert min(numbers) >= 0 and max(numbers) < n_papers
    assert numbers == draw_numbers(0, "q", n_papers, 10)
    if n_papers > 1:
        assert numbers != draw_numbers(1, "q", n_papers, 10) != draw_numbers(1, "r", n_papers, 10)


def test_a_new_strategy_is_one_entry_of_the_list(monkeypatch):
    """What is drawn by it comes after the models, and a paper listed before is passed over."""

    def draw(query, papers, seed):
        return [Candidate(paper, "newest") for paper in papers]

    longer = (*strategies.STRATEGIES, Strategy("newest", "Newest", lambda _: ["a", "new"], draw))
    for module in (strategies, construction):
        monkeypatch.setattr(module, "STRATEGIES", longer)
    offered = offer(models={"bm25": ["a"]})
    sources = Sources(offered.models, {**offered.others, "newest": ["a", "new"]})
    pool = build_pool(QUERY, sources, 0, 2, 0)
    assert [(c.paper_id, c.type) for c in pool] == [("a", "bm25"), ("new", "newest")]
    assert ("newest", 2, 1) in count_shortfalls(QUERY, pool, ["bm25"], 0, 2)
