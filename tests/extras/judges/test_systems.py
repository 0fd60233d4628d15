"""What a judge makes of the systems: the same with people's grades, the reverse against them."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.schemes import parse_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.judges.agreement import MEASURES, NONE, count_confusions, make_ground
from paperpool.extras.judges.auditing import COLUMNS, audit_judges, compare_rankers, score_twice
from paperpool.extras.judges.grade_files import Judge
from paperpool.workflow.annotation.agreement import cohen_kappa, krippendorff_alpha, share_equal
from paperpool.workflow.annotation.annotators import weighted_kappa
from paperpool.workflow.annotation.items import Item
from tests.made.collection import order_by_grade
from tests.made.schemes import TWO_FACETS, two_facets_scheme

QUICK = Resampling(seed=3, n_bootstrap=200, n_permutations=200)


@pytest.fixture
def runs(collection):
    """A run that ranks by grade, one against it, and one by id."""
    by_id = {
        pair: [(c, -float(i)) for i, c in enumerate(collection.rankable(*pair))]
        for pair in collection.pairs()
    }
    right, wrong = (order_by_grade(collection, sign) for sign in (1, -1))
    return {"right": right, "by id": by_id, "wrong": wrong}


def grade_all(collection, change=lambda grade: grade):
    return {
        item: change(collection.judgments[item[:2]].grades()[item.candidate_id])
        for item in make_ground(collection).items
    }


def test_people_themselves_and_their_opposite(collection, runs):
    judges = {
        "same": Judge(grade_all(collection), same_model=("right",)),
        "against": Judge(grade_all(collection, lambda grade: 3 - grade)),
    }
    tables = audit_judges(collection, runs, judges, QUICK)
    assert {name: list(table) for name, table in tables.items()} == {
        name: ["judge", *columns] for name, columns in COLUMNS.items()
    }
    order = tables["order"].set_index(["judge", "metric", "among"])
    assert order.loc[("same", "map", "all"), ["tau", "ci_low", "ci_high"]].tolist() == [1, 1, 1]
    assert order.loc[("against", "map", "all"), "tau"] == -1
    of_all = tables["agreement"].query("part == 'all'").set_index(["judge", "measure"]).value
    assert of_all["same", "kappa"] == of_all["same", "alpha"] == 1 and of_all["same", "bias"] == 0
    assert of_all["against", "weighted_kappa"] < -0.5
    parts = tables["agreement"].query("judge == 'same' and measure == 'bias'").set_index("slice")
    assert parts.n_pairs["all"] == parts.n_pairs["cited"] == len(make_ground(collection).items)
    rankers = tables["rankers"].query("metric == 'map'").set_index(["judge", "ranker"])
    assert rankers.value_by_judge["same", "right"] == rankers.value["same", "right"] == 1
    assert rankers.same_model["same", "right"] and not rankers.same_model["same", "wrong"]
    assert rankers.rank_by_judge["against", "wrong"] == 1 == rankers["rank"]["against", "right"]
    assert rankers.gain["against", "wrong"] > 0.3 > rankers.gain["against", "right"]
    again = audit_judges(collection, runs, judges, QUICK)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(table, again[name])


def test_what_a_judge_did_not_grade_is_in_no_ranking(collection, runs):
    ground = make_ground(collection)
    given = ground.grades.copy()
    kept = {("q1", "method", c) for c in ("c0", "c1", "c3")}
    given[[tuple(item) not in kept for item in ground.items]] = NONE
    scored = score_twice(ground, given, runs)
    # q1, method: c0 has 1, c1 has 2, c3 has 0; the one relevant is first, second, last
    assert scored.n_pairs == 1
    assert scored.by_people[1, :, 0].tolist() == pytest.approx([1, 1 / 2, 1 / 3])
    assert (scored.by_people == scored.by_judge).all()


def test_few_queries_or_none_are_told_as_such(collection, runs):
    judges = {"none": Judge({}, 2), "one": Judge({Item("q1", "method", "c0"): 1})}
    tables = audit_judges(collection, runs, judges, QUICK)
    counts = tables["counts"].set_index("judge")
    assert counts.loc["none"].tolist() == [2, 2, 0, len(make_ground(collection).items), 0]
    assert set(tables["agreement"].judge) == {"one"}
    alone = audit_judges(collection, {}, {"one": judges["one"]}, QUICK)
    assert all(alone[name].empty for name in ("order", "rankers"))


def test_a_ranker_that_shares_the_model_is_held_against_those_that_do_not(collection, runs):
    ground = make_ground(collection)
    scored = score_twice(ground, 3 - ground.grades, runs)
    table = compare_rankers(scored, ["wrong", "by id"], QUICK).set_index(["metric", "ranker"])
    raised = scored.by_judge[1] - scored.by_people[1]
    assert table.gain["map", "wrong"] == pytest.approx((raised[2] - raised[0]).mean())
    assert table.gain["map", "by id"] == pytest.approx((raised[1] - raised[0]).mean())
    only = compare_rankers(scored, list(runs), QUICK)
    assert only.gain.isna().all()


OF_LISTS = {
    "kappa": cohen_kappa,
    "weighted_kappa": weighted_kappa,
    "alpha": partial(krippendorff_alpha, n_grades=4),
    "agreement": share_equal,
    "bias": lambda people, judge: float((judge - people).mean()),
}

GRADES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


@given(GRADES)
def test_measures_are_those_of_lists(pairs):
    people, judge = np.array(pairs).T
    tables = count_confusions(people, judge, np.zeros(len(pairs), dtype=int), 1, 4)
    assert set(MEASURES) == set(OF_LISTS)
    for name, measure in MEASURES.items():
        expected = OF_LISTS[name](people, judge)
        assert measure(tables)[0] == pytest.approx(expected, abs=1e-12, nan_ok=True), name


def test_groups_have_tables_of_their_own():
    people, judge = np.array([0, 1, 1, 3]), np.array([0, 2, 1, 3])
    tables = count_confusions(people, judge, np.array([0, 0, 2, 2]), 3, 4)
    assert tables.shape == (3, 4, 4) and tables[1].sum() == 0
    assert tables[0, 1, 2] == tables[0, 0, 0] == tables[2, 3, 3] == 1 and tables.sum() == 4
    assert MEASURES["bias"](tables[:1]) == pytest.approx([0.5])
    assert np.isnan(MEASURES["agreement"](tables[1:2])).all()


def test_systems_are_scored_by_the_gains_of_the_scheme():
    read = yaml.safe_load(TWO_FACETS)
    read["grades"] = [{"name": "No"}, {"name": "Partly", "gain": 1}, {"name": "Yes", "gain": 8}]
    scheme = parse_scheme(read, "gains.yaml")
    pair = ("q", "claim")
    candidates = tuple("abcdefghij")
    judged = {pair: Judgments(candidates, (1, 2, *[0] * 8), {})}
    ground = make_ground(Collection({}, {"q": Pool((), ())}, judged, {}, scheme=scheme))
    run = {pair: [(candidate, -float(n)) for n, candidate in enumerate(candidates)]}
    scored = score_twice(ground, ground.grades, {"r": run})
    # of ten candidates the first two count: gain 1 at rank 1, and 8 at rank 2, by log2(3)
    ideal = 8 + 1 / np.log2(3)
    assert scored.by_people[0, 0, 0] == pytest.approx((1 + 8 / np.log2(3)) / ideal)


def test_two_grades_and_two_facets_are_compared():
    judged = {("q", "claim"): Judgments(("a", "b"), (0, 1), {})}
    scheme = two_facets_scheme()
    collection = Collection({}, {"q": Pool((), ())}, judged, {}, scheme=scheme)
    judges = {"one": Judge(dict.fromkeys(make_ground(collection).items, 1))}
    table = audit_judges(collection, {}, judges, QUICK)["agreement"]
    assert table[table.part == "facet"].slice.unique().tolist() == ["claim", "evidence"]
    of_all = table[table.part == "all"].set_index("measure").value
    assert of_all["agreement"] == 0.5 and of_all["bias"] == 0.5
