"""The columns of ``pp.evaluate``: p of all tests of a baseline, ties, and the scores of queries."""

import pandas as pd
import pytest

import paperpool as pp
from paperpool.commands.main import main
from paperpool.errors import UserError
from paperpool.scisumm.read.release import read_release

from ..made.scisumm_release import submit, write_release

QUERIES = [str(number) for number in range(6)]
PLACE = ["protocol", "split", "slice", "measure", "run"]


@pytest.fixture(scope="module")
def mine():
    """A collection of six queries, each with a document of its own that is relevant."""
    papers = {query: f"Paper {query} of a shelf." for query in QUERIES}
    qrels = {query: {query: 1} for query in QUERIES}
    return pp.collection("mine", papers=papers, queries=papers, qrels=qrels)


def place_relevant(place):
    """Return a run with the relevant document at a place, from 0, and the others around it."""
    run = {}
    for query in QUERIES:
        others = [other for other in QUERIES if other != query]
        ranked = [*others[:place], query, *others[place:]]
        run[query] = {paper: -rank for rank, paper in enumerate(ranked)}
    return run


def find_p(collection, others):
    """Return p of the first of ``others`` against a run that always has the relevant first."""
    runs = {"first": place_relevant(0), **others}
    scores = pp.evaluate(collection, runs, baseline="first", measures="AP").set_index("run")
    assert scores["p"].isna().to_dict() == {name: name == "first" for name in runs}
    return scores["p"][next(iter(others))]


def test_p_is_that_of_holm_over_all_runs(mine):
    last = place_relevant(5)
    p = find_p(mine, {"last": last})
    assert 0 < p < 0.1
    assert find_p(mine, {"last": last, "again": last}) == pytest.approx(2 * p)


def test_ties_with_the_best_are_told_of_headline_measures_alone(mine):
    runs = {"first": place_relevant(0), "last": place_relevant(5)}
    scores = pp.evaluate(mine, runs).set_index(["measure", "run"])
    assert scores.loc["AP", "tied_with_best"].to_dict() == {"first": True, "last": False}
    assert scores.loc["RR", "tied_with_best"].isna().all()


def test_the_mean_over_orders_stands_beside_scores_with_ties(mine):
    runs = {"first": place_relevant(0), "same": lambda topic, papers: [0.0] * len(papers)}
    expected = pp.evaluate(mine, runs, measures="RR").set_index("run")["expected"]
    assert expected.isna()["first"]
    assert expected["same"] == pytest.approx(sum(1 / rank for rank in range(1, 7)) / 6)


def test_scores_are_the_means_of_those_of_queries(mine):
    runs = {"first": place_relevant(0), "third": place_relevant(2)}
    scores = pp.evaluate(mine, runs, measures="RR")
    queries = pp.evaluate(mine, runs, measures="RR", per_query=True)
    assert list(queries) == [*PLACE, "query_id", "value"]
    assert queries.groupby("run")["query_id"].apply(list).tolist() == [QUERIES] * 2
    means = queries.groupby(PLACE)["value"].mean()
    assert means.to_dict() == pytest.approx(scores.set_index(PLACE)["value"].to_dict())
    assert means.tolist() == pytest.approx([1, 1 / 3])


@pytest.mark.parametrize("run", [{"1": {"1": 1.0}}, lambda topic, papers: [], 3])
def test_a_run_of_cl_scisumm_is_a_folder(run, tmp_path):
    (tmp_path / "Test-Set-2018").mkdir()
    with pytest.raises(UserError) as caught:
        pp.evaluate(pp.collection("scisumm", tmp_path), {"mine": run})
    [problem] = caught.value.problems
    assert problem.where == "runs['mine']" and "folder of submissions" in problem.hint


def test_submissions_to_cl_scisumm_have_the_scores_of_the_command(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    read = read_release(write_release(tmp_path / "release"), ())
    submit(read, tmp_path / "first", (1, 3))
    submit(read, tmp_path / "second", (5, 2))
    paths = {"first": "first", "second": tmp_path / "second"}
    table = pp.evaluate(pp.collection("scisumm", "release"), paths, baseline="first")
    arguments = ["score", "first", "second", "--on", "release", "--csv", "scores.csv"]
    assert main([*arguments, "--baseline", "first"]) == 0
    theirs = pd.read_csv("scores.csv")
    for ours, name in (("run", "ranker"), ("measure", "metric"), ("value", "value")):
        assert table[ours].tolist() == theirs[name].tolist()
    assert set(table["run"][table["p"].notna()]) == {"second"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("nothing.trec", "there is no such file"), ("", "it is a folder, and a run is a file")],
)
def test_a_run_that_is_no_file_is_told(mine, tmp_path, name, said):
    with pytest.raises(UserError) as caught:
        pp.evaluate(mine, {"first": str(tmp_path / name)})
    [problem] = caught.value.problems
    assert said in problem.what and str(tmp_path) in problem.where and problem.hint
