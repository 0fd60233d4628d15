"""Tables in a terminal: columns line up, a slice has a line of its own."""

from paperpool.commands.scoring.task import TestTable
from paperpool.commands.scoring.text import list_tests, transpose_scores
from paperpool.pages.grid_text import write_text
from paperpool.pages.paired_tests import PairedCell, PairedGroup
from paperpool.pages.score_cells import Cell, Row, ScoreTable


def test_figures_stand_with_intervals_and_beside_published_ones():
    rows = [
        Row("mine", [Cell("53.28", "± 0.20", "53.00", "+0.28", interval="[47.92, 58.51]")]),
        Row("b", [Cell("–")]),
    ]
    table = ScoreTable(["NDCG%20"], [("A title that is wide", "50 queries")], {"": rows}, [])
    assert write_text(transpose_scores(table, "")).splitlines() == [
        "           mine                         published      b",
        "A title that is wide (50 queries)",
        "  NDCG%20  53.28 ± 0.20 [47.92, 58.51]  53.00 (+0.28)  –",
    ]


def test_paired_tests_have_a_line_for_each_ranker():
    cell = PairedCell("+1.00", "[−0.10, +2.10]", "0.0400", "0.0800", False)
    table = TestTable("base", "test", ["AP"], [PairedGroup("All", [("mine", [cell])])])
    assert write_text(list_tests(table)).splitlines() == [
        "        AP",
        "All",
        "  mine  +1.00 [−0.10, +2.10] p 0.0800",
    ]
