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
    caption = Markup("<caption><span>{}{}</span></caption>\n").format(as_html(grid.title), files)
    parts = [Markup(_BOX).format(as_html(grid.label), _classes(grid.kind)), caption]
    parts.append(Markup("<thead>\n"))
    for level in range(len(grid.head)):
        parts.append(_head_row(grid, level))
    parts.append(Markup("</thead>\n<tbody>\n"))

    first = _firsts(grid)
    for number, row in enumerate(grid.rows):
        if grid.is_title(row):
            if number:
                parts.append(Markup("</tbody>\n<tbody>\n"))
            parts.append(_title_row(row[0]))
        else:
            parts.append(_row(grid, row, first))
    parts.append(Markup("</tbody>\n</table>\n</div>"))
    return Markup("").join(parts)


def _firsts(grid: Grid) -> set[int]:
    """Return the first columns of heads over several."""
    return {start for start, cell in grid.upper.items() if cell.text}


def _head_row(grid: Grid, level: int) -> Markup:
    """Return a row of heads; a head below a blank cell takes the place of both."""
    cells = []
    first = _firsts(grid)
    is_upper = level < len(grid.head) - 1
    blank = [start for start, cell in grid.upper.items() if not cell.text and cell.span == 1]

    for column, cell in place_cells(grid.head[level]):
        kind = " first" if column in first else ""
        if is_upper and column in blank:
            cells.append(_head(grid.columns[column], Markup(' rowspan="2" scope="col"')))
        elif is_upper:
            over = Markup(' colspan="{}" scope="colgroup"').format(cell.span)
            cells.append(_head(cell, over, f"c{kind}"))
        elif column not in blank:
            cells.append(_head(cell, Markup(' scope="col"'), kind))
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
    """Return a row of scores; columns in ``first`` begin those below a common head."""
    name, *cells = row
    labels: dict[str, None] = {}
    for cell in cells:
        labels.update(dict.fromkeys(cell.below))

    lines = [Markup('<th scope="row">{}{}').format(as_html(name.text), _beside(name))]
    lines += map(_below, name.below.values())
    for label in labels:
        if label != "sd":  # a spread has a sign of its own
            lines.append(_below(label))
    lines.append(Markup("</th>"))
    for column, cell in enumerate(cells, 1):
        kind = "first" if column in first else ""
        lines.append(_cell(cell, list(labels), kind, "scores" in grid.kind))
    return Markup("<tr{}>{}</tr>\n").format(_classes(name.kind), Markup("").join(lines))


def _below(text: str) -> Markup:
    return Markup('<span class="printed" aria-hidden="true">{}</span>').format(text)


def _cell(cell: GridCell, labels: list[str], kind: str, is_score: bool) -> Markup:
    """Return a cell with its marks and, in lines below, the further scores by ``labels``."""
    alignment = "n" if cell.is_number else ""
    weight = "best" if cell.bold else ""
    text = escape(cell.drawing) if cell.drawing else as_html(cell.text)
    if is_score:
        text = Markup('<span class="value">{}</span>').format(text)
    parts = [
        Markup("<td{}>{}").format(_classes(alignment, kind, cell.kind, weight), text),
        _beside(cell),
    ]
    if is_score or cell.marks or any(cell.warning):
        parts.append(Markup('<span class="marks">{}</span>').format(_marks(cell)))

    if cell.below:
        parts += [_score_below(cell, label) for label in labels]
    parts.append(Markup("</td>"))
    return Markup("").join(parts)


def _score_below(cell: GridCell, label: str) -> Markup:
    """Return the line below a cell that has this label, a blank one if others alone have it."""
    if label not in cell.below:
        return Markup("") if label == "sd" else _below("\N{NO-BREAK SPACE}")
    said = Markup("")
    if label != "sd":
        said = Markup('<span class="sr">, {} </span>').format(label)
    line = Markup('<span class="printed">{}{}</span>')
    return line.format(said, as_html(cell.below[label]))


def _marks(cell: GridCell) -> Markup:
    """Return the sign of a cell's warning and its letters, with their words for screen readers."""
    sign, words = cell.warning
    marks = []
    if sign:
        marks.append(Markup('<span class="warn" aria-hidden="true">{}</span>').format(sign))
    if words:
        marks.append(Markup('<span class="sr">{}</span>').format(words))

    for mark in cell.marks:
        kind, word = _HIGHER[mark.is_higher]
        line = Markup('<span class="{}"><span class="sr">{}{} </span>{}</span>')
        marks.append(line.format(kind, word, mark.baseline, mark.letter))
    return Markup("").join(marks)


def _beside(cell: GridCell) -> Markup:
    """Return the letter and the note beside the text of a cell."""
    parts = []
    for kind, text in (("letter", cell.letter), ("note", cell.note)):
        if text:
            parts.append(Markup(' <span class="{}">{}</span>').format(kind, as_html(text)))
    return Markup("").join(parts)


def _classes(*names: str) -> Markup:
    kept = " ".join(" ".join(names).split())
    if not kept:
        return Markup("")
    return Markup(' class="{}"').format(kept)


def as_html(text: str) -> Markup:
    """Return a text, which may be markup, as HTML; control characters are visible."""
    if not isinstance(text, Markup):
        text = visible(text)
    return escape(text)


def _link_files(grid: Grid) -> Markup:
    """Return links that save a table as files; a file is the address of its link."""
    name = re.sub(r"[^a-z0-9]+", "-", grid.label.lower()).strip("-") or "table"
    links = []
    for title, suffix, kind, write in _KINDS:
        address = _data_uri(write(grid), kind)
        links.append(
            f'<a download="{name}.{suffix}" href="{address}" title="{title} of this table">'
            f"{title}</a>"
        )
    return Markup(f' <span class="files">{" ".join(links)}</span>')


def _data_uri(text: str, kind: str) -> str:
    """Return the shorter of the two data URIs of a text."""
    content = text.encode("utf-8", "replace")
    plain = f"data:{kind};charset=utf-8,{quote(content, safe='!$()*+,-./:;=?@_~')}"
    packed = f"data:{kind};charset=utf-8;base64,{b64encode(content).decode()}"
    return min(plain, packed, key=len)
