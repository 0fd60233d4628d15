"""A section of the report as it stands on the page, made in a job of its own and kept in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from paperpool.files import read_json, write_json
from paperpool.pages.environment import make_environment


@dataclass(frozen=True)
class Fragment:
    """A section: its HTML, and what the page says of it elsewhere.

    ``links`` are the anchors and titles that the contents list, ``summary`` is a clause of the
    page's one sentence, or empty. ``pages`` are the HTML of further pages by their names.
    """

    html: str
    links: Sequence[tuple[str, str]]
    summary: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)


def render_section(templates: Path, name: str, content: Mapping[str, Any]) -> str:
    """Return the HTML of the section ``name``, whose template lies in a folder of that name.

    The template sees ``content`` under the same name.
    """
    template = make_environment(templates).get_template(f"{name}/section.html.jinja")
    return template.render({name: content})


def write_fragments(path: str | Path, fragments: Mapping[str, Fragment]) -> None:
    """Write sections by their names as JSON."""
    write_json(path, {name: asdict(fragment) for name, fragment in fragments.items()})


def read_fragments(path: str | Path) -> dict[str, Fragment]:
    """Read sections by their names, in the order of the file."""
    return {
        name: Fragment(
            fragment["html"],
            [(anchor, title) for anchor, title in fragment["links"]],
            fragment["summary"],
            fragment["pages"],
        )
        for name, fragment in read_json(path).items()
    }
