import pytest

from paperpool.scisumm.read.problems import COLUMNS, MAX_TEXT, Problems


def test_lines_are_sorted_by_file_and_row_and_hold_short_texts():
    problems = Problems()
    later, first = problems.of("train", "B", "b.txt"), problems.of("train", "A", "a.txt")
    later.add("not_utf8", "repaired", "x" * 999)
    first.add("glued_rows", "repaired", "second\nrow", 12)
    first.add("unreadable_row", "dropped", "", 3)
    table = problems.table()
    assert tuple(table.columns) == COLUMNS
    assert table["row"].astype("object").where(table["row"].notna(), None).tolist() == [3, 12, None]
    assert table["text"].tolist() == ["", "second row", "x" * MAX_TEXT]


def test_a_way_of_writing_is_one_line_for_the_file():
    problems = Problems()
    for name in ("a.xml", "b.xml", "c.xml"):
        problems.of("train", "A", "a.txt").repeat("id_suffix", "repaired", name)
    file = problems.of("train", "A", "b.txt")
    for name in ("d.xml", "e.xml"):
        file.repeat("id_suffix", "repaired", name)
    assert problems.table()["text"].tolist() == ["a.xml", "b.xml", "c.xml", "2 times, first: d.xml"]


def test_unknown_names_are_refused_and_an_empty_table_has_its_columns():
    with pytest.raises(ValueError, match="no such malformation"):
        Problems().of("train", "A", "a").add("mystery", "kept")
    with pytest.raises(ValueError, match="no such malformation"):
        Problems().of("train", "A", "a").repeat("dtd", "ignored")
    table = Problems().table()
    assert tuple(table.columns) == COLUMNS and table.empty
