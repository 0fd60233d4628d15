"""The papers in memory: their order, filters, titles and sentences."""

import numpy as np
import pytest

from paperpool.search_page.model import Filters, Sentence
from paperpool.search_page.papers import Papers, Sentences
from paperpool.search_page.run_files import find_run

from .made_run import IDS, MADE, TEXTS, make_collection


@pytest.fixture(scope="module")
def run(made_results):
    return find_run("both", made_results)


@pytest.fixture(scope="module")
def papers(run):
    return Papers(run.papers, make_collection())


def test_rows_are_in_the_order_of_ids_with_what_the_corpus_lacks(run, papers):
    assert Papers(run.papers, None).ids == IDS
    assert papers.ids == ["a1", "a2", "a3", "a4", "a5", "a6", "c1", "q1", "q2"]
    assert papers.added == ["c1", "q2"]
    assert papers.row["q1"] == 7
    assert list(papers.rows(["q1", "x", "a1"])) == [0, 7]


def test_texts_and_columns(run, papers):
    assert Papers(run.papers, None).texts() == TEXTS
    assert papers.texts()[6] == "A glass The glass is cold. We measure glass."
    assert papers.at(2)["doi"] == "10.1/a_3"
    assert papers.at(8)["year"] == 2007
    assert papers.at(6)["year"] is papers.at(6)["fields"] is None


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


def test_sentences_are_the_collections_then_labelled_then_split(run, papers):
    sentences = Sentences(run.sentences, papers, make_collection())
    assert [s.facet for s in sentences.of(papers.row["a6"])] == ["background", "method", "result"]
    alone = Sentences(run.sentences, papers, None)
    assert [s.facet for s in alone.of(papers.row["a6"])] == ["other", "method", "result"]
    assert alone.of(papers.row["q1"])[1] == Sentence("We brew hot tea.", None)
    assert alone.of(papers.row["a5"]) == ()


def test_whether_there_are_labels(run, papers):
    assert Sentences(run.sentences, papers, None)
    assert Sentences([], papers, make_collection())
    assert not Sentences([], papers, None)
