"""Collections of data in memory: every usual form is the same collection, mistakes are named."""

import logging
from collections import namedtuple
from types import SimpleNamespace

import ir_measures
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import paperpool as pp
from paperpool.errors import UserError

from ..made.folders import DOCUMENTS, GRADES, TOPICS, write_beir

PAPERS = pd.DataFrame(
    [(i, title, text) for i, (title, text) in DOCUMENTS.items()],
    columns=["doc_id", "title", "abstract"],
)
QUERIES = pd.DataFrame(TOPICS.items(), columns=["query_id", "text"])
QRELS = pd.DataFrame(
    [(query, i, grade) for query, grades in GRADES.items() for i, grade in grades.items()],
    columns=["query_id", "doc_id", "relevance"],
)
Doc = namedtuple("Doc", ["doc_id", "title", "text"])


class Ranx:
    """An object of ranx: a mapping in an attribute."""

    def __init__(self, name, items):
        setattr(self, name, items)


def make(papers=PAPERS, queries=QUERIES, qrels=QRELS, **others):
    return pp.collection("mine", papers=papers, queries=queries, qrels=qrels, **others)


def refused(**arguments):
    with pytest.raises(UserError) as caught:
        make(**arguments)
    return [(problem.where, problem.what) for problem in caught.value.problems]


@pytest.fixture(scope="module")
def data():
    return make().data


@pytest.mark.parametrize(
    "arguments",
    [
        {"papers": PAPERS.rename(columns={"doc_id": "_id", "abstract": "text"})},
        {"papers": PAPERS.rename(columns={"doc_id": "Paper-ID", "title": "Title"})},
        {"papers": PAPERS.set_index("doc_id")},
        {"papers": pa.Table.from_pandas(PAPERS)},
        {"papers": PAPERS.replace("", None)},
        {"papers": PAPERS.replace("", pd.NA)},
        {"papers": PAPERS.to_dict("records")},
        {"papers": [Doc(*row) for row in PAPERS.itertuples(index=False)]},
        {"papers": iter(PAPERS.itertuples(index=False, name=None))},
        {"papers": {i: {"title": title, "text": text} for i, (title, text) in DOCUMENTS.items()}},
        {"queries": TOPICS},
        {"queries": pd.Series(TOPICS)},
        {"queries": QUERIES.rename(columns={"query_id": "qid", "text": "query"})},
        {"queries": list(TOPICS.items())},
        {"queries": {i: {"text": text} for i, text in TOPICS.items()}},
        {"qrels": GRADES},
        {"qrels": Ranx("qrels", GRADES)},
        {"qrels": {q: {i: np.float32(n) for i, n in of.items()} for q, of in GRADES.items()}},
        {"qrels": QRELS.rename(columns={"query_id": "query-id", "doc_id": "corpus-id"})},
        {"qrels": QRELS.set_axis(["qid", "docno", "label"], axis=1).assign(iteration=0)},
        {"qrels": QRELS.astype(str)},
        {"qrels": QRELS.astype({"relevance": float})},
        {"qrels": [ir_measures.Qrel(*row) for row in QRELS.itertuples(index=False)]},
        {"qrels": list(QRELS.itertuples(index=False, name=None))},
    ],
)
def test_every_usual_form_is_the_same_collection(arguments, data):
    assert make(**arguments).data == data


def test_it_scores_as_the_same_collection_in_files(tmp_path):
    write_beir(tmp_path)
    runs = {"bm25": pp.ranker("bm25"), "tfidf": pp.ranker("tfidf")}
    theirs = pp.evaluate(pp.collection("mine", tmp_path), runs, baseline="bm25")
    pd.testing.assert_frame_equal(pp.evaluate(make(), runs, baseline="bm25"), theirs)


def test_its_frames_make_it_again(data):
    collection = make()
    assert list(collection.papers) == ["doc_id", "title", "abstract"]
    assert list(collection.queries) == ["query_id", "text"]
    assert not collection.queries["query_id"].str.startswith("?").any()
    assert make(collection.papers, collection.queries, collection.qrels).data == data
    assert len(collection) == len(collection.papers) == len(DOCUMENTS)
    assert repr(collection) == "<collection mine: 5 papers, 3 queries>"


def test_a_query_may_be_a_paper():
    queries = pd.DataFrame({"query_id": ["1", "2"], "query_paper": ["a", None], "text": ["", "x"]})
    collection = make(queries=queries, qrels={"1": {"c": 1}, "2": {"a": 1}})
    frame = collection.queries.set_index("query_id")
    assert frame["query_paper"].dropna().to_dict() == {"1": "a"}
    assert frame["text"]["1"].startswith("Graphs Graph theory") and frame["text"]["2"] == "x"
    run = pp.ranker(lambda topic, papers: [1.0] * len(papers)).rank(collection)
    assert "a" not in run["1"] and "a" in run["2"]


def test_lists_of_relevant_documents_and_truth_values_are_grades():
    binary = make(qrels={query: list(grades) for query, grades in GRADES.items()})
    assert set(binary.qrels["relevance"]) == {1}
    true = make(qrels=QRELS.assign(relevance=QRELS["relevance"] > 0))
    assert set(true.qrels["relevance"]) == {0, 1}


def test_candidates_are_listed_or_those_of_a_run():
    listed = {query: ["a", "b", "c", "d"] for query in TOPICS}
    run = pp.ranker(lambda topic, papers: [ord(p.paper_id) for p in papers]).rank(make(), depth=2)
    assert set(run["1"]) == {"e", "d"}
    for candidates, n_papers in ((listed, 4), (run, 2), (run.to_frame(), 2)):
        collection = make(candidates=candidates)
        assert len(collection) == n_papers and not collection.data.is_searched


def test_grades_between_whole_numbers_are_kept():
    qrels = {"1": {"a": 1.5, "b": "0.25", "c": 1.0}}
    assert make(queries={"1": "x"}, qrels=qrels).qrels["relevance"].tolist() == [1.5, 0.25, 1]


def test_the_least_relevant_grade_counts():
    runs = {"same": lambda topic, papers: [1.0] * len(papers)}
    first, second = (pp.evaluate(make(relevant=n), runs, measures="AP") for n in (1, 2))
    assert second["measure"].tolist() == ["AP(rel=2)"]
    assert first["value"].item() != second["value"].item()


@pytest.mark.parametrize(
    ("arguments", "where", "said"),
    [
        ({"papers": None}, "papers", "has no papers"),
        ({"papers": "papers.csv"}, "papers", "is a path or text"),
        ({"papers": 3}, "papers", "cannot be 3"),
        ({"papers": b"a,b"}, "papers", "cannot be b'a,b'"),
        ({"papers": SimpleNamespace(columns=["doc_id"])}, "papers", "of type SimpleNamespace"),
        ({"papers": PAPERS.iloc[:0]}, "papers", "no documents"),
        ({"papers": PAPERS.drop(columns="doc_id")}, "papers", "has no column doc_id"),
        ({"papers": PAPERS[["doc_id"]].assign(titel="")}, "papers", "neither title nor abstract"),
        ({"papers": PAPERS.assign(title=3)}, "papers, row 1", "title has 3, which is no text"),
        ({"papers": PAPERS.assign(doc_id=None)}, "papers, row 1", "An id has None"),
        ({"papers": pd.concat([PAPERS, PAPERS], axis=1)}, "papers", "doc_id several times"),
        ({"papers": [{"id": "a", "text": "x"}, "b"]}, "papers", "A row is 'b'"),
        ({"papers": PAPERS.assign(doc_id="x" + PAPERS["doc_id"])}, "qrels", "none of its 5"),
        ({"queries": list(TOPICS.values())}, "queries", "not query_id, text"),
        ({"queries": {**TOPICS, "1": None}}, "queries, row 1", "'1' has no text"),
        ({"queries": [*TOPICS.items(), ("1", "x")]}, "queries", "'1' is there twice"),
        ({"queries": {"1": "x"}}, "queries", "2 judged topics are not among"),
        ({"queries": [{"id": "1", "query_paper": "z"}]}, "queries, row 1", "is paper 'z'"),
        ({"qrels": {}}, "qrels", "no judgments"),
        ({"qrels": {"1": 2}}, "qrels", "has 2 for '1'"),
        ({"qrels": {"1": {"a": "x"}}}, "qrels, row 1", "document 'a' for query '1' is 'x'"),
        ({"qrels": {"1": {"a": float("nan")}}}, "qrels, row 1", "is nan"),
        ({"qrels": {"1": {"a": 1e9}}}, "qrels, row 1", "is 1000000000.0"),
        ({"qrels": {"1": {"a": 10**400}}}, "qrels, row 1", "is 1000000"),
        ({"qrels": {"1": {"a": None}}}, "qrels, row 1", "is None"),
        ({"qrels": [("1", "0", "a", 1)]}, "qrels", "not query_id, doc_id, relevance"),
        ({"qrels": [("1", "a", 1), ("1", "a", 2)]}, "qrels", "has the grades 1 and 2"),
        ({"relevant": 3}, "qrels", "No document is relevant"),
        ({"relevant": 0}, "relevant", "above 0"),
        ({"relevant": True}, "relevant", "not True"),
        ({"candidates": {"1": ["a"]}}, "candidates", "2 judged topics have no candidates"),
    ],
)
def test_a_mistake_names_the_argument(arguments, where, said):
    [(found, what), *_] = refused(**arguments)
    assert found == where and said in what


def test_the_mistakes_of_all_arguments_are_told_at_once():
    found = refused(papers=1, queries=2, qrels=3, candidates=4, relevant=-1)
    assert [where for where, _ in found] == ["relevant", "papers", "queries", "qrels", "candidates"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"papers": pd.concat([PAPERS, PAPERS])}, "papers: 5 have the id of an earlier one"),
        ({"papers": PAPERS.assign(text="x")}, "the column abstract is read, not text"),
        ({"papers": PAPERS.drop(columns="abstract")}, "papers: none has an abstract"),
        ({"queries": {**TOPICS, "9": "x"}}, "queries: 1 have no judgment"),
        ({"qrels": pd.concat([QRELS, QRELS])}, "qrels: 7 are there several times"),
    ],
)
def test_what_is_left_out_is_told(arguments, said, caplog):
    with caplog.at_level(logging.WARNING, "paperpool"):
        make(**arguments)
    assert said in caplog.text
