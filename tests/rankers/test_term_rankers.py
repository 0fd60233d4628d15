"""Rankers by words: their scores on the release, and rankings by hand."""

import dataclasses

import pytest

from paperpool.collections.collection import Paper
from paperpool.collections.schemes import default_scheme
from paperpool.rankers.bm25 import rank_by_okapi
from paperpool.rankers.tfidf import rank_by_words

from ..made.collection import aggregate, ask, make_candidates

FACETS = default_scheme().facet_names

BOTH = pytest.mark.parametrize("rank", [rank_by_okapi, rank_by_words])


@pytest.mark.parametrize(
    ("run", "exact", "low", "high"),
    [
        ("okapi_run", 0.4633, 0.446, 0.476),
        ("words_run", 0.4460, 0.417, 0.462),
    ],  # the paper: 0.4606 and 0.4319
)
def test_term_rankers_come_out_as_in_the_paper(released, request, run, exact, low, high):
    value = aggregate(released, request.getfixturevalue(run))
    assert low <= value <= high
    assert value == pytest.approx(exact, abs=5e-5)


@BOTH
def test_equal_texts_are_ordered_by_id(collection, rank):
    papers = {
        p: dataclasses.replace(paper, sentences=("Same words here.",), labels=("method",))
        if p.startswith("c")
        else paper
        for p, paper in collection.papers.items()
    }
    tied = dataclasses.replace(collection, papers=dict(reversed(papers.items())))
    run = rank(tied)
    for ranking in run.values():
        ids = [c for c, _ in ranking if c.startswith("c")]
        assert ids == sorted(ids) and len(ids) == 8


@BOTH
def test_the_facet_decides_which_candidate_comes_first(rank):
    def paper(paper_id, *sentences):
        return Paper(paper_id, "", sentences, ("background", "objective", "method", "result"))

    filler = {f"f{i}": paper(f"f{i}", "Oranges", "are", "round", "fruit.") for i in range(9)}
    papers = {
        "q": paper("q", "Tides MOVE.", "Whales sing.", "Lasers cut steel.", "Prices fall."),
        "b": paper("b", "Tides rise.", "Tides.", "Whales.", "Nothing else."),
        "m": paper("m", "Lasers.", "More", "steel", "to cut."),
        "r": paper("r", "Prices", "fall", "and", "fall."),
        **filler,
    }
    run = rank(ask(" ".join(FACETS), *papers.values()))
    assert {facet: run["q", facet][0][0] for facet in FACETS} == {
        "background": "b",
        "method": "m",
        "result": "r",
    }


@BOTH
def test_a_query_of_unknown_words_scores_nothing(rank):
    texts = {"q": "!", "b": "one two three", "a": "four five six"}
    run = rank(ask("method", *make_candidates("zyx", {i: [s] for i, s in texts.items()})))
    assert run == {("q", "method"): [("a", 0.0), ("b", 0.0)]}
