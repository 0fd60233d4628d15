"""The rows that are compared, by file and by citance."""

from paperpool.scisumm.read.rows import GoldRow, by_citance, by_file


def gold(file, citance, *sids):
    cells = ("P00-1", "W01-1", "W01-1", "a text", "", "")
    return GoldRow("P00-1", *cells, 11, citance, sids, file, "asha")


def test_rows_by_file_and_by_citance():
    rows = [gold("b", "P00-1:2", 4), gold("a", "P00-1:1", 3), gold("b", "P00-1:1", 2)]
    assert by_file(rows) == {"a": [rows[1]], "b": [rows[0], rows[2]]}
    assert list(by_file(rows)) == ["a", "b"]
    rows = [gold("a", "P00-1:1", 9, 2), gold("a", "P00-1:2"), gold("a", None, 5)]
    rows.append(gold("a", "P00-1:1", 2, 7))
    assert by_citance(rows) == {"P00-1:1": (9, 2, 7), "P00-1:2": ()}


def test_a_row_of_the_table_is_read_without_its_further_columns():
    row = {name: "x" for name in GoldRow.__dataclass_fields__} | {"n_columns": 11, "row": 3}
    read = GoldRow.of(row | {"citance_id": float("nan"), "sids": [1, 2]})
    assert read.citance_id is None and read.sids == (1, 2) and read.n_columns == 11
    assert GoldRow.of(row | {"citance_id": "P00-1:1", "sids": []}).citance_id == "P00-1:1"
