"""Jinja2 as every page uses it: everything is escaped, and a missing value is an error."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from paperpool.pages import wording
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.grid_html import write_html

PACKAGE = Path(__file__).parents[1]


def _finalize(value: Any) -> Any:
    """Return a text with its control characters visible, and a table as HTML."""
    if isinstance(value, Grid):
        return write_html(value)
    return wording.visible(value) if type(value) is str else value


def show_scores(table: Grid, title: str, label: str) -> Grid | Markup:
    """Return a table of figures, or the sentence that there are none."""
    if table.rows:
        return replace(table, title=title, label=label)
    return Markup("<p>This run has no figures here.</p>")


def list_templates(*rooms: str) -> list[str]:
    """Return the files that pages of some rooms of the package are filled into, sorted.

    They are relative to the working directory; a room may be a glob.
    """
    files = [file for room in rooms for file in PACKAGE.glob(f"{room}/*")]
    return sorted(os.path.relpath(f) for f in files if f.suffix in (".jinja", ".css", ".js"))


def make_environment(templates: Path) -> Environment:
    """Return the environment of a folder's templates: escaping, strict, with the wording.

    Templates that the folder does not have are those of this one: layout, style, shared tables.
    """
    environment = Environment(
        loader=FileSystemLoader([templates, Path(__file__).parent]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    formats: dict[str, Any] = {
        "count": wording.count,
        "figure": wording.figure,
        "percent": wording.percent,
        "share": wording.share,
        "signed_percent": wording.signed_percent,
        "words": wording.words,
    }
    environment.filters |= formats
    environment.globals |= formats | {
        "list_table": list_grid,
        "make_cell": GridCell,
        "numbers": numbers,
        "plural": wording.plural,
        "score_table": show_scores,
        "shorten": wording.shorten,
    }
    return environment
