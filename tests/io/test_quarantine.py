"""What is kept of a bad row, and what is said of it."""

import pytest

from paperpool.io import tables
from paperpool.io.quarantine import describe_bad_row, excerpt, make_quarantine


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"x" * 501, "x" * 500),
        ("ä€😀".encode() * 200, "ä€😀" * 166 + "ä€"),
        ("😀".encode() * 600, "😀" * 500),
        (b"a\xffb", "a\ufffdb"),
        (b"a\0b", "a\0b"),
    ],
)
def test_the_first_500_characters_are_kept(data, text):
    assert excerpt(data) == text


def test_quarantined_rows_name_their_shard():
    batch = make_quarantine("a/b", [(3, "truncated", ""), (9, "wrong_type", "{}")])
    assert batch.schema == tables.QUARANTINE
    assert [tuple(row.values()) for row in batch.to_pylist()] == [
        ("a/b", 3, "truncated", ""),
        ("a/b", 9, "wrong_type", "{}"),
    ]


def test_a_bad_row_that_ends_the_run_is_told_with_what_to_do():
    problem = describe_bad_row("a/b", 3, "truncated")
    assert "truncated" in problem.what
    assert problem.where == "shard a/b, line 3"
    assert "corpus.on_bad_row" in problem.hint and "quarantine.parquet" in problem.hint
