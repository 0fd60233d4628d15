"""A table in LaTeX: slices side by side, the best bold, marks of what differs."""

from paperpool.pages.grid import make_grid
from paperpool.pages.latex import escape_latex, write_latex
from paperpool.pages.score_cells import Cell, Mark, Row, ScoreTable


def test_a_table_has_a_column_for_each_measure_of_each_slice():
    mark = (Mark("a", "base", True),)
    rows = [
        Row("my_run", [Cell("2.00", best=True, marks=mark), Cell("–")]),
        Row("base", [Cell("1.00", "", "1.10", "−0.10"), Cell("0.50")], "a"),
    ]
    table = ScoreTable(["P@20"], [("All", "5 queries"), ("Some & few", "1 query")], {"R": rows}, [])
    assert write_latex(make_grid(table, "Title")).splitlines() == [
        r"% Title (x100). \usepackage{booktabs}",
        "% a: against base",
        r"\begin{tabular}{l*{2}{r}}",
        r"\toprule",
        r" & \multicolumn{1}{c}{All} & \multicolumn{1}{c}{Some \& few} \\",
        r"\cmidrule(lr){2-2} \cmidrule(lr){3-3}",
        r" & P@20 & P@20 \\",
        r"\midrule",
        r"my\_run & \textbf{2.00}\textsuperscript{a} & -- \\",
        r"base\textsuperscript{a} & 1.00 & 0.50 \\",
        r"\quad published & 1.10 &  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_what_means_something_to_latex_is_written_out():
    assert escape_latex("50% of {a_b} ~ ^ \\") == (
        r"50\% of \{a\_b\} \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )
