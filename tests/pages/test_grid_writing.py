"""Tables as HTML, CSV and LaTeX: bold scores and marks of significant differences."""

import csv
from dataclasses import replace
from io import StringIO

import pytest
from markupsafe import Markup

from paperpool.pages.grid import Grid, GridCell, Mark, list_grid, number
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.grid_html import write_html
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.latex import escape_latex, write_latex
from paperpool.pages.score_table import score_cell
from paperpool.pages.scores import Score
from paperpool.pages.wording import count, p_value, share


@pytest.fixture
def grid():
    marks = (Mark("a", "base", True), Mark("b", "other", False))
    best = GridCell("2.00", bold=True, marks=marks, below={"sd": "± 0.10"}, is_number=True)
    beside = GridCell("1.00", below={"published": "1.10", "difference": "−0.10"}, is_number=True)
    rows = [
        [GridCell("Rankers", 3)],
        [GridCell("mine"), best, number("–")],
        [GridCell("base", letter="a"), beside, number("0.50")],
        [GridCell("Published only", 3)],
        [GridCell("Theirs_X"), number("3.00"), number("–")],
    ]
    slices = [GridCell(), GridCell("All & any", note="5 queries"), GridCell("Some", note="1 query")]
    head = [slices, [GridCell("ranker"), number("P@20"), number("P@20")]]
    return Grid("A caption", head, rows, kind="scores matrix")


def test_a_page_has_each_figure_and_says_what_it_is(grid):
    page = write_html(grid)
    assert '<th rowspan="2" scope="col">ranker</th>' in page
    assert '<td class="n first best"><span class="value">2.00</span>' in page
    assert '<span class="up"><span class="sr">, higher than base </span>a</span>' in page
    assert '<span class="printed"><span class="sr">, published </span>1.10</span>' in page
    assert '<span class="printed" aria-hidden="true">published</span>' in page


def test_a_csv_has_one_head_and_says_what_each_line_holds(grid):
    assert list(csv.reader(StringIO(write_csv(grid)))) == [
        ["group", "ranker", "figure", "All & any (5 queries) P@20", "Some (1 query) P@20"],
        ["Rankers", "mine", "value", "2.00", ""],
        ["Rankers", "mine", "sd", "± 0.10", ""],
        ["Rankers", "base", "value", "1.00", "0.50"],
        ["Rankers", "base", "published", "1.10", ""],
        ["Rankers", "base", "difference", "-0.10", ""],
        ["Published only", "Theirs_X", "value", "3.00", ""],
    ]


def test_latex_has_marks_groups_and_the_published_figure_but_no_difference(grid):
    assert write_latex(grid).splitlines() == [
        r"% A caption. \usepackage{booktabs}",
        "% a: against base",
        r"\begin{tabular}{lrr}",
        r"\toprule",
        r" & \multicolumn{1}{c}{All \& any} & \multicolumn{1}{c}{Some} \\",
        r"\cmidrule(lr){2-2} \cmidrule(lr){3-3}",
        r"ranker & P@20 & P@20 \\",
        r"\midrule",
        r"\multicolumn{3}{l}{\textit{Rankers}} \\",
        r"mine & \textbf{2.00}\textsuperscript{a}\textsubscript{b} & -- \\",
        r"\quad sd & $\pm$ 0.10 &  \\",
        r"base\textsuperscript{a} & 1.00 & 0.50 \\",
        r"\quad published & 1.10 &  \\",
        r"\midrule",
        r"\multicolumn{3}{l}{\textit{Published only}} \\",
        r"Theirs\_X & 3.00 & -- \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_what_means_something_to_latex_is_written_out():
    assert escape_latex("50% of {a_b} ~ ^ \\") == (
        r"50\% of \{a\_b\} \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("-2+SUM(A1)", "'-2+SUM(A1)"),
        ("+1+cmd|'x'!A0", "'+1+cmd|'x'!A0"),
        ("@A1", "'@A1"),
        ("−0.5 ± 0.1", "-0.5 ± 0.1"),
        ("+12%", "+12%"),
        ("1,234", "1234"),
        (Markup("<code>=result</code><br>"), "'=result"),
    ],
)
def test_a_text_is_no_formula_and_a_number_stays_one(text, written):
    table = list_grid("A table", "A caption", [("a", "a")], [{"a": GridCell(text)}])
    assert write_csv(table).splitlines() == ["a", written]


EXACT = Score("official", "test", "a", "all", "ap", 1 / 3, 0.00123, 3, 0.3, 0.4, 50, 0.3334)


@pytest.fixture
def exact_grid():
    cell = replace(score_cell(EXACT, (Mark("b", "base", False),)), bold=True)
    above = [GridCell(), GridCell("All", note="50 queries")]
    return Grid("", [above, [GridCell("ranker"), number("AP")]], [[GridCell("a"), cell]])


def test_a_csv_is_not_rounded(exact_grid):
    lines = list(csv.reader(StringIO(write_csv(exact_grid))))
    values = {line[1]: line[2] for line in lines[1:]}
    assert values == {
        "value": "33.3333333333",
        "sd": "0.123",
        "published": "33.34",
        "difference": "-0.0066666667",
    }


def test_json_has_numbers_and_says_what_they_are(exact_grid):
    [row] = list_values(exact_grid)["rows"]
    name, cell = row["cells"]
    assert name["value"] == "a" and cell["value"] == 33.3333333333 and cell["published"] == 33.34
    assert cell["bold"] and cell["lower"] == ["base"] and "higher" not in cell


def test_what_is_rounded_away_on_a_page_stays_in_its_files():
    columns = [("p", "p", p_value), ("share", "share"), ("n", "n", count)]
    grid = list_grid("", "", columns, [{"p": 1e-6, "share": share(1, 3000), "n": 12345}])
    assert write_csv(grid).splitlines()[1] == "1e-06,0.0333333333333%,12345"
    assert "&lt;0.0001" in write_html(grid) and "12,345" in write_html(grid)
    assert [cell["value"] for cell in list_values(grid)["rows"][0]["cells"]][2] == 12345


def test_a_terminal_has_colour_only_where_it_is_asked_for(grid):
    plain = write_text(grid)
    assert "2.00^a_b ± 0.10" in plain and "\x1b" not in plain
    assert "\x1b[1m2.00^a_b ± 0.10\x1b[0m" in write_text(grid, colour=True)
