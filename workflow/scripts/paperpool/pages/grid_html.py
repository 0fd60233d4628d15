"""A table as HTML: in a box that scrolls, its caption ending with its CSV and LaTeX files."""

import re
from base64 import b64encode
from urllib.parse import quote

from markupsafe import Markup, escape

from paperpool.pages.grid import Grid, GridCell, place_cells
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.latex import write_latex
from paperpool.pages.wording import visible

_BOX = '<div class="scroll" tabindex="0" role="region" aria-label="{}">\n<table{}>\n'
_KINDS = (("CSV", "csv", "text/csv", write_csv), ("LaTeX", "tex", "application/x-tex", write_latex))
_HIGHER = {True: ("up", ", higher than "), False: ("down", ", lower than ")}


def write_html(grid: Grid) -> Markup:
    """Return a table as HTML; groups of rows are bodies, upper heads are column groups.

    Tables of the kind ``bad-rows``, rows that could not be read, have no files.
    """
    files = "" if grid.kind == "bad-rows" else _link_files(grid)
    parts = [
        Markup(_BOX).format(as_html(grid.label), _classes(grid.kind)),
        Markup("<caption><span>{}{}</span></caption>\n<thead>\n").format(
            as_html(grid.title), files
        ),
        *(_head_row(grid, level) for level in range(len(grid.head))),
        Markup("</thead>\n<tbody>\n"),
    ]
    first = _firsts(grid)
    for number, row in enumerate(grid.rows):
        if grid.is_title(row):
            parts.append(Markup("</tbody>\n<tbody>\n" if number else ""))
            parts.append(_title_row(row[0]))
        else:
            parts.append(_row(grid, row, first))
    return Markup("").join([*parts, Markup("</tbody>\n</table>\n</div>")])


def _firsts(grid: Grid) -> set[int]:
    """Return the first columns of heads over several."""
    return {start for start, cell in grid.upper.items() if cell.text}


def _head_row(grid: Grid, level: int) -> Markup:
    cells, last, first = [], len(grid.head) - 1, _firsts(grid)
    blank = [start for start, cell in grid.upper.items() if not cell.text and cell.span == 1]
    for column, cell in place_cells(grid.head[level]):
        starts = " first" if column in first else ""
        if level < last and column in blank:
            cells.append(_head(grid.columns[column], Markup(' rowspan="2" scope="col"')))
        elif level < last:
            over = Markup(' colspan="{}" scope="colgroup"').format(cell.span)
            cells.append(_head(cell, over, f"c{starts}"))
        elif column not in blank:
            cells.append(_head(cell, Markup(' scope="col"'), starts))
    return Markup("<tr>{}</tr>\n").format(Markup("").join(cells))


def _head(cell: GridCell, about: Markup, kind: str = "") -> Markup:
    classes = _classes("n" if cell.is_number else "", cell.kind, kind)
    text = as_html(cell.text).replace("%", Markup("%<wbr>"))
    return Markup("<th{}{}>{}{}</th>").format(about, classes, text, _beside(cell))


def _title_row(cell: GridCell) -> Markup:
    return Markup(
        '<tr class="group"><th colspan="{}" scope="rowgroup"><span>{}</span>{}</th></tr>\n'
    ).format(cell.span, as_html(cell.text), _beside(cell))


def _row(grid: Grid, row: list[GridCell], first: set[int]) -> Markup:
    name, *cells = row
    labels = list(dict.fromkeys(label for cell in cells for label in cell.below))
    said = [*name.below.values(), *(label for label in labels if label != "sd")]
    lines = [Markup('<th scope="row">{}{}').format(as_html(name.text), _beside(name))]
    lines += [*map(_below, said), Markup("</th>")]
    for column, cell in enumerate(cells, 1):
        kind = "first" if column in first else ""
        lines.append(_cell(cell, labels, kind, "scores" in grid.kind))
    return Markup("<tr{}>{}</tr>\n").format(_classes(name.kind), Markup("").join(lines))


def _below(text: str) -> Markup:
    return Markup('<span class="printed" aria-hidden="true">{}</span>').format(text)


def _cell(cell: GridCell, labels: list[str], kind: str, is_score: bool) -> Markup:
    classes = "n" if cell.is_number else "", kind, cell.kind, "best" if cell.bold else ""
    text = escape(cell.drawing) if cell.drawing else as_html(cell.text)
    if is_score:
        text = Markup('<span class="value">{}</span>').format(text)
    parts = [Markup("<td{}>{}").format(_classes(*classes), text), _beside(cell)]
    if is_score or cell.marks or any(cell.warning):
        parts.append(Markup('<span class="marks">{}</span>').format(_marks(cell)))
    for label in labels if cell.below else []:
        said = "" if label == "sd" else Markup('<span class="sr">, {} </span>').format(label)
        if label in cell.below:
            line = Markup('<span class="printed">{}{}</span>')
            parts.append(line.format(said, as_html(cell.below[label])))
        elif label != "sd":
            parts.append(_below("\N{NO-BREAK SPACE}"))
    return Markup("").join([*parts, Markup("</td>")])


def _marks(cell: GridCell) -> Markup:
    sign, said = cell.warning
    shown = Markup('<span class="warn" aria-hidden="true">{}</span>').format(sign) if sign else ""
    marks = [shown + Markup('<span class="sr">{}</span>').format(said) if said else shown]
    for mark in cell.marks:
        kind, word = _HIGHER[mark.is_higher]
        line = Markup('<span class="{}"><span class="sr">{}{} </span>{}</span>')
        marks.append(line.format(kind, word, mark.baseline, mark.letter))
    return Markup("").join(marks)


def _beside(cell: GridCell) -> Markup:
    parts = [
        Markup(' <span class="{}">{}</span>').format(kind, as_html(text))
        for kind, text in (("letter", cell.letter), ("note", cell.note))
        if text
    ]
    return Markup("").join(parts)


def _classes(*names: str) -> Markup:
    kept = " ".join(" ".join(names).split())
    return Markup(' class="{}"').format(kept) if kept else Markup("")


def as_html(text: str) -> Markup:
    """Return a text, which may be markup, as HTML; control characters are visible."""
    return escape(text if isinstance(text, Markup) else visible(text))


def _link_files(grid: Grid) -> Markup:
    """Return links that save a table as files; a file is the address of its link."""
    name = re.sub(r"[^a-z0-9]+", "-", grid.label.lower()).strip("-") or "table"
    line = '<a download="{}.{}" href="{}" title="{} of this table">{}</a>'
    links = [
        line.format(name, suffix, _data_uri(write(grid), kind), title, title)
        for title, suffix, kind, write in _KINDS
    ]
    return Markup(f' <span class="files">{" ".join(links)}</span>')


def _data_uri(text: str, kind: str) -> str:
    """Return the shorter of the two data URIs of a text."""
    content = text.encode("utf-8")
    plain = f"data:{kind};charset=utf-8,{quote(content, safe='!$()*+,-./:;=?@_~')}"
    packed = f"data:{kind};charset=utf-8;base64,{b64encode(content).decode()}"
    return min(plain, packed, key=len)
