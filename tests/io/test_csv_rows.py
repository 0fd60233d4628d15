"""Rows of CSV files as texts: they stand as they were written."""

import pytest

from paperpool.io.csv_rows import read_rows, write_rows


@pytest.mark.parametrize(
    ("delimiter", "text"),
    [(",", 'name,value\n"a, b",0.10\nnan,\n'), ("\t", "name\tvalue\na, b\t0.10\nnan\t\n")],
)
def test_rows_stand_as_they_are(tmp_path, delimiter, text):
    path = tmp_path / "t.csv"
    write_rows(path, ("name", "value"), [("a, b", "0.10"), ("nan", "")], delimiter)
    assert path.read_bytes() == text.encode()
    rows = [{"name": "a, b", "value": "0.10"}, {"name": "nan", "value": ""}]
    assert read_rows(path, delimiter) == rows
