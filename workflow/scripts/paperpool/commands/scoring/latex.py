"""A table of figures for a paper: LaTeX with the package booktabs."""

from __future__ import annotations

import re

from paperpool.pages.score_cells import Cell, Row, ScoreTable

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
    "±": r"$\pm$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}

_ESCAPED = re.compile("|".join(map(re.escape, _SPECIAL)))


def escape_latex(text: str) -> str:
    """Return ``text`` with what means something to LaTeX written out."""
    return _ESCAPED.sub(lambda found: _SPECIAL[found[0]], text)


def write_latex(table: ScoreTable, title: str) -> str:
    """Return a table of figures (×100): a row per ranker, in each slice a column per measure.

    The best figures are bold. A raised letter says that a figure is significantly higher than that
    of the baseline with the letter, a lowered one that it is lower. Published figures stand in a
    row below.
    """
    n = len(table.measures)
    rows = [row for group in table.groups.values() for row in group]
    letters = {row.letter: row.name for row in rows if row.letter and len(rows) > 1}
    lines = [
        f"% {title} (x100). \\usepackage{{booktabs}}",
        *(f"% {letter}: against {name}" for letter, name in letters.items()),
        f"\\begin{{tabular}}{{l*{{{n * len(table.slices)}}}{{r}}}}",
        r"\toprule",
        _line(["", *(f"\\multicolumn{{{n}}}{{c}}{{{escape_latex(t)}}}" for t, _ in table.slices)]),
        " ".join(
            f"\\cmidrule(lr){{{2 + n * i}-{1 + n * (i + 1)}}}" for i in range(len(table.slices))
        ),
        _line(["", *map(escape_latex, table.measures * len(table.slices))]),
        r"\midrule",
    ]
    for row in rows:
        lines.append(_line([_name(row, bool(letters)), *(_write_cell(cell) for cell in row.cells)]))
        if row.is_published:
            beside = (escape_latex(cell.published) for cell in row.cells)
            lines.append(_line([r"\quad published", *beside]))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _name(row: Row, with_letters: bool) -> str:
    letter = f"\\textsuperscript{{{row.letter}}}" if row.letter and with_letters else ""
    return f"{escape_latex(row.name)}{letter}"


def _write_cell(cell: Cell) -> str:
    value = escape_latex(cell.value)
    value = f"\\textbf{{{value}}}" if cell.best else value
    raised, lowered = (
        "".join(mark.letter for mark in cell.marks if mark.is_higher is is_higher)
        for is_higher in (True, False)
    )
    value += f"\\textsuperscript{{{raised}}}" if raised else ""
    return value + (f"\\textsubscript{{{lowered}}}" if lowered else "")
