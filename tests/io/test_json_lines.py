"""Rows as gzipped JSON lines."""

import gzip
import json

import pytest

from paperpool.io.json_lines import write_json_lines


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
