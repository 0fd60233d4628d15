"""CSV as it comes: any delimiter and encoding, line ends in cells, rows that are damaged."""

import csv

import pytest

from paperpool.workflow.corpus.own_tables.tables import open_table

from ...made.own_tables import PAPERS, read_all, write_csv


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_delimiter_and_encoding(tmp_path, delimiter, encoding):
    path = write_csv(tmp_path / "papers.csv", delimiter=delimiter, encoding=encoding)
    rows, lines, bad = read_all(path)
    assert [(row.paper_id, row.title, row.abstract or "") for row in rows] == [
        (paper_id, title, abstract.replace("\n", "\n")) for paper_id, title, abstract in PAPERS
    ]
    assert (lines, bad) == ([2, 3, 5], [])


def test_a_cell_with_the_other_delimiters_does_not_choose_one(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("sep=;\nid;a,b,c,d;title;abstract\n1;x;T;A\n")
    assert open_table(path, {}).header.delimiter == ";"
    path.write_text("a,b,c,d,e;id;title;abstract\n1;x;T;A\n")
    assert open_table(path, {}).header.delimiter == ";"


def test_rows_that_are_damaged_are_counted_and_the_others_read(tmp_path):
    path = tmp_path / "a.csv"
    lines = [
        "id,title,abstract,year",
        "1,a,b,2001",
        "2,too few",
        "3,a,with, a comma,2002",
        '4,open 5" disk,b,2003',
        '5,"never closed,b,2004',
        "6,a,b,2005,,",
        "",
        ",,,",
        '7,"a\nb",c',
        "8,n\0ul,c,",
    ]
    path.write_text("\n".join(lines) + "\n")
    rows, places, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["1", "4", "6", "7", "8"]
    assert places == [2, 5, 7, 10, 12]
    assert bad == [
        (3, "missing_key", "abstract"),
        (4, "wrong_type", None),
        (6, "wrong_type", None),
        (9, "missing_key", "id"),
    ]
    assert rows[3].title == "a\nb" and rows[4].title == "n ul"


def test_a_quote_that_is_never_closed_swallows_no_row(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('id,title,abstract\n1,"open,b\n2,"c, d",e\n3,"open,f\n4,g,h\n5,"a" b,"c\nd"\n')
    rows, _, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["2", "4"]
    assert [line for line, _, _ in bad] == [2, 4, 6, 7]
    path.write_text('id,title,abstract\n1,"a" b,"say \\"hi\\""\n')
    [row], _, bad = read_all(path)
    assert (row.title, bad) == ("a b", [])


def test_a_quote_before_a_line_that_is_too_long_swallows_no_row(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(f'id,title,abstract\n1,"open,b\n2,c,d\n3,e,{"x" * 200}\n4,g,h\n')
    rows, _, bad = read_all(path, most=100)
    assert [row.paper_id for row in rows] == ["2", "4"]
    assert bad == [(2, "too_large", None), (4, "too_large", None)]
    path.write_text('id,title,abstract\n1,"open,b\n' + "".join(f"{n},c,d\n" for n in range(2, 99)))
    rows, _, bad = read_all(path, most=100)
    assert len(rows) == 97 and bad == [(2, "too_large", None)]


def test_a_character_that_the_file_ends_within_is_no_utf8(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("id,title,abstract\n1,é,b\n2,c,é".encode()[:-1])
    rows, _, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["1"] and bad == [(3, "invalid_utf8", None)]


def test_bytes_that_are_no_utf8_are_one_bad_row_in_a_file_of_utf8(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("id,title,abstract\n1,Café olé,é\n".encode() + b"2,Caf\xe9,b\n3,c,d\n")
    rows, _, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["1", "3"] and bad == [(3, "invalid_utf8", None)]


@pytest.mark.parametrize("is_quoted", [True, False])
def test_a_huge_cell_is_one_bad_row(tmp_path, is_quoted):
    path = tmp_path / "a.csv"
    quote = '"' if is_quoted else ""
    path.write_text(f"id,title,abstract\n1,a,{quote}{'x' * 3_000_000}{quote}\n2,a,b\n")
    rows, lines, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["2"] and lines == [3]
    assert bad == [(2, "too_large", None)]


def test_the_limit_of_cells_stays_as_it_was(tmp_path):
    before = csv.field_size_limit()
    path = write_csv(tmp_path / "a.csv", [("1", "a", "x" * (before + 1))])
    rows, _, _ = read_all(path, most=before * 2)
    assert len(rows[0].abstract) == before + 1 and csv.field_size_limit() == before


def test_lines_that_end_in_returns_alone(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"id,title,abstract\r1,a,b\r2,c,d\r")
    rows, lines, bad = read_all(path)
    assert [row.paper_id for row in rows] == ["1", "2"] and lines == [2, 3] and not bad


@pytest.mark.parametrize("content", ["", "\n\n", "id,title,abstract\n"])
def test_a_table_without_a_row(tmp_path, content):
    path = tmp_path / "a.csv"
    path.write_text(content)
    assert read_all(path) == ([], [], [])
