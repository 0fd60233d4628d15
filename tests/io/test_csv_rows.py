"""Rows of CSV files as texts: they stand as they were written."""

import errno
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperpool.io.csv_rows import defuse, read_records, read_rows, restore, write_rows
from paperpool.io.tables import defuse_texts, write_csv


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
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_rows(path, delimiter) == rows


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no /proc/self/mem")
def test_an_error_of_reading_names_the_table():
    with pytest.raises(OSError) as raised:
        read_rows("/proc/self/mem")  # reading at 0 is an input/output error
    assert (raised.value.errno, raised.value.filename) == (errno.EIO, "/proc/self/mem")


@pytest.mark.parametrize(
    "text",
    [
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "＝1",
        "'=1",
        "' =1",
    ],
)
def test_what_might_be_computed_begins_with_an_apostrophe(text):
    assert defuse(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "It = 1", "'tis", "a-b", "1-1", "'", "''"])
def test_other_texts_stay(text):
    assert defuse(text) == text == restore(text)


@given(st.text("'=+-@ \tab", max_size=6))
@example("''=1")
def test_any_text_can_be_had_back(text):
    assert restore(defuse(text)) == text
    assert defuse(text).lstrip()[:1] not in ("=", "+", "-", "@")


@dataclass(frozen=True)
class SliceRow:
    slice: str
    value: float


def test_texts_of_a_frame_are_no_formulas_and_can_be_had_back(tmp_path):
    slices = ["=cmd()", "-a", "'=b", "plain"]
    frame = pd.DataFrame({"slice": slices, "value": [-1.5, 2.0, 3.0, 4.0]})
    write_csv(tmp_path / "t.csv", defuse_texts(frame))
    rows = read_rows(tmp_path / "t.csv")
    assert [row["slice"] for row in rows] == ["'=cmd()", "'-a", "''=b", "plain"]
    assert [row["value"] for row in rows] == ["-1.5", "2.0", "3.0", "4.0"]
    assert frame["slice"].tolist() == slices
    assert [row.slice for row in read_records(tmp_path / "t.csv", SliceRow)] == slices
