"""Rows of CSFCube's released abstracts that are read, and rows that are refused."""

import json

import pytest

from paperpool.io.bad_rows import BadRow
from paperpool.workflow.corpus.released_rows import parse_row

from ..made.shards import make_released


def parse(**values):
    return parse_row(json.dumps(make_released("7") | values).encode())


def test_a_row_of_the_release():
    row = parse(metadata={"year": "1999", "doi": "10.1/x", "venue": "ACL", "authors": [{}]})
    assert (row.paper_id, row.title, row.year) == ("7", "Title number 7", 1999)
    assert row.sentences == ["We have a problem.", "We solve it quite well.", "It works fine."]
    assert row.labels == ["background", "objective", "result"]
    assert row.abstract == " ".join(row.sentences)
    assert (row.doi, row.venue, row.arxiv_id, row.acl_id) == ("10.1/x", "ACL", None, None)
    assert (row.fields, row.outbound, row.inbound) == (None, None, None)


@pytest.mark.parametrize("metadata", [None, {}, {"year": "soon", "doi": 5, "venue": ["x"]}])
def test_metadata_may_be_incomplete(metadata):
    row = parse(metadata=metadata)
    assert (row.year, row.doi, row.venue) == (None, None, None)


def test_a_journal_stands_where_there_is_no_venue():
    assert parse(metadata={"venue": "", "journal": "A journal"}).venue == "A journal"


def test_what_cannot_be_stored_is_replaced():
    row = parse(title="a\0b", abstract=["\ud800x.", "b", "c"], metadata={"doi": "\ud800"})
    assert (row.title, row.sentences[0], row.doi) == ("a b", "\ufffdx.", "\ufffd")


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"paper_id": 7}, "wrong_type"),
        ({"paper_id": ""}, "wrong_type"),
        ({"title": None}, "wrong_type"),
        ({"abstract": "One text."}, "wrong_type"),
        ({"abstract": None}, "wrong_type"),
        ({"abstract": ["a", 1, "b"]}, "wrong_type"),
        ({"pred_labels": ["background_label"]}, "wrong_type"),
        ({"pred_labels": ["background_label", "aim_label", "result_label"]}, "wrong_type"),
        ({"metadata": "a venue"}, "wrong_type"),
        ({"metadata": {"year": "99999"}}, "wrong_type"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(values, reason):
    with pytest.raises(BadRow, match=reason):
        parse(**values)


@pytest.mark.parametrize("key", ["paper_id", "title", "abstract", "pred_labels"])
def test_a_missing_key_is_refused(key):
    row = make_released("7")
    del row[key]
    with pytest.raises(BadRow, match="missing_key"):
        parse_row(json.dumps(row).encode())
