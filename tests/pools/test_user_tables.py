"""Tables as editors and spreadsheets save them."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.errors import UserError
from paperpool.io.user_csv import DELIMITERS
from paperpool.workflow.pools.user_tables import read_header, read_user_rows

CELL = st.text('ab1,;\t"=é ', max_size=6) | st.sampled_from(["two\nlines", "two\r\nlines"])


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), max_size=5),
    delimiter=st.sampled_from(DELIMITERS),
    end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
)
def test_rows_are_what_was_saved(rows, delimiter, end, quoting):
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=quoting)
    writer.writerow(["one", "Two ", "three"])
    lines = []
    for row in rows:
        lines.append(buffer.getvalue().count("\n") + 1)
        writer.writerow(row)
    found = read_user_rows(buffer.getvalue(), "here")
    expected = [
        (f"here, line {line}", dict(zip(("one", "two", "three"), map(str.strip, row), strict=True)))
        for line, row in zip(lines, rows, strict=True)
        if any(cell.strip() for cell in row)
    ]
    assert [(row.where, row.cells) for row in found] == expected


def test_the_header():
    assert read_header("A;b c\n1;2") == ["a", "b c"]
    assert read_header("") == []
    assert read_header("one\r\n") == ["one"]


def test_short_rows_are_filled_and_long_ones_refused():
    (row,) = read_user_rows("a,b,c\n1,2\n,,\n", "here")
    assert row.cells == {"a": "1", "b": "2", "c": ""}
    (row,) = read_user_rows("a,b\n1,2,,\n", "here")
    assert row.cells == {"a": "1", "b": "2"}
    with pytest.raises(UserError, match=r"4 cells, the header 2(.|\n)*line 3"):
        read_user_rows("a,b\n1,2\n1,2,3,4\n", "here")
