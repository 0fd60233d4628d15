"""Markdown of the templates in this folder: they have the texts, and are given the facts."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from paperpool.io.files import blank_controls
from paperpool.pages.wording import count, decimal, percent, plural


def render(template: str, **facts: object) -> str:
    """Return a template's text, filled with ``facts``."""
    return _ENVIRONMENT.get_template(template).render(facts)


def render_block(template: str, block: str, **facts: object) -> str:
    """Return the text of one block that stands in a template itself."""
    found = _ENVIRONMENT.get_template(template)
    return "".join(found.blocks[block](found.new_context(facts)))


def make_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown; a cell stays on its line and in its column."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(value: object) -> str:
    return blank_controls(str(value)).replace("|", "\\|")


def _make_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=False,  # Markdown
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Any] = {"cell": _cell, "count": count, "decimal": decimal}
    environment.filters |= filters | {"json": json.dumps, "percent": percent}
    functions: dict[str, Any] = {"plural": plural, "table": make_table}
    environment.globals |= functions
    # of blocks that are rendered alone, an import at the top of their template is not seen
    shared: dict[str, Any] = {"shared": environment.get_template("shared.md.jinja").module}
    environment.globals |= shared
    return environment


_ENVIRONMENT = _make_environment()
