"""Queries that are no papers have vectors under the topics' own ids."""

import numpy as np
import pytest

import paperpool as pp
from paperpool.collections.collection import STORED_FILES
from paperpool.collections.stored import store_collection
from paperpool.encoding.wanted_papers import PaperRows, list_papers, want_papers
from paperpool.errors import UserError

from ..made.folders import DOCUMENTS, TOPICS, write_beir, write_trec

SHARED = ["query:a" if topic in DOCUMENTS else topic for topic in TOPICS]
"""The topics as files of vectors call them: a document is called a, too."""


@pytest.fixture
def collection(tmp_path):
    write_beir(tmp_path / "beir")
    return pp.collection("mine", tmp_path / "beir")


def write_vectors(folder, ids):
    """Write vectors that rank documents of a topic's place first; return the folder."""
    folder.mkdir(exist_ok=True)
    places = [i % len(TOPICS) for i in range(len(DOCUMENTS))] + list(range(len(TOPICS)))
    vectors = np.eye(len(TOPICS), dtype=np.float32)[places]
    np.save(folder / "vectors.npy", vectors[: len(ids)])
    (folder / "ids.txt").write_text("".join(f"{i}\n" for i in ids))
    return str(folder)


def rank(collection, vectors, **settings):
    return pp.ranker("dense", vectors=vectors, **settings).rank(collection)


def test_topics_are_called_by_their_ids(collection, tmp_path):
    run = rank(collection, write_vectors(tmp_path / "v", [*DOCUMENTS, *SHARED]))
    best = {topic: run.rankings[collection.topics[topic]][0][0] for topic in TOPICS}
    assert best == {"1": "a", "2": "b", "a": "c"}
    marked = [collection.topics[topic][0] for topic in TOPICS]
    assert rank(collection, write_vectors(tmp_path / "m", [*DOCUMENTS, *marked])) == run


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([*DOCUMENTS], "None of the 3 queries has a vector: one is called '1'."),
        ([*DOCUMENTS, "t1", "t2"], "one is called '1', one of the vectors 't1'"),
        (
            [*DOCUMENTS, *TOPICS],
            "several different vectors(.|\n)*name the topic's vector 'query:a'",
        ),
    ],
)
def test_queries_without_vectors_are_no_ranking(collection, tmp_path, ids, said):
    with pytest.raises(UserError, match=said) as caught:
        rank(collection, write_vectors(tmp_path / "v", ids))
    assert "?" not in str(caught.value)


def test_a_missing_query_is_called_as_its_vector_would_be(collection, tmp_path, caplog):
    vectors = write_vectors(tmp_path / "v", [*DOCUMENTS, "1"])
    with pytest.raises(UserError, match="2 of 8 papers have no vector: 2, query:a"):
        rank(collection, vectors, missing="error")
    rank(collection, vectors)
    assert "2 papers have no vector, 2 queries among them" in caplog.text


@pytest.mark.parametrize("write", [write_beir, write_trec])
def test_stored_tables_have_the_same_papers(write, tmp_path):
    write(tmp_path / "made")
    collection = pp.collection("mine", tmp_path / "made").data
    (tmp_path / "stored").mkdir()
    store_collection(collection, tmp_path / "stored")
    papers, made = (
        want_papers(collection),
        [str(tmp_path / "stored" / name) for name in STORED_FILES[:2]],
    )
    assert list_papers(made) == papers
    assert sorted(papers.names.values()) == sorted(SHARED)
    rows = PaperRows(papers)
    found = rows.find([b"1", b"query:1", b"a", b"query:a", b"zz"]).tolist()
    assert found[0] == found[1] and found[2] != found[3] and found[4] == -1
    assert rows.other == "zz"


def test_papers_that_are_queries_keep_their_ids(collection):
    papers = want_papers(collection.data)
    assert papers.show(range(len(papers))) == [*SHARED, *DOCUMENTS]
