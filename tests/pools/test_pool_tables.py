"""Drawn pools as tables, counted by hand."""

import json
import math

import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.io.tables import POOLS
from paperpool.workflow.pools import pool_tables as tables
from paperpool.workflow.pools.candidates import list_fates
from paperpool.workflow.pools.draw import draw_pools
from paperpool.workflow.pools.pool_tables import find_small_pools, measure_fidelity, measure_overlap

CITED_PAPERS = {"q2": ["c"], "q1": ["a", "b"]}
RANKED = {
    "tfidf": {"q1": ["b", "x", "y", "z"], "q2": ["x", "c", "y"]},
    "cbow": {"q1": ["x", "w"], "q2": ["y", "x"]},
}


@pytest.fixture
def pools():
    """Two pools: with seed 4 tfidf has its turn before cbow in q1, after it in q2."""
    drawn = draw_pools({"q1": 2, "q2": 2}, CITED_PAPERS, RANKED, {}, 4)
    orders = {query: [t.source for t in pool.turns] for query, pool in drawn.items()}
    assert orders == {"q1": ["cited", "tfidf", "cbow"], "q2": ["cited", "cbow", "tfidf"]}
    return drawn


def test_the_candidates_in_the_order_drawn(pools, tmp_path):
    tables.write_pools(pools, tmp_path / "pools.parquet")
    table = pq.read_table(tmp_path / "pools.parquet")
    assert table.schema == POOLS
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        ("q1", "a", ["cited"], "cited", 1),
        ("q1", "b", ["cited", "tfidf"], "cited", 2),
        ("q1", "x", ["tfidf", "cbow"], "tfidf", 3),
        ("q1", "y", ["tfidf"], "tfidf", 4),
        ("q1", "w", ["cbow"], "cbow", 5),
        ("q2", "c", ["cited", "tfidf"], "cited", 1),
        ("q2", "y", ["cbow", "tfidf"], "cbow", 2),
        ("q2", "x", ["cbow", "tfidf"], "cbow", 3),
    ]


def test_the_official_format(pools, tmp_path):
    tables.write_official_pools(pools, tmp_path / "pools.json")
    official = json.loads((tmp_path / "pools.json").read_text())
    assert list(official) == ["q1", "q2"]
    assert official["q2"] == {
        "cands": ["c", "y", "x"],
        "cand_source": [["cited", "tfidf"], ["cbow", "tfidf"], ["cbow", "tfidf"]],
    }


def test_the_turns(pools):
    assert tables.list_turns(pools).to_csv(index=False).splitlines() == [
        "query_id,turn,source,quota,n_new,depth,shortfall,dry",
        "q1,1,cited,,2,2,0,False",
        "q1,2,tfidf,2,2,3,0,False",
        "q1,3,cbow,2,1,2,1,True",
        "q2,1,cited,,1,1,0,False",
        "q2,2,cbow,2,2,2,0,False",
        "q2,3,tfidf,2,0,3,2,True",
    ]


def test_what_each_source_contributed(pools):
    counted = tables.count_sources(pools)
    assert [list(counted), *counted.to_numpy().tolist()] == [
        ["source", "n_drawn", "n_held", "n_unique", "n_dry", "shortfall"],
        ["cited", 3, 3, 1, 0, 0],
        ["cbow", 3, 4, 1, 1, 1],
        ["tfidf", 2, 6, 1, 1, 2],
    ]


def test_sizes(pools):
    assert tables.summarise_sizes(pools).to_numpy().tolist() == [
        ["queries", "", 2],
        ["candidates", "", 8],
        ["pool size", "min", 3],
        ["pool size", "mean", 4],
        ["pool size", "max", 5],
    ]


def test_no_pool_at_all(tmp_path):
    tables.write_pools({}, tmp_path / "pools.parquet")
    assert pq.read_table(tmp_path / "pools.parquet").equals(POOLS.empty_table())
    assert tables.list_turns({}).empty and tables.count_sources({}).empty
    sizes = tables.summarise_sizes({})["value"]
    assert sizes[:2].tolist() == [0, 0] and all(map(math.isnan, sizes[2:]))


def test_equal_pools_give_equal_bytes(pools, tmp_path):
    again = draw_pools({"q2": 2, "q1": 2}, CITED_PAPERS, dict(reversed(RANKED.items())), {}, 4)
    for name, drawn in {"a": pools, "b": again}.items():
        tables.write_pools(drawn, tmp_path / f"{name}.parquet")
        tables.write_official_pools(drawn, tmp_path / f"{name}.json")
    for kind in ("parquet", "json"):
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    pd.testing.assert_frame_equal(tables.count_sources(pools), tables.count_sources(again))


def test_a_turn_that_ran_dry_is_warned_of(pools, caplog):
    made = tables.tabulate_pools(pools)
    dry = made["turns"][made["turns"].dry]
    assert made.keys() == {"turns", "sources", "sizes"} and len(dry)
    assert [record.getMessage() for record in caplog.records] == [
        f"query {q}: {s} ran dry, {n} of 2 papers missing"
        for q, s, n in zip(dry.query_id, dry.source, dry.shortfall, strict=True)
    ]


def test_the_mean_over_all_queries():
    rankings = {
        "a": {"q1": ["x", "y", "z"], "q2": ["x"]},
        "b": {"q1": ["z", "x", "w"], "q2": ["y"]},
        "c": {"q2": ["y", "x"], "q3": ["w"], "q4": []},
    }
    overlap = measure_overlap(rankings)
    assert list(overlap) == ["source_a", "source_b", "mean_common_top_25"]
    assert overlap.to_numpy().tolist() == [["a", "b", 0.5], ["a", "c", 0.25], ["b", "c", 0.25]]


def test_only_the_first_25_count():
    ids = [f"p{i}" for i in range(60)]
    assert tables.OVERLAP_TOP == 25
    rankings = {"a": {"q": ids}, "b": {"q": ids[20:]}, "c": {"q": ids[25:]}}
    assert measure_overlap(rankings).mean_common_top_25.tolist() == [5.0, 0.0, 20.0]
    assert measure_overlap({"a": {"q": ["x"]}}).empty
    assert measure_overlap({"a": {}, "b": {}}).to_numpy().tolist() == [["a", "b", 0.0]]


FIDELITY_POOLS = {
    "q1": {
        "a": ("cited", "tfidf", "cbow"),
        "b": ("tfidf",),
        "c": ("tfidf", "cbow"),
        "d": ("cbow",),
        "unjudged": ("tfidf", "cbow"),
        "q1": ("tfidf",),
    },
    "q2": {"a": ("cited", "tfidf"), "e": ("tfidf",)},
    "never ranked": {"f": ("tfidf",)},
}


@pytest.fixture
def collection():
    """Two facets of q1 that judge different candidates, one of q2, which judges ``unjudged``."""
    judged = {
        ("q1", "method"): "abcd",
        ("q1", "result"): ("a", "b", "q1"),
        ("q2", "method"): ("a", "e", "unjudged"),
        ("never ranked", "method"): "f",
    }
    judgments = {pair: Judgments(tuple(ids), (0,) * len(ids), {}) for pair, ids in judged.items()}
    pools = {q: Pool(tuple(pool), tuple(pool.values())) for q, pool in FIDELITY_POOLS.items()}
    return Collection({}, pools, judgments, {})


def test_counted_by_hand(collection):
    rankings = {
        "tfidf": {"q1": ["unjudged", "q1", "b", "d"], "q2": ["e", "a"], "other": ["b"]},
        "cbow": {"q1": ["c", "d"], "q2": []},
        "specter": {"q1": ["a", "b", "c"]},
    }
    fidelity = measure_fidelity(collection, rankings)
    assert list(fidelity) == ["source", "n", "share_top_100", "n_all", "share_top_100_all"]
    # of q1 b and c, of q2 e; with the cited ones also a of both
    expected = [["tfidf", 3, 2 / 3, 5, 3 / 5], ["cbow", 2, 1.0, 3, 2 / 3]]
    assert fidelity.to_numpy().tolist() == expected


def test_the_first_100_count(collection):
    others = [f"o{i}" for i in range(tables.FIDELITY_TOP - 1)]
    rankings = {"tfidf": {"q2": [*others, "e", "a"]}, "cbow": {"q1": [*others, "x", "c", "d"]}}
    expected = [["tfidf", 1, 1.0, 2, 0.5], ["cbow", 2, 0.0, 3, 0.0]]
    assert measure_fidelity(collection, rankings).to_numpy().tolist() == expected


def test_a_source_that_holds_cited_candidates_alone(collection):
    pools = {"q1": Pool(("a",), (("cited", "tfidf"),))}
    alone = Collection({}, pools, collection.judgments, {})
    [[*found]] = measure_fidelity(alone, {"tfidf": {"q1": ["a"]}}).fillna(-1).to_numpy()
    assert found == ["tfidf", 0, -1, 1, 1.0]


def test_the_release_finds_itself_again_where_provenance_is_no_copy(real_data):
    collection = read_collection(real_data("csfcube"))
    held = {
        query: [
            candidate
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True)
            if "specter" in sources and "cited" not in sources
        ]
        for query, pool in collection.pools.items()
    }
    [[_, n, share, n_all, share_all]] = measure_fidelity(collection, {"specter": held}).to_numpy()
    assert share == 1.0
    assert n >= 27 * 12 + 7 * 33 - 2 * 34, "at least its quotas but for the never judged"
    assert n_all > n and share_all == pytest.approx(n / n_all)


PLENTY = {"kept": 500, "kept_always": 2, "dropped": {}}
IDS = [f"p{i}" for i in range(20)]


def draw(found, quota=4, cited=(), queries=("q1", "q2")):
    """Draw pools from two sources that find the same: ``found`` by query."""
    ranked = {"alpha": found, "beta": {query: ids[::-1] for query, ids in found.items()}}
    quotas = dict.fromkeys(queries, quota)
    return draw_pools(quotas, {query: cited for query in queries}, ranked, {}, 1)


def test_half_of_quota_times_sources_is_enough_without_cited_papers_and_queries():
    pools = draw({"q1": IDS[:4], "q2": IDS[:3]}, cited=IDS[10:])
    assert find_small_pools(pools, PLENTY) == {"q2": (3, 8)}
    assert len(pools["q2"].candidates) == 13
    assert find_small_pools(draw({"q1": [*IDS[:3], "q2"], "q2": IDS[:4]}), PLENTY) == {"q1": (3, 8)}


def test_a_quota_of_its_own_is_what_a_query_is_measured_by():
    ranked = {"alpha": {"q1": IDS, "q2": IDS}}
    pools = draw_pools({"q1": 20, "q2": 41}, {}, ranked, {}, 1)
    assert find_small_pools(pools, PLENTY) == {"q2": (20, 41)}


@pytest.mark.parametrize(("n_dropped", "n_small"), [(0, 0), (1, 2)])
def test_named_papers_alone_fill_no_pool_unless_they_are_the_corpus(n_dropped, n_small):
    named = {"kept": 20, "kept_always": 20, "dropped": {"not_selected": n_dropped}}
    assert len(find_small_pools(draw({"q1": IDS, "q2": IDS}), named)) == n_small


@pytest.mark.parametrize(
    ("name", "kept", "named", "n_dropped", "n_candidates", "where", "hint"),
    [
        ("csfcube", 7, 5, 6530, 7, "kept 7 of 6,537 papers, 5 of them as they", "Name another"),
        ("csfcube", 1000, 1000, 49_000, 1000, "are named, 0 without", "Name another filter in"),
        ("none", 6537, 5, 0, 6, "none kept 6,537 of 6,537", "Add papers with abstracts"),
        ("none", 6, 5, 0, 6, "none kept 6 of 6 papers", "Add papers with abstracts"),
        ("none", 6537, 5, 0, 1566, "4,971 without an abstract", "Lower pools.quota"),
    ],
)
def test_the_likeliest_reason_is_told_in_numbers(
    name, kept, named, n_dropped, n_candidates, where, hint
):
    counts = {"kept": kept, "kept_always": named, "dropped": {"no_year": n_dropped}}
    pools = draw({f"q{i}": ["p1"] for i in range(7)}, queries=[f"q{i}" for i in range(7)])
    small = dict.fromkeys(pools, (1, 8))
    problem = tables.explain_small_pools(pools, small, name, counts, n_candidates)
    assert problem.what == (
        "7 of 7 pools gain less than half of quota x ranked sources, other queries not counted: "
        "q0 (1 of 8), q1 (1 of 8), q2 (1 of 8), q3 (1 of 8), q4 (1 of 8) and 2 more. "
        "Sources that ran dry: alpha in 7, beta in 7."
    )
    assert where in problem.where and problem.hint.startswith(hint)
    assert problem.hint.endswith("pools.on_small: keep lets small pools through.")


def test_what_became_of_the_readable_papers_adds_up():
    counts = {"kept": 30, "kept_always": 3, "dropped": {"no_year": 60, "no_title": 10}}
    fates = {"no_year": 60, "no_title": 10, "no_abstract": 5, "candidate": 25}
    assert list_fates(counts, 25) == fates and sum(fates.values()) == 100


def test_small_pools_are_warned_of_or_refused(caplog):
    tables.check_sizes(draw({"q1": IDS, "q2": IDS}), "none", PLENTY, 20, refuses=True)
    small = draw({"q1": IDS, "q2": IDS[:3]})
    tables.check_sizes(small, "none", PLENTY, 20, refuses=False)
    assert "q2 (3 of 8)" in caplog.text
    with pytest.raises(UserError, match=r"q2 \(3 of 8\)"):
        tables.check_sizes(small, "none", PLENTY, 20, refuses=True)
