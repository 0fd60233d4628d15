"""Queries without an answer and short runs are told of."""

import pytest

from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.relevance import find_irrelevance
from paperpool.evaluation.limits import describe_depths, describe_unfindable
from paperpool.evaluation.named_measures import parse_measures

from ..made.folders import GRADES, write_beir


@pytest.fixture
def small(tmp_path):
    """A collection whose topic "a" has no relevant document."""
    grades = {**GRADES, "a": {"b": 0, "c": -1}}
    return assemble(make_reader(write_beir(tmp_path, grades=grades)).read(), "test", 1, 1000)


def test_queries_without_a_relevant_document_are_counted(small):
    [line] = describe_unfindable(small)
    assert line.startswith("1 of 3 queries has no relevant document (a grade from 1): a. ")


def test_a_run_that_ends_before_a_measure_does_is_named(small):
    measures = parse_measures(["AP", "nDCG@2", "R@3", "P@4"], 1)
    run = {pair: [("b", 2.0), ("c", 1.0)] for pair in small.pairs()}
    assert describe_depths({"mine": run}, small, measures) == [
        "mine: its queries have at most 2 documents, fewer than R@3, P@4 look at; what is not "
        "ranked is missed."
    ]
    assert describe_depths({"mine": run}, small, measures[:2]) == []


def test_a_run_of_all_documents_is_whole(small):
    run = {pair: [(i, 1.0) for i in small.rankable(*pair)] for pair in small.pairs()}
    assert describe_depths({"mine": run}, small, parse_measures(["R@100"], 1)) == []


def test_grades_that_are_never_relevant_are_listed_with_their_numbers():
    assert find_irrelevance([0, 1, 2], 2, "there", "Do.") is None
    assert find_irrelevance([], 2, "there", "Do.") is None
    many = find_irrelevance([number / 100 for number in range(90)], 1, "there", "Do.")
    assert many.what.endswith("relevant are grades from 1, found are 90 from 0 to 0.89.")
    found = find_irrelevance([0, 0.5, 0], 1, "there", "Do.")
    assert found.where == "there"
    assert found.what == (
        "No document is relevant: relevant are grades from 1, found are 0 (2 times), 0.5 (1 times)."
    )
