"""What a judge makes of the systems: the same with people's grades, the reverse against them."""

import numpy as np
import pandas as pd
import pytest

from paperpool.annotation.material import Item
from paperpool.evaluation.paired_draws import Resampling
from paperpool.judges.auditing import COLUMNS, Judge, audit_judges, find_circularity
from paperpool.judges.grade_files import JudgeGrades
from paperpool.judges.ground import NONE, list_judged, make_ground
from paperpool.judges.systems import RANKER_COLUMNS, compare_rankers, count_needed, score_twice

from ..made.collection import order_by_grade

QUICK = Resampling(seed=3, n_bootstrap=200, n_permutations=200)


@pytest.fixture
def runs(collection):
    """A run that ranks by grade, one against it, and one by id."""
    by_id = {
        pair: [(c, -float(i)) for i, c in enumerate(collection.rankable(*pair))]
        for pair in collection.pairs()
    }
    return {
        "right": order_by_grade(collection, 1),
        "by id": by_id,
        "wrong": order_by_grade(collection, -1),
    }


def grade_all(collection, change=lambda grade: grade):
    return {
        item: change(collection.judgments[item[:2]].grades()[item.candidate_id])
        for item in list_judged(collection)
    }


def test_people_themselves_and_their_opposite(collection, runs):
    judges = {
        "same": Judge(JudgeGrades(grade_all(collection)), ("right",)),
        "against": Judge(JudgeGrades(grade_all(collection, lambda grade: 3 - grade))),
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
    assert parts.n_pairs["all"] == parts.n_pairs["cited"] == len(list_judged(collection))
    rankers = tables["rankers"].query("metric == 'map'").set_index(["judge", "ranker"])
    assert rankers.value_by_judge["same", "right"] == rankers.value["same", "right"] == 1
    assert rankers.same_model["same", "right"] and not rankers.same_model["same", "wrong"]
    assert rankers.rank_by_judge["against", "wrong"] == 1 == rankers["rank"]["against", "right"]
    assert rankers.gain["against", "wrong"] > 0.3 > rankers.gain["against", "right"]
    accused = set(tables["alarms"].query("alarm").judge)
    assert accused == {"against"}
    again = audit_judges(collection, runs, judges, QUICK)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(table, again[name])


def test_what_a_judge_did_not_grade_is_in_no_ranking(collection, runs):
    ground = make_ground(collection, runs)
    given = ground.grades.copy()
    kept = {("q1", "method", c) for c in ("c0", "c1", "c3")}
    given[[tuple(item) not in kept for item in ground.items]] = NONE
    scored = score_twice(ground, given, runs)
    # q1, method: c0 has 1, c1 has 2, c3 has 0; the one relevant is first, second, last
    assert scored.n_pairs == 1 and scored.n_grades == 3
    assert scored.by_people[1, :, 0].tolist() == pytest.approx([1, 1 / 2, 1 / 3])
    assert (scored.by_people == scored.by_judge).all()


def test_few_queries_or_none_are_told_as_such(collection, runs):
    judges = {
        "none": Judge(JudgeGrades({}, 2)),
        "one": Judge(JudgeGrades({Item("q1", "method", "c0"): 1})),
    }
    tables = audit_judges(collection, runs, judges, QUICK)
    counts = tables["counts"].set_index("judge")
    assert counts.loc["none"].tolist() == [2, 2, 0, len(list_judged(collection)), 0]
    assert set(tables["alarms"].judge) == {"one"} and not tables["alarms"].alarm.any()
    alone = audit_judges(collection, {}, {"one": judges["one"]}, QUICK)
    assert all(alone[name].empty for name in ("order", "rankers", "needed"))


def test_circularity_is_an_alarm_beyond_its_bound():
    def row(ranker, same_model, gain, p_holm):
        cells = ("map", ranker, same_model, 0.4, 0.5, 1, 1, gain, 0.0, 0.1, p_holm, p_holm)
        return dict(zip(RANKER_COLUMNS, cells, strict=True))

    rows = [row("a", True, 0.06, 0.001), row("b", True, 0.06, 0.2), row("c", True, 0.01, 0.001)]
    table = pd.DataFrame([*rows, row("d", False, 0.5, 0.001)])
    findings = find_circularity(table)
    assert [bool(finding.reason) for finding in findings] == [True, False, False]
    assert "raises a, which shares its model, by 0.06" in findings[0].reason


def test_a_ranker_that_shares_the_model_is_held_against_those_that_do_not(collection, runs):
    ground = make_ground(collection, runs)
    scored = score_twice(ground, 3 - ground.grades, runs)
    table = compare_rankers(scored, ["wrong", "by id"], QUICK).set_index(["metric", "ranker"])
    raised = scored.by_judge[1] - scored.by_people[1]
    assert table.gain["map", "wrong"] == pytest.approx((raised[2] - raised[0]).mean())
    assert table.gain["map", "by id"] == pytest.approx((raised[1] - raised[0]).mean())
    only = compare_rankers(scored, list(runs), QUICK)
    assert only.gain.isna().all()


def test_grades_needed_by_hand(collection, runs):
    ground = make_ground(collection, runs)
    scored = score_twice(ground, ground.grades, runs)
    table = count_needed(scored, 0.95).query("metric == 'map'")
    assert table[["first", "second"]].to_numpy().tolist() == [
        ["right", "by id"],
        ["by id", "wrong"],
    ]
    difference = scored.by_people[1, 0] - scored.by_people[1, 1]
    expected = ((1.959964 + 0.841621) * difference.std(ddof=1) / difference.mean()) ** 2
    row = table.iloc[0]
    assert row.n_queries == np.ceil(expected) and row.correlation == pytest.approx(1)
    assert row.n_grades == round(row.n_queries * scored.n_grades) and row.n_queries_with_judge == 1
    same = count_needed(
        score_twice(ground, ground.grades, {"a": runs["right"], "b": runs["right"]}), 0.95
    )
    assert same.n_queries.isna().all()
