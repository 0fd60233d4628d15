"""The values of papers: which paper has which, and how many have each."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.workflow.corpus.conditions import PROPERTIES
from paperpool.workflow.corpus.paper_values import count_values, read_values
from paperpool.workflow.corpus.shards import READABLE

PAPERS = [
    {"venue": "Cell", "sources": ["PubMed", "Cell", None], "year": 2001, "doi": "10.1/a/b"},
    {"venue": "", "sources": [], "acl_id": "P1", "fields": ["Law", "Art"], "doi": "10.2/a"},
    {"arxiv_id": "1", "fields": ["Law"], "doi": "10.1/c"},
]
TABLE = pa.Table.from_pylist(PAPERS, schema=READABLE)


def list_pairs(condition):
    values = read_values(TABLE, condition)
    return list(zip(values.rows.tolist(), values.texts.to_pylist(), strict=True))


def test_texts_lists_and_ids_are_values_of_their_papers():
    assert list_pairs("venue") == [(0, "Cell")]
    assert list_pairs("fields") == [(1, "Law"), (1, "Art"), (2, "Law")]
    assert list_pairs("years") == [(0, "2001")]
    found = [(0, "Cell"), (0, "PubMed"), (0, "Cell"), (2, "arxiv"), (1, "acl")]
    assert list_pairs("source") == found
    assert read_values(TABLE, "source").find_rows(3).tolist() == [True] * 3
    assert read_values(TABLE, "venue").find_rows(3).tolist() == [True, False, False]


@pytest.mark.parametrize("condition", PROPERTIES)
def test_every_property_of_no_paper_has_no_value(condition):
    values = read_values(READABLE.empty_table(), condition)
    assert len(values.texts) == len(values.rows) == 0


def test_papers_of_each_value_are_counted_once_the_most_frequent_first(tmp_path):
    pq.write_table(TABLE, tmp_path / "a")
    papers = [tmp_path / "a"] * 2
    assert list(count_values(papers, "fields").items()) == [("Law", 4), ("Art", 2)]
    assert count_values(papers, "source") == {"Cell": 2, "PubMed": 2, "acl": 2, "arxiv": 2}
    assert count_values(papers, "doi_prefix") == {"10.1": 4, "10.2": 2}
    assert count_values(papers, "language") == {}
