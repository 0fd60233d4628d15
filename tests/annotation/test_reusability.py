"""Scores without what one source or one ranker found alone."""

import pandas as pd
import pytest

from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.rankers.bm25 import rank_by_okapi
from paperpool.workflow.annotation.reusability import (
    COLUMNS,
    DEPTH,
    find_run_uniques,
    find_uniques,
    leave_out,
    measure_reusability,
)

from .conftest import collect, judge

SOURCES = {
    "c0": ("cited",),
    "c1": ("abs",),
    "c2": ("abs", "specter"),
    "c3": ("specter",),
    "c4": ("cited", "abs"),
}


@pytest.fixture
def collection():
    """Two pairs of one pool; of specter alone is c3, of abs alone c1."""
    return collect(
        {("q", "method"): judge("02031", ann1="00000"), ("q", "result"): judge("22000")},
        {"q": SOURCES},
    )


def rank(*order):
    """Return a run that gives both pairs the same ranking."""
    ranking = [(f"c{i}", -float(n)) for n, i in enumerate(order)]
    return {("q", facet): ranking for facet in ("method", "result")}


def test_uniques_have_exactly_one_source(collection):
    copied = collect({("q", "method"): judge("02031")}, {"q": SOURCES | {"c0": ("cited", "abs")}})
    assert find_uniques(collection, "abs") == {("q", f): ["c1"] for f in ("method", "result")}
    assert find_uniques(collection, "cited") == {("q", f): ["c0"] for f in ("method", "result")}
    # the same list for both cited candidates says nothing, so both count as found by citing alone
    assert find_uniques(copied, "cited") == {("q", "method"): ["c0", "c4"]}
    assert find_uniques(copied, "abs") == {("q", "method"): ["c1"]}


def test_a_run_alone_has_what_no_other_has_among_its_first():
    ids = [f"c{i}" for i in range(DEPTH + 5)]
    pair = ("q", "method")
    collection = collect({pair: judge("2" * len(ids))}, {"q": dict.fromkeys(ids, ("abs",))})
    run = {pair: [("q", 2.0), ("unknown", 1.0), *((i, -float(n)) for n, i in enumerate(ids))]}
    runs = {"a": run, "b": {pair: run[pair][::-1]}, "none": {}}
    assert find_run_uniques(collection, runs, "a") == {pair: ids[:5]}
    assert find_run_uniques(collection, runs, "b") == {pair: ids[:-6:-1]}
    assert find_run_uniques(collection, runs, "none") == {pair: []}
    assert find_run_uniques(collection, {"a": run}, "a") == {pair: ids[:DEPTH]}


def test_a_run_that_is_left_out_falls_behind():
    half = DEPTH + 5
    pair, grades = ("q", "method"), "2" * half + "0" * half
    ids = [f"c{i}" for i in range(2 * half)]
    collection = collect(
        {pair: judge(grades), ("q", "result"): judge(grades)},
        {"q": dict.fromkeys(ids, ("abs", "specter"))},
    )
    turned = rank(*range(half - 1, -1, -1), *range(half, 2 * half))
    runs = {"a": rank(*range(2 * half)), "b": turned}
    table = measure_reusability(collection, runs)
    assert (table[table.kind == "source"].n_left_out == 0).all()
    of = table[table.metric == "map"].set_index(["kind", "left_out", "treatment", "ranker"]).loc
    a, b = (of["run", "a", "irrelevant", ranker] for ranker in "ab")
    assert a.value == b.value == b.value_without == 1.0 and a["rank"] == b["rank"] == 1
    # 5 of each pair are a's alone: without them it has its first relevant candidate at rank 6
    assert (a.n_left_out, a.n_relevant_left_out) == (10, 10)
    assert a.value_without == pytest.approx(sum(n / (n + 5) for n in range(1, 21)) / 20)
    assert (a.rank_without, b.rank_without) == (2, 1)
    assert of["run", "a", "removed", "a"].value_without == 1.0


def test_left_out_candidates_have_no_grade_or_grade_0(collection):
    uniques = find_uniques(collection, "abs")
    removed = leave_out(collection, uniques, "removed").judgments["q", "method"]
    assert removed.grades() == {"c0": 0, "c2": 0, "c3": 3, "c4": 1}
    irrelevant = leave_out(collection, uniques, "irrelevant").judgments["q", "method"]
    assert irrelevant.grades() == {"c0": 0, "c1": 0, "c2": 0, "c3": 3, "c4": 1}
    assert collection.judgments["q", "method"].grades()["c1"] == 2


def test_figures_by_hand(collection):
    runs = {"a": rank(1, 0, 3, 2, 4), "b": rank(0, 3, 1, 2, 4)}
    table = measure_reusability(collection, runs)
    assert list(table) == COLUMNS and len(table) == (3 + 2) * 2 * 2 * 2
    row = table.set_index(["left_out", "treatment", "metric", "ranker"]).loc
    # map of a: method (c1, c3 relevant) (1 + 2/3) / 2, result (c0, c1) 1
    assert row["abs", "removed", "map", "a"].value == pytest.approx((5 / 6 + 1) / 2)
    # without c1: method has c3 at rank 2, result c0 at rank 1
    assert row["abs", "removed", "map", "a"].value_without == pytest.approx((1 / 2 + 1) / 2)
    # with c1 irrelevant: c3 at rank 3, c0 at rank 2
    assert row["abs", "irrelevant", "map", "a"].value_without == pytest.approx((1 / 3 + 1 / 2) / 2)
    assert row["abs", "irrelevant", "map", "b"].value_without == pytest.approx((1 / 2 + 1) / 2)
    a, b = (row["abs", "irrelevant", "map", ranker] for ranker in "ab")
    assert (a["rank"], a["rank_without"], b["rank"], b["rank_without"]) == (1, 2, 2, 1)
    assert a.tau == b.tau == -1.0
    assert (a.n_left_out, a.n_relevant_left_out) == (2, 2)
    assert row["specter", "removed", "map", "a"][
        ["n_left_out", "n_relevant_left_out"]
    ].tolist() == [2, 1]


def test_equal_rankers_share_a_rank_and_one_ranker_has_no_tau(collection):
    runs = {"a": rank(1, 0, 3, 2, 4), "b": rank(1, 0, 3, 2, 4)}
    table = measure_reusability(collection, runs)
    assert set(table["rank"]) == set(table.rank_without) == {1} and table.tau.isna().all()
    one = measure_reusability(collection, {"a": runs["a"]})
    assert one.tau.isna().all() and len(one) == (3 + 1) * 2 * 2


def test_a_source_that_gave_the_whole_pool_leaves_nothing():
    collection = collect({("q", "method"): judge("12"), ("q", "result"): judge("12")})
    table = measure_reusability(collection, {"a": rank(1, 0)})
    assert (table.value_without == 0).all() and (table.n_left_out == 4).all()


def test_nothing_changes_for_a_source_without_uniques(collection):
    shared = collect(dict(collection.judgments), {"q": dict.fromkeys(SOURCES, ("abs", "specter"))})
    table = measure_reusability(shared, {"a": rank(0, 1, 2, 3, 4), "b": rank(4, 3, 1, 0, 2)})
    assert (table.value == table.value_without).all() and (table.n_left_out == 0).all()
    assert (table.tau == 1.0).all()


def test_the_released_rankings_keep_their_order(release, real_data):
    folder = real_data("csfcube") / "ranked_pools"
    path = f"{folder}/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    runs = {
        "bm25": rank_by_okapi(release),
        "specter": read_foreign_run("specter", path, release.scheme.facet_names),
    }
    for pair, ranking in runs["specter"].items():
        judged = set(release.judgments[pair].candidates)
        runs["specter"][pair] = [row for row in ranking if row[0] in judged]
    table = measure_reusability(release, runs)
    assert len(table) == (8 + 2) * 2 * 2 * 2
    of_runs, table = (table[table.kind == kind] for kind in ("run", "source"))
    own = of_runs[(of_runs.left_out == of_runs.ranker) & (of_runs.treatment == "irrelevant")]
    # of two runs each loses by what it alone has among its first, which is much
    assert (own.n_left_out > 500).all() and (own.value_without < own.value - 0.05).all()
    assert (table.tau == 1.0).all()
    counts = table.drop_duplicates("left_out").set_index("left_out")
    assert counts.loc["cited"][["n_left_out", "n_relevant_left_out"]].tolist() == [968, 141]
    own = table[
        (table.left_out == "specter") & (table.ranker == "specter") & (table.metric == "ndcg%20")
    ]
    change = pd.Series((own.value_without - own.value).to_numpy(), index=own.treatment)
    # its own finds count against a source in one treatment and for it in the other
    assert change["irrelevant"] < -0.05 and change["removed"] > 0.03
