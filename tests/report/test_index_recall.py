"""The table of what searches by an index found, in sections of the report."""

from paperpool.pages.wording import MISSING
from paperpool.rankers.scoring.indexed_search import IndexRow, write_index_rows
from paperpool.workflow.report.index_recall import list_index_recall


def test_every_ranker_has_its_rows_and_no_recall_where_no_search_went_by_the_index(tmp_path):
    found = IndexRow("dataset", "ivf", 1_200_000, 12, 9, 4_000, 3_800, 380, 500, 0.962, 0.951, 32)
    exact = IndexRow("field", "ivf", 1_200_000, 3, 0, 300, 0, 0, 500, None, None, 0)
    write_index_rows([found, exact], tmp_path / "near.csv")
    write_index_rows([found], tmp_path / "far.csv")
    tables = {"near": tmp_path / "near.csv", "far": tmp_path / "far.csv"}
    heading, table = list_index_recall(tables, "mdcr-index")
    assert heading.anchor == "mdcr-index"
    rows = [[cell.text for cell in row] for row in table.rows]
    first = ["dataset", "ivf", "1,200,000", "4,000", "3,800", "380", "500", "96.20", "95.10"]
    assert rows == [
        ["near", *first],
        ["near", "field", "ivf", "1,200,000", "300", "0", "0", "500", MISSING, MISSING],
        ["far", *first],
    ]


def test_without_an_index_there_is_no_table():
    assert not list(list_index_recall({}, "mdcr-index"))
