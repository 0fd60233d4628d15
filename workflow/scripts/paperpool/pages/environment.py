"""Jinja2 as every page uses it: everything is escaped, and a missing value is an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from paperpool.pages import wording
from paperpool.pages.table_files import with_table_files


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
        finalize=lambda value: wording.visible(value) if type(value) is str else value,
    )
    environment.filters |= {
        "count": wording.count,
        "duration": wording.duration,
        "figure": wording.figure,
        "megabytes": wording.megabytes,
        "percent": wording.percent,
        "share": wording.share,
        "signed_percent": wording.signed_percent,
        "with_table_files": with_table_files,
        "words": wording.words,
    }
    shared: dict[str, Any] = {"plural": wording.plural, "shorten": wording.shorten}
    environment.globals.update(shared)
    return environment
