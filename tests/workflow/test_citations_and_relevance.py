"""Citations beside grades, and the votes of judges, as a user measures them: a made collection."""

import json

import pandas as pd
import pytest

from ..made.cystic_fibrosis import write_collection
from .conftest import Workplace

QUICK = {"bootstrap": 1000, "permutations": 1000}


@pytest.fixture(scope="module")
def place(root, tmp_path_factory):
    """A folder to run in."""
    return Workplace(root, tmp_path_factory.mktemp("relevance"))


@pytest.fixture(scope="module")
def measured(place):
    """The results of a small collection that is a corpus too, and the call."""
    settings = write_collection(place.folder / "its") | {
        "path": "its",
        "rankers": ["bm25", "tfidf"],
    }
    done = place.run(
        "citations_and_relevance",
        "report",
        run="cf",
        data={
            "s2orc": [{"cystic_fibrosis": "its"}],
            "collections": {
                "questions": settings,
                "papers": settings | {"queries": "papers"},
            },
        },
        corpus={"filters": ["none"]},
        rankers={"minilm": None, "cbow200": None, "tfidfcbow200": None},
        evaluation=QUICK,
    )
    return place.folder / "results/cf", done


def test_links_and_neighbours_are_measured(measured):
    folder, done = measured
    jobs = done.jobs()
    assert jobs["measure_relations"] == jobs["measure_votes"] == jobs["list_relevance_figures"] == 1
    assert "compare_with_citations" not in jobs  # MDCR has too few papers
    table = pd.read_csv(folder / "citations_and_relevance/questions/relations.csv")
    table = table.set_index(["grade", "relation", "neighbours", "measure"]).value
    # paper 3 cites 1, and both are relevant to question 1; it cites 2, which is relevant at 1 alone
    assert table[1, "cites", "citations", "precision"] == 1
    assert table[5, "cites", "citations", "precision"] == 0.5
    assert set(table.index.get_level_values("neighbours")) == {"citations", "bm25", "tfidf"}
    links = pd.read_csv(folder / "citations_and_relevance/questions/links.csv")
    assert links.set_index("relation").n_pairs["cites"] == 2
    summary = json.loads((folder / "corpus/summary.json").read_text())
    assert summary["references"]["cites"]["resolved"] == 1


def test_the_order_by_the_grades_is_that_of_the_scores(measured):
    folder, _ = measured
    votes = folder / "collections/questions/votes"
    scores = pd.read_csv(votes / "scores.csv").set_index(["judge", "ranker", "metric"]).value
    metrics = pd.read_csv(folder / "collections/questions/metrics.csv")
    for row in metrics[metrics.metric.isin(["AP", "nDCG@10"])].itertuples():
        assert row.value > 0
        assert scores["grades", row.ranker, row.metric] == pytest.approx(row.value)
    assert len(pd.read_csv(votes / "judges.csv")) == 4


def test_the_report_has_both_sections(measured):
    folder, _ = measured
    page = (folder / "report/index.html").read_text()
    assert 'id="citations-and-relevance"' in page and 'id="votes"' in page


def test_a_collection_that_is_no_corpus_cannot_be_measured(place):
    data = {"collections": {"alone": write_collection(place.folder / "alone")}}
    said = place.fail("citations_and_relevance", "-n", run="alone", data=data).output
    assert "no collection whose documents are papers of the corpus with citations" in said
    queries = write_collection(place.folder / "alone") | {"queries": "papers"}
    said = place.fail("votes", "-n", run="alone", data={"collections": {"alone": queries}}).output
    assert "No collection of data.collections has the votes of several judges" in said
