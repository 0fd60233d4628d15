"""A table for a paper: LaTeX with the package booktabs."""

import re

from paperpool.pages.grid import Grid, GridCell, place_cells, plain_text

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "…": r"\ldots{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≠": r"$\neq$",
    "→": r"$\rightarrow$",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
}

_ESCAPED = re.compile("|".join(map(re.escape, _SPECIAL)))


def escape_latex(text: str) -> str:
    """Escape ``text`` for LaTeX; control characters are dropped."""
    printable = "".join(c for c in plain_text(text) if c.isprintable() or c in "\t\n")
    return _ESCAPED.sub(lambda found: _SPECIAL[found[0]], printable)


def write_latex(grid: Grid) -> str:
    """Return a table as LaTeX, with its title and the meaning of its letters as comments.

    The best scores are bold. Raised letters mark scores significantly higher than the letter's
    baseline, lowered ones lower scores. Values below scores, such as published ones, are rows of
    their own. Notes are dropped.
    """
    letters = grid.letters
    alignments = "".join("r" if cell.is_number else "l" for cell in grid.columns)
    title = " ".join(plain_text(grid.title).split()).rstrip(".")
    lines = [f"% {title}. \\usepackage{{booktabs}}"]
    for letter, name in letters.items():
        lines.append(f"% {letter}: against {name}")
    lines += [f"\\begin{{tabular}}{{{alignments}}}", r"\toprule"]

    for row in grid.head[:-1]:
        lines += [_line([_group(cell) for cell in row]), _rules(row)]
    lines += [_line([_name(cell, letters) for cell in grid.columns]), r"\midrule"]

    for number, row in enumerate(grid.rows):
        if not grid.is_title(row):
            lines += _list_lines(row, letters)
            continue
        if number:
            lines.append(r"\midrule")
        title = rf"\textit{{{escape_latex(row[0].text)}}}"
        lines.append(_line([rf"\multicolumn{{{row[0].span}}}{{l}}{{{title}}}"]))

    lines += [r"\bottomrule", r"\end{tabular}", ""]
    return "\n".join(lines)


def _list_lines(row: list[GridCell], letters: dict[str, str]) -> list[str]:
    """Return the line of a row of scores, and one for each label of the scores below."""
    name, *cells = row
    labels: dict[str, None] = {}
    for cell in cells:
        labels.update(dict.fromkeys(cell.below))

    lines = [_line([_name(name, letters), *map(_write_cell, cells)])]
    for label in labels:
        if label != "difference":  # it follows from the others
            texts = [rf"\quad {escape_latex(label)}"]
            texts += [escape_latex(cell.below.get(label, "")) for cell in cells]
            lines.append(_line(texts))
    return lines


def _rules(row: list[GridCell]) -> str:
    """Return the rules below heads over several columns."""
    rules = []
    for start, cell in place_cells(row):
        if cell.text:
            rules.append(f"\\cmidrule(lr){{{start + 1}-{start + cell.span}}}")
    return " ".join(rules)


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _group(cell: GridCell) -> str:
    if not cell.text:
        return "&".join([""] * cell.span)
    return f"\\multicolumn{{{cell.span}}}{{c}}{{{escape_latex(cell.text)}}}"


def _name(cell: GridCell, letters: dict[str, str]) -> str:
    """Return the name of a row or column, with its letter if letters are used."""
    name = escape_latex(cell.text)
    if cell.letter in letters:
        name += f"\\textsuperscript{{{cell.letter}}}"
    return name


def _write_cell(cell: GridCell) -> str:
    value = escape_latex(cell.text)
    if cell.bold and value:
        value = f"\\textbf{{{value}}}"
    if cell.raised:
        value += f"\\textsuperscript{{{escape_latex(cell.raised)}}}"
    if cell.lowered:
        value += f"\\textsubscript{{{escape_latex(cell.lowered)}}}"
    return value
