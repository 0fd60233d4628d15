"""Judges of a collection: agreement, a planted outlier, and orders of rankers by each."""

import numpy as np
import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.votes.agreement import (
    Votes,
    compare_pairs,
    describe_judges,
    find_outlier,
    read_votes,
)
from paperpool.extras.votes.orders import compare_judges, judge_by
from paperpool.io.tables import COLLECTION_VOTES, write_rows
from paperpool.workflow.annotation.agreement import krippendorff_alpha

from ...made.cystic_fibrosis import write_collection

RESAMPLING = Resampling(5, 1000, 1000)


@pytest.fixture
def stored(tmp_path):
    """A small collection with its votes, as the workflow stores them."""
    found = make_reader(write_collection(tmp_path / "its")).read()
    write_rows(tmp_path / "votes.parquet", found.list_votes(), COLLECTION_VOTES)
    return assemble(found, "test", 1, 1000), read_votes(tmp_path / "votes.parquet")


def plant(n_topics=40, n_documents=15, seed=2):
    """Return votes of three judges who nearly agree, and of one who gives a 1 to half of all."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n_topics * n_documents)
    columns = []
    for _ in range(3):
        is_off = rng.random(len(truth)) < 0.1
        columns.append(np.where(is_off, rng.integers(0, 3, len(truth)), truth))
    columns.append(np.maximum(truth, rng.integers(0, 2, len(truth)) * 2))
    topics = [f"{number:02}" for number in range(n_topics)]
    places = np.repeat(np.arange(n_topics), n_documents)
    documents = [str(number) for number in range(len(truth))]
    return Votes(["a", "b", "c", "odd"], topics, places, documents, np.array(columns).T)


def test_votes_are_read_as_they_were_given(stored):
    _, votes = stored
    assert votes.judges == ["rew", "colleagues", "postdoc", "jbw"] and votes.topics == ["1", "3"]
    assert votes.documents == ["1", "2", "3", "2", "4"] and votes.places.tolist() == [0, 0, 0, 1, 1]
    assert votes.grades[2].tolist() == [1, 1, 2, 1]


def test_two_judges_agree_as_two_annotators_do():
    votes = plant()
    table = compare_pairs(votes).set_index(["judge_a", "judge_b"])
    first, second = votes.grades[:, 0], votes.grades[:, 1]
    row = table.loc["a", "b"]
    assert row.alpha == pytest.approx(krippendorff_alpha(first, second, 3))
    assert row.agreement == pytest.approx((first == second).mean())
    assert len(table) == 7 and table.loc["all", "all"].alpha < row.alpha


def test_a_planted_outlier_is_named():
    table = describe_judges(plant(), RESAMPLING).set_index("judge")
    assert table.is_outlier.to_dict() == {"a": False, "b": False, "c": False, "odd": True}
    assert table.alpha_without["odd"] == table.alpha_without.max()
    assert table.bias["odd"] > 0 and table.ci_low["odd"] > 0 and table.p["odd"] < 0.01
    votes = plant()
    others = votes.grades[:, :3].mean(axis=1)
    surplus = (votes.grades[:, 3] - others).reshape(40, 15).mean(axis=1).mean()
    assert table.bias["odd"] == pytest.approx(surplus)


@pytest.mark.parametrize(
    ("kappas", "without", "outlier"),
    [([0.5, 0.4, 0.6], [0.4, 0.6, 0.3], 1), ([0.5, 0.4], [0.6, 0.5], None), ([], [], None)],
)
def test_an_outlier_agrees_least_and_the_others_better_without(kappas, without, outlier):
    assert find_outlier(kappas, without, 0.5) == outlier


def test_a_judges_votes_take_the_place_of_the_grades(stored):
    collection, votes = stored
    judged = judge_by(collection, votes, "postdoc")
    pairs = judged.topics()
    assert judged.judgments[pairs["3"]].grades() == {"2": 1, "4": 2} and judged.relevant == 1


def test_orders_of_rankers_depend_on_whose_votes_are_used(stored):
    """By the fourth judge, paper 2 is not relevant to question 3: who ranks it first loses."""
    collection, votes = stored
    pairs = collection.topics()

    def rank(first, second):
        return {pairs["1"]: rank_all(first), pairs["3"]: rank_all(second)}

    def rank_all(order):
        return [(paper, -float(place)) for place, paper in enumerate(order)]

    runs = {"x": rank("1324", "2413"), "y": rank("1234", "4132"), "z": rank("4213", "1342")}
    orders, scores = compare_judges(collection, votes, runs, RESAMPLING)
    table = scores.set_index(["judge", "metric", "ranker"]).value
    assert table["grades", "AP", "x"] == 1  # 1, 3 and 2 are relevant; 2 and 4
    assert table["jbw", "AP", "x"] == pytest.approx((1 + 1 / 2) / 2)
    assert table["jbw", "AP", "y"] == pytest.approx(1)
    by_judge = orders.set_index(["judge", "metric"])
    assert by_judge.best["jbw", "AP"] == "y" and by_judge.best["rew", "AP"] == "x"
    assert set(orders.judge) == set(votes.judges) and (orders.n_rankers == 3).all()
