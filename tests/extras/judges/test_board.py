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
from paperpool.extras.judges.board import (
    ALL_JUDGES,
    BOARD_COLUMNS,
    COUNT_COLUMNS,
    PEOPLE,
    RANKER_COLUMNS,
    compare_rankers,
    make_board,
    score_twice,
)
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


@pytest.fixture
def tables(collection, runs):
    """The tables of a judge who gives people's grades, and of one who turns them round."""
    judges = {
        "same": Judge(grade_all(collection), same_model=("right",)),
        "against": Judge(grade_all(collection, lambda grade: 3 - grade)),
    }
    return make_board(collection, runs, judges, QUICK)


def find_values(tables, judge, against, part):
    """Return the values of a part of the board by slice and measure."""
    board = tables["board"]
    chosen = board[(board.judge == judge) & (board.against == against) & (board.part == part)]
    return chosen.set_index(["slice", "measure"]).value


def test_people_themselves_and_their_opposite(collection, runs, tables):
    columns = {"counts": COUNT_COLUMNS, "board": BOARD_COLUMNS, "rankers": RANKER_COLUMNS}
    assert {name: list(table) for name, table in tables.items()} == columns
    same = find_values(tables, "same", PEOPLE, "all")["all"]
    assert same["kappa"] == same["alpha"] == 1 and same["bias"] == 0
    opposite = find_values(tables, "against", PEOPLE, "all")["all"]
    assert opposite["weighted_kappa"] < -0.5
    # the two judges are compared as people and the second are
    assert find_values(tables, "against", "same", "all")["all"].equals(opposite)
    by_grade = find_values(tables, "against", PEOPLE, "grade").unstack()["bias"]
    assert by_grade.tolist() == [3, 1, -1, -3]
    board = tables["board"]
    found = board.query("judge == 'same' and measure == 'bias' and part != 'grade'")
    n_items = len(make_ground(collection).items)
    counts = found.set_index("slice").n
    assert counts["all"] == counts["cited"] == n_items

    orders = find_values(tables, "same", PEOPLE, "rankers")
    assert orders["all", "tau_map"] == 1
    assert find_values(tables, "against", PEOPLE, "rankers")["all", "tau_map"] == -1
    rankers = tables["rankers"].query("metric == 'map' and against == @PEOPLE")
    rankers = rankers.set_index(["judge", "ranker"])
    assert rankers.value_by_judge["same", "right"] == rankers.value["same", "right"] == 1
    assert rankers.same_model["same", "right"] and not rankers.same_model["same", "wrong"]
    assert rankers.rank_by_judge["against", "wrong"] == 1 == rankers["rank"]["against", "right"]
    assert rankers.gain["against", "wrong"] > 0.3 > rankers.gain["against", "right"]

    [alpha] = board[board.judge == ALL_JUDGES].value
    pairs = tables["board"].query("judge == 'against' and against == 'same' and part == 'all'")
    assert alpha == pytest.approx(pairs.set_index("measure").value["alpha"])


def test_equal_seeds_give_equal_tables(collection, runs, tables):
    judges = {
        "same": Judge(grade_all(collection), same_model=("right",)),
        "against": Judge(grade_all(collection, lambda grade: 3 - grade)),
    }
    again = make_board(collection, runs, judges, QUICK)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(table, again[name])


def test_what_a_judge_did_not_grade_is_in_no_ranking(collection, runs):
    ground = make_ground(collection)
    given = ground.grades.copy()
    kept = {("q1", "method", c) for c in ("c0", "c1", "c3")}
    given[[tuple(item) not in kept for item in ground.items]] = NONE
    for sides in ((ground.grades, given), (given, ground.grades)):
        against, judge = score_twice(ground, *sides, runs)
        # q1, method: c0 has 1, c1 has 2, c3 has 0; the one relevant is first, second, last
        assert against.shape == (2, 3, 1)
        assert against[1, :, 0].tolist() == pytest.approx([1, 1 / 2, 1 / 3])
        assert (against == judge).all()


def test_few_queries_or_none_are_told_as_such(collection, runs):
    judges = {"none": Judge({}, 2), "one": Judge({Item("q1", "method", "c0"): 1})}
    tables = make_board(collection, runs, judges, QUICK)
    counts = tables["counts"].set_index("judge")
    assert counts.loc["none"].tolist() == [2, 2, 0, len(make_ground(collection).items), 0]
    assert set(tables["board"].judge) == {"one", ALL_JUDGES}
    [row] = tables["board"].query("judge == @ALL_JUDGES").to_dict("records")
    assert row["n"] == 0 and np.isnan(row["value"])  # no pair has the grades of both
    alone = make_board(collection, {}, {"one": judges["one"]}, QUICK)
    assert set(alone["board"].judge) == {"one"} and alone["rankers"].empty


def test_a_ranker_that_shares_the_model_is_held_against_those_that_do_not(collection, runs):
    ground = make_ground(collection)
    scores = score_twice(ground, ground.grades, 3 - ground.grades, runs)
    board, rows = compare_rankers(scores, list(runs), ["wrong", "by id"], QUICK)
    gains = {}
    for metric, ranker, _, _, _, _, _, gain, *_ in rows:
        gains[metric, ranker] = gain
    raised = scores[1, 1] - scores[0, 1]
    expected = {"wrong": (raised[2] - raised[0]).mean(), "by id": (raised[1] - raised[0]).mean()}
    found = {}
    for _, _, measure, *estimate, n in board:
        found[measure] = (*estimate, n)
    for ranker, gain in expected.items():
        assert gains["map", ranker] == pytest.approx(gain), ranker
    circularity, low, high, n = found["circularity_map"]
    assert circularity == pytest.approx(sum(expected.values()) / 2) and low <= circularity <= high
    # by people: right, by id, wrong; by the judge the other way round
    assert n == 2 and found["rise_map"][0] == 1

    board, rows = compare_rankers(scores, list(runs), list(runs), QUICK)
    assert not [row for row in board if row[2].startswith("circularity")]
    assert all(np.isnan(row[7]) for row in rows)


def test_a_judge_made_of_a_ranker_raises_it():
    """Of rankers that are noise the one whose order grades is raised: no 0 in the interval."""
    rng = np.random.default_rng(1)
    pairs = [(f"q{number}", "claim") for number in range(30)]
    candidates = tuple(f"c{number}" for number in range(20))
    judged = {}
    for pair in pairs:
        grades = tuple(int(grade) for grade in rng.integers(0, 2, len(candidates)))
        judged[pair] = Judgments(candidates, grades, {})
    pools = {query: Pool((), ()) for query, _ in pairs}
    ground_of = Collection({}, pools, judged, {}, scheme=two_facets_scheme())
    runs = {}
    for name in ("own", "other", "third"):
        runs[name] = {}
        for pair in pairs:
            ordered = [candidates[i] for i in rng.permutation(len(candidates))]
            runs[name][pair] = [(candidate, -float(n)) for n, candidate in enumerate(ordered)]
    given = {}
    for (query, facet), ranked in runs["own"].items():
        for rank, (candidate, _) in enumerate(ranked):
            given[Item(query, facet, candidate)] = int(rank < 10)
    tables = make_board(ground_of, runs, {"judge": Judge(given, same_model=("own",))}, QUICK)
    row = tables["board"].set_index("measure").loc["circularity_map"]
    assert row.ci_low > 0.2 and row.n == 1


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
    scores = score_twice(ground, ground.grades, ground.grades, {"r": run})
    # of ten candidates the first two count: gain 1 at rank 1, and 8 at rank 2, by log2(3)
    ideal = 8 + 1 / np.log2(3)
    assert scores[0, 0, 0, 0] == pytest.approx((1 + 8 / np.log2(3)) / ideal)


def test_two_grades_and_two_facets_are_compared():
    judged = {("q", "claim"): Judgments(("a", "b"), (0, 1), {})}
    scheme = two_facets_scheme()
    collection = Collection({}, {"q": Pool((), ())}, judged, {}, scheme=scheme)
    judges = {"one": Judge(dict.fromkeys(make_ground(collection).items, 1))}
    tables = make_board(collection, {}, judges, QUICK)
    assert set(find_values(tables, "one", PEOPLE, "facet").index.get_level_values(0)) == {
        "claim",
        "evidence",
    }
    of_all = find_values(tables, "one", PEOPLE, "all")["all"]
    assert of_all["agreement"] == 0.5 and of_all["bias"] == 0.5
