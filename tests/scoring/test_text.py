"""Tables in a terminal: columns line up, a slice has a line of its own."""

from paperpool.evaluation.tables import EvaluationRows
from paperpool.pages.grid import Grid, GridCell, number
from paperpool.pages.grid_text import write_text
from paperpool.scoring.task import Scored
from paperpool.scoring.text import join_tests, list_scored, turn_scores, write_scored


def test_figures_stand_with_intervals_and_beside_published_ones():
    figures = {"sd": "± 0.20", "interval": "[47.92, 58.51]"}
    beside = {"published": "53.00", "difference": "+0.28"}
    rows = [
        [GridCell("mine"), GridCell("53.28", below=figures | beside)],
        [GridCell("b"), number("–")],
        [GridCell("Published only", 2)],
        [GridCell("theirs"), number("60.00")],
    ]
    above = [GridCell(), GridCell("A title that is wide", note="50 queries")]
    table = Grid("", [above, [GridCell("ranker"), number("NDCG%20")]], rows)
    assert write_text(turn_scores(table)).splitlines() == [
        "           mine                         published      b",
        "A title that is wide (50 queries)",
        "  NDCG%20  53.28 ± 0.20 [47.92, 58.51]  53.00 (+0.28)  –",
    ]


def test_paired_tests_have_a_line_for_each_ranker():
    cells = map(number, ("+1.00", "[−0.10, +2.10]", "0.0400", "0.0800"))
    columns = [GridCell("ranker"), *map(number, ("difference", "interval", "p", "Holm p"))]
    rows = [[GridCell("All", 5)], [GridCell("mine"), *cells]]
    table = Grid("", [[GridCell(), GridCell("AP", 4)], columns], rows)
    assert write_text(join_tests(table)).splitlines() == [
        "        AP",
        "All",
        "  mine  +1.00 [−0.10, +2.10] p 0.0800",
    ]


def test_a_test_of_few_queries_has_no_interval():
    cells = map(number, ("+1.00", "–", "0.4000", "0.8000"))
    columns = [GridCell("ranker"), *map(number, ("difference", "interval", "p", "Holm p"))]
    table = Grid("", [[GridCell(), GridCell("AP", 4)], columns], [[GridCell("mine"), *cells]])
    assert write_text(join_tests(table)).splitlines()[-1] == "mine  +1.00 p 0.8000"


def test_slices_of_few_queries_are_a_note():
    evaluation, nothing = EvaluationRows().tables(), Grid("", [], [])
    scored = Scored("Mine", evaluation, [], [], nothing, ["Told."], [], few="Few: a (2).")
    assert write_scored(scored, 0.95) == "Note: Few: a (2).\nNote: Told.\n"
    assert list_scored(scored)["notes"] == ["Few: a (2).", "Told."]
