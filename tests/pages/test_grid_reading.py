"""Tables are read back from the page as a reader sees them, and written as CSV and LaTeX."""

import csv
from io import StringIO

import pytest

from paperpool.pages.environment import make_environment
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.grid_reading import read_grid
from paperpool.pages.latex import write_latex
from paperpool.pages.score_cells import Cell, Mark, Row, ScoreTable


def render(table):
    """Return a table of figures as pages have it."""
    source = (
        '{% from "scores.html.jinja" import score_table with context %}'
        '{{ score_table(table, "A caption", "A table") }}'
    )
    html = make_environment(".").from_string(source).render(table=table)
    return html[html.index("<table") : html.index("</div>")]


@pytest.fixture
def grid():
    mark = Mark("a", "base", True)
    lower = Mark("b", "other", False)
    rows = [
        Row("mine", [Cell("2.00", "± 0.10", best=True, marks=(mark, lower)), Cell("–")]),
        Row("base", [Cell("1.00", "", "1.10", "−0.10"), Cell("0.50")], "a"),
    ]
    slices = [("All & any", "5 queries"), ("Some", "1 query")]
    others = [Row("Theirs_X", [Cell("3.00"), Cell("–")])]
    return read_grid(render(ScoreTable(["P@20"], slices, {"Rankers": rows}, others)))


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
        r"\begin{tabular}{l*{2}{r}}",
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


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("-2+SUM(A1)", "'-2+SUM(A1)"),
        ("+1+cmd|'x'!A0", "'+1+cmd|'x'!A0"),
        ("@A1", "'@A1"),
        ("−0.5 ± 0.1", "-0.5 ± 0.1"),
        ("+12%", "+12%"),
    ],
)
def test_a_text_is_no_formula_and_a_number_stays_one(cell, written):
    table = f"<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>{cell}</td></tr></tbody>"
    assert write_csv(read_grid(f"{table}</table>")).splitlines() == ["a", written]


def test_a_cell_over_several_rows_is_repeated_and_one_over_columns_leaves_blanks():
    table = """<table><caption><span>Papers</span></caption>
<thead><tr><th>paper</th><th>facet</th><th class="n">a</th><th class="n">b</th></tr></thead>
<tbody><tr><th rowspan="2">One<span class="note">17</span></th><td>method</td>
<td class="n">1,234</td><td class="n">−5.0</td></tr>
<tr><td>=result<br></td>
<td class="n" colspan="2"><span class="sr">said only</span>1.5</td></tr></tbody></table>"""
    assert write_csv(read_grid(table)).splitlines() == [
        "paper,facet,a,b",
        "One (17),method,1234,-5.0",
        "One (17),'=result,1.5,",
    ]
