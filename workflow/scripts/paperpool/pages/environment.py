"""The Jinja2 environment of all pages: escaping, and strict about missing values."""

import os
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from paperpool.pages import wording

PACKAGE = Path(__file__).parents[1]

_FORMATS = ("count", "percent", "plural", "rounded", "shorten", "signed_percent")
"""The filters and functions of templates for numbers and texts."""


def list_templates(*rooms: str) -> list[str]:
    """Return the template files of some rooms of the package, or globs of them, sorted.

    Paths are relative to the working directory.
    """
    files: list[Path] = []
    for room in rooms:
        files += PACKAGE.glob(f"{room}/*")
    return sorted(os.path.relpath(f) for f in files if f.suffix in (".jinja", ".css", ".js"))


def make_environment(templates: Path) -> Environment:
    """Return the environment of a folder's templates: escaping, strict, with the wording.

    Layout and style come from this package.
    """
    environment = Environment(
        loader=FileSystemLoader([templates, Path(__file__).parent]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: wording.visible(value) if type(value) is str else value,
    )
    formats: dict[str, Any] = {name: getattr(wording, name) for name in _FORMATS}
    environment.filters |= formats
    environment.globals |= formats
    return environment
