"""The papers: their order, filters, titles and sentences."""

import numpy as np
import pytest

from paperpool.extras.search_page import sentences as module
from paperpool.extras.search_page.model import Filters, Sentence
from paperpool.extras.search_page.papers import Papers, read_texts, store_papers
from paperpool.extras.search_page.run_files import find_run
from paperpool.extras.search_page.sentences import Sentences, store_sentences
from paperpool.io.tables import SENTENCES, write_rows

from ..made.search_run import IDS, MADE, TEXTS, make_collection


@pytest.fixture(scope="module")
def run(made_results):
    return find_run("both", made_results)


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    store_papers(run.papers, make_collection(), folder)
    return folder


@pytest.fixture(scope="module")
def papers(folder):
    return Papers(folder)


def test_rows_are_in_the_order_of_ids_with_what_the_corpus_lacks(run, papers, tmp_path):
    store_papers(run.papers, None, tmp_path)
    alone = Papers(tmp_path)
    assert list(alone.ids) == IDS and alone.added == []
    assert list(read_texts(tmp_path)) == TEXTS
    assert list(papers.ids) == ["a1", "a2", "a3", "a4", "a5", "a6", "c1", "q1", "q2"]
    assert papers.added == ["c1", "q2"]
    assert papers.ids.find("q1") == 7 and papers.ids.find("q3") is None
    assert list(papers.rows(["q1", "x", "a1"])) == [0, 7]
    assert list(papers.rows_of_many(["q1", "x", "a1"])) == [7, -1, 0]


def test_texts_and_columns(papers, folder):
    assert list(read_texts(folder))[6] == "A glass The glass is cold. We measure glass."
    assert papers.at(2)["doi"] == "10.1/a_3"
    assert papers.at(1)["fields"] == ["Food"] and papers.at(4)["fields"] == []
    assert papers.at(8)["year"] == 2007
    stated = ("10.2/red", "Wine <b>", None, ["Ann B. Lee"])
    for row in (5, 8):  # of the corpus, which does not know them, and of the collection alone
        found = tuple(map(papers.at(row).get, ("doi", "venue", "arxiv_id", "authors")))
        assert found == stated and papers.at(2)["authors"] is None
    assert papers.at(6)["year"] is papers.at(6)["fields"] is None


def test_without_a_corpus_there_is_the_collection(tmp_path):
    store_papers([], make_collection(), tmp_path)
    papers = Papers(tmp_path)
    assert list(papers.ids) == papers.added == ["a6", "c1", "q1", "q2"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), "a1 a2 a3 a4 a5 a6 c1 q1 q2"),
        (Filters(2005, 2010), "a2 a3 q2"),
        (Filters(year_to=2001), "a1"),
        (Filters(fields=("Art", "Physics")), "a1 a3 a4"),
        (Filters(2010, None, ("Physics",)), "a3 a4"),
        (Filters(fields=("Nothing",)), ""),
    ],
)
def test_filters(papers, filters, expected):
    passing = np.flatnonzero(papers.passing(filters))
    assert " ".join(papers.ids[row] for row in passing) == expected


def test_titles_and_abstracts_are_compared_as_twins_are(papers):
    assert [papers.ids[row] for row in papers.with_title("SUN-and sea?")] == ["a3", "a4"]
    assert len(papers.with_title("...")) == len(papers.with_title("Sun")) == 0
    abstract = MADE["a6"]["abstract"].upper()
    assert [papers.ids[row] for row in papers.like_pasted("Green tea", abstract)] == ["a1", "a6"]


def test_sentences_are_the_collections_then_labelled_then_split(run, papers, tmp_path):
    store_sentences(run.sentences, papers, tmp_path)
    sentences = Sentences(tmp_path, papers, make_collection())
    assert [s.facet for s in sentences.of(papers.ids.find("a6"))] == [
        "background",
        "method",
        "result",
    ]
    alone = Sentences(tmp_path, papers, None)
    assert alone
    assert [s.facet for s in alone.of(papers.ids.find("a6"))] == ["other", "method", "result"]
    assert alone.of(papers.ids.find("q1"))[1] == Sentence("We brew hot tea.", None)
    assert alone.of(papers.ids.find("a5")) == ()


def test_sentences_do_not_depend_on_the_batches(run, papers, tmp_path, monkeypatch):
    rows = [
        (paper, i, f"{paper} {i}.", "method", 1.0) for paper in ("q1", "x", "a1") for i in (0, 1, 2)
    ]
    write_rows(tmp_path / "sentences.parquet", rows, SENTENCES)
    for batch in (1, 2, 100):
        monkeypatch.setattr(module, "_BATCH", batch)
        (tmp_path / str(batch)).mkdir()
        store_sentences([tmp_path / "sentences.parquet"], papers, tmp_path / str(batch))
        sentences = Sentences(tmp_path / str(batch), papers, None)
        for paper in ("q1", "a1"):
            found = [s.text for s in sentences.of(papers.ids.find(paper))]
            assert found == [f"{paper} {i}." for i in (0, 1, 2)]


def test_whether_there_are_labels(papers, tmp_path):
    store_sentences([], papers, tmp_path)
    assert Sentences(tmp_path, papers, make_collection())
    assert not Sentences(tmp_path, papers, None)


def test_a_corpus_without_queries_offers_papers_that_have_a_text(engine, both):
    samples = [paper.paper_id for paper in engine.facts.examples]
    assert samples and samples == sorted(set(samples)) and len(samples) <= 8
    assert all(MADE[i]["title"] and MADE[i]["abstract"] for i in samples)
    assert [paper.paper_id for paper in both.facts.examples] == ["q2", "q1"]
