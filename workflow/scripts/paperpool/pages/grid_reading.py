"""Read a table of a page back as cells, so that its files hold what the page shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from paperpool.pages.grid import Grid, GridCell, Mark

_VOID = ("br", "wbr")

_INSIDE = ("note", "letter", "marks", "printed", "files", "sr")
"""Classes of what stands in a cell besides its own text."""


def read_grid(table: str) -> Grid:
    """Return an HTML table of ours as a grid whose title is its caption.

    What only a screen reader says is left out, but names what stands ``printed`` below a figure.
    A cell over several rows gives its text to the first; the others are blank in a head, and
    repeat it further down.
    """
    reader = _Reader()
    reader.feed(table)
    n_head = reader.n_head
    rows = _fill(reader.rows[:n_head], [], True) + _fill(reader.rows[n_head:], [], False)
    return Grid(" ".join(reader.caption.split()), rows[:n_head], rows[n_head:])


@dataclass
class _Open:
    """A cell as it is read: its parts by their classes, ``own`` the text in none of them."""

    tag: str
    classes: list[str]
    span: int
    rows: int
    parts: dict[str, str] = field(default_factory=dict)
    below: dict[str, str] = field(default_factory=dict)
    label: str = ""
    bold: bool = False

    def finish(self, is_head: bool) -> GridCell:
        """Return the cell; what is printed in a head or in the name of a row is a note or none."""
        parts = {name: " ".join(text.split()) for name, text in self.parts.items()}
        notes = [parts.get("note", "")]
        below = {} if self.tag == "th" else self.below
        if is_head:
            notes += self.below.values()
        return GridCell(
            text=parts.get("own", ""),
            span=self.span,
            note=", ".join(filter(None, notes)),
            letter=parts.get("letter", ""),
            bold=self.bold or "best" in self.classes,
            marks=tuple(
                Mark(letter, "", kind == "up")
                for kind in ("up", "down")
                for letter in parts.get(kind, "")
            ),
            warning=(parts.get("warn", ""), ""),
            below=below,
            is_number="n" in self.classes,
        )


class _Reader(HTMLParser):
    """Collects rows of (cell, rows that it spans)."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[tuple[GridCell, int]]] = []
        self.n_head = 0
        self.caption = ""
        self._cell: _Open | None = None
        self._inside: list[tuple[str, str]] = []
        self._in_head = self._in_caption = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        classes = (values.get("class") or "").split()
        if tag in ("thead", "caption"):
            self._in_head, self._in_caption = tag == "thead", tag == "caption"
        elif tag == "tr":
            self.rows.append([])
            self.n_head += self._in_head
        elif tag in ("td", "th"):
            span, rows = (int(values.get(key) or 1) for key in ("colspan", "rowspan"))
            self._cell = _Open(tag, classes, span, rows)
        elif self._cell and tag not in _VOID:
            kind = next((name for name in (*_INSIDE, "up", "down", "warn") if name in classes), "")
            self._inside.append((tag, kind))
            self._cell.bold |= "best" in classes
            self._cell.label = "" if kind == "printed" else self._cell.label
            self._add(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("thead", "caption"):
            self._in_head = self._in_caption = False
        elif tag in ("td", "th") and self._cell:
            cell = self._cell
            self.rows[-1].append((cell.finish(self._in_head), cell.rows))
            self._cell, self._inside = None, []
        elif self._cell and self._inside and tag not in _VOID:
            self._inside.pop()
            self._add(" ")

    def handle_data(self, data: str) -> None:
        if self._in_caption:
            self.caption += data
        elif self._cell:
            self._add(data)

    def _add(self, text: str) -> None:
        """Add text to the part of the cell that is open."""
        cell, kinds = self._cell, [kind for _, kind in self._inside]
        assert cell is not None
        if "printed" in kinds and "sr" in kinds:
            cell.label += text
        elif "sr" in kinds:
            return
        elif "printed" in kinds:
            label = cell.label.strip(" ,\n") or ("sd" if "±" in text else "")
            if text.strip():
                cell.below[label] = (cell.below.get(label, "") + text).strip()
        elif "marks" in kinds:
            name = next((kind for kind in kinds if kind in ("up", "down", "warn")), "")
            cell.parts[name] = cell.parts.get(name, "") + text
        else:
            name = next((kind for kind in kinds if kind in ("note", "letter")), "own")
            cell.parts[name] = cell.parts.get(name, "") + text


def _fill(
    rows: list[list[tuple[GridCell, int]]], filled: list[list[GridCell]], is_head: bool
) -> list[list[GridCell]]:
    """Return the rows with a cell wherever one from above reaches down."""
    reaching: dict[int, tuple[GridCell, int]] = {}
    for row in rows:
        cells: list[GridCell] = []
        column, waiting = 0, list(row)
        while waiting or column in reaching:
            if column in reaching:
                cell, left = reaching.pop(column)
                if left > 1:
                    reaching[column] = (cell, left - 1)
            else:
                cell, n_rows = waiting.pop(0)
                if n_rows > 1:
                    reaching[column] = (cell, n_rows - 1)
            cells.append(cell)
            column += cell.span
        filled.append(cells)
    if is_head and len(filled) > 1:
        lowest = {id(cell) for cell in filled[-1]}
        filled[:-1] = [
            [replace(cell, text="", note="") if id(cell) in lowest else cell for cell in row]
            for row in filled[:-1]
        ]
    return filled
