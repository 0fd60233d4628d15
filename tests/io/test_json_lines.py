"""Rows as gzipped JSON lines."""

import gzip
import json

import pytest

from paperpool.io import tables
from paperpool.io.bad_rows import describe_bad_row, excerpt
from paperpool.io.json_lines import make_quarantine, write_json_lines


@pytest.mark.parametrize("n", [0, 1, 256, 600])
def test_a_line_a_row_whatever_their_number(tmp_path, n):
    rows = [{"n": i, "text": "é\n"} for i in range(n)]
    assert write_json_lines(iter(rows), tmp_path / "a.jsonl.gz") == n
    lines = gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).decode("ascii").splitlines()
    assert [json.loads(line) for line in lines] == rows


def test_equal_rows_give_equal_bytes_under_any_name(tmp_path):
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_json_lines([{"a": 1}], tmp_path / name)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


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
    batch = make_quarantine("a/b", [(3, "truncated", ""), (9, "missing_key", "{}", "title")])
    assert batch.schema == tables.QUARANTINE
    assert [tuple(row.values()) for row in batch.to_pylist()] == [
        ("a/b", 3, "truncated", None, ""),
        ("a/b", 9, "missing_key", "title", "{}"),
    ]


def test_a_bad_row_that_ends_the_run_is_told_with_what_to_do():
    problem = describe_bad_row("a/b", 3, "truncated")
    assert "truncated" in problem.what
    assert problem.where == "shard a/b, line 3"
    assert "corpus.on_bad_row" in problem.hint and "quarantine.parquet" in problem.hint
