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
    **{character: f"\\{character}" for character in "&%$#_{}"},
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
    lines = [
        f"% {' '.join(plain_text(grid.title).split()).rstrip('.')}. \\usepackage{{booktabs}}",
        *(f"% {letter}: against {name}" for letter, name in letters.items()),
        f"\\begin{{tabular}}{{{alignments}}}",
        r"\toprule",
    ]
    for row in grid.head[:-1]:
        lines += [_line([_group(cell) for cell in row]), _rules(row)]
    lines += [_line([_name(cell, letters) for cell in grid.columns]), r"\midrule"]
    for number, row in enumerate(grid.rows):
        if grid.is_title(row):
            title = rf"\textit{{{escape_latex(row[0].text)}}}"
            title = rf"\multicolumn{{{row[0].span}}}{{l}}{{{title}}}"
            lines += [*([r"\midrule"] if number else []), _line([title])]
            continue
        name, *cells = row
        lines.append(_line([_name(name, letters), *map(_write_cell, cells)]))
        for label in dict.fromkeys(label for cell in cells for label in cell.below):
            if label != "difference":  # it follows from the rest
                beside = (escape_latex(cell.below.get(label, "")) for cell in cells)
                lines.append(_line([rf"\quad {escape_latex(label)}", *beside]))
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def _rules(row: list[GridCell]) -> str:
    spans = [(start + 1, start + cell.span) for start, cell in place_cells(row) if cell.text]
    return " ".join(f"\\cmidrule(lr){{{first}-{last}}}" for first, last in spans)


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _group(cell: GridCell) -> str:
    if not cell.text:
        return "&".join([""] * cell.span)
    return f"\\multicolumn{{{cell.span}}}{{c}}{{{escape_latex(cell.text)}}}"


def _name(cell: GridCell, letters: dict[str, str]) -> str:
    letter = f"\\textsuperscript{{{cell.letter}}}" if cell.letter in letters else ""
    return f"{escape_latex(cell.text)}{letter}"


def _write_cell(cell: GridCell) -> str:
    value = escape_latex(cell.text)
    value = f"\\textbf{{{value}}}" if cell.bold and value else value
    value += f"\\textsuperscript{{{escape_latex(cell.raised)}}}" if cell.raised else ""
    lowered = f"\\textsubscript{{{escape_latex(cell.lowered)}}}" if cell.lowered else ""
    return value + lowered
