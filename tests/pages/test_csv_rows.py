"""Rows of CSV files as texts, and the numbers in their cells."""

import pytest

from paperpool.pages.csv_rows import read_number, read_rows


def test_rows_stand_as_they_are(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text('name,value\n"a, b",0.10\nnan,\n', encoding="utf-8")
    assert read_rows(path) == [{"name": "a, b", "value": "0.10"}, {"name": "nan", "value": ""}]
    path.write_text("name\tvalue\na,b\t1\n", encoding="utf-8")
    assert read_rows(path, "\t") == [{"name": "a,b", "value": "1"}]


@pytest.mark.parametrize(
    ("text", "number"), [("", None), ("nan", None), ("0", 0.0), ("1e-3", 0.001)]
)
def test_a_cell_without_a_number_has_none(text, number):
    assert read_number(text) == number
