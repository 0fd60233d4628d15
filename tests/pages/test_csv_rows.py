"""The numbers in cells of CSV files."""

import pytest

from paperpool.io.csv_rows import read_number


@pytest.mark.parametrize(
    ("text", "number"), [("", None), ("nan", None), ("0", 0.0), ("1e-3", 0.001)]
)
def test_a_cell_without_a_number_has_none(text, number):
    assert read_number(text) == number
