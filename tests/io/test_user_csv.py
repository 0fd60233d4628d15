"""CSV files as users give them: whatever the delimiter, or refused with the line."""

import pytest

from paperpool.errors import UserError
from paperpool.io.user_csv import DELIMITERS, read_user_csv


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_columns_are_stripped_and_cells_kept_whatever_is_between_them(tmp_path, delimiter):
    path = tmp_path / "a.csv"
    lines = [("Query_ID ", " grade"), ("q1 ", " 2"), ("q,1;", ""), ("'=q", "1")]
    path.write_text("".join(f'"{a}"{delimiter}"{b}"\r\n' for a, b in lines))
    assert read_user_csv(path, "") == [
        (f"{path}, line 2", {"query_id": "q1 ", "grade": " 2"}),
        (f"{path}, line 3", {"query_id": "q,1;", "grade": ""}),
        (f"{path}, line 4", {"query_id": "=q", "grade": "1"}),
    ]


@pytest.mark.parametrize(
    ("content", "what", "place"),
    [
        ("a;b\n1;2;3\n", "The row has 3 cells, 2 columns", ", line 2"),
        ("a,A\n1,2\n", "two columns of one name: a", ", line 1"),
        ('a,b\n"1,2\n', "Not a table: unexpected end of data", ", line 2"),
        ("a" * 140_000 + "\n1\n", "Not a table: field larger than field limit", ", line 1"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(tmp_path, content, what, place):
    path = tmp_path / "a.csv"
    path.write_text(content)
    with pytest.raises(UserError, match=what) as error:
        read_user_csv(path, "Give a table.")
    assert error.value.problems[0].where == f"{path}{place}"


def test_delimiters_in_a_quoted_column_are_none(tmp_path):
    (tmp_path / "a.csv").write_text('query_id,"Grade (0; 1; 2; 3)"\nq1,2\n')
    [(_, row)] = read_user_csv(tmp_path / "a.csv", "")
    assert row == {"query_id": "q1", "grade (0; 1; 2; 3)": "2"}


def test_an_empty_file_has_no_rows(tmp_path):
    (tmp_path / "a.csv").write_text("")
    assert read_user_csv(tmp_path / "a.csv", "") == []
