"""CSV and LaTeX files of a table, embedded in the page beside it."""

import re
from base64 import b64encode
from urllib.parse import quote

from markupsafe import Markup, escape

from paperpool.pages.grid import Grid
from paperpool.pages.grid_csv import write_csv
from paperpool.pages.latex import write_latex

_KINDS = (("CSV", "csv", "text/csv", write_csv), ("LaTeX", "tex", "application/x-tex", write_latex))


def link_files(grid: Grid) -> Markup:
    """Return the links to a table's files, named by its label."""
    links = " ".join(_link(grid, grid.label, *kind) for kind in _KINDS)
    return Markup(f' <span class="files">{links}</span>')


def _link(grid: Grid, label: str, title: str, suffix: str, kind: str, write) -> str:
    """Return a link that saves a table as a file; the file is the link's address."""
    name = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-") or "table"
    address = _data_uri(write(grid), kind)
    about = escape(f"{title} of this table")
    return f'<a download="{name}.{suffix}" href="{address}" title="{about}">{title}</a>'


def _data_uri(text: str, kind: str) -> str:
    """Return the shorter of the two data URIs of a text."""
    content = text.encode("utf-8")
    plain = f"data:{kind};charset=utf-8,{quote(content, safe='!$()*+,-./:;=?@_~')}"
    packed = f"data:{kind};charset=utf-8;base64,{b64encode(content).decode()}"
    return min(plain, packed, key=len)
