"""Write config/config.yaml and workflow/schemas/config.schema.yaml, from the classes of settings.

``python -m paperpool.workflow.config.documentation`` writes both below the working directory.
"""

import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from paperpool.io.files import write_text
from paperpool.workflow.config.section import Section, is_section
from paperpool.workflow.config.setting_lines import list_named_settings
from paperpool.workflow.config.settings import RunSettings, make_schema

CONFIG = Path("config", "config.yaml")
SCHEMA = Path("workflow", "schemas", "config.schema.yaml")

WIDTH = 100
"""The longest line of a comment."""

WRITTEN = "Written by `make config` from the classes in workflow/scripts/paperpool/workflow/config."


class _Dumper(yaml.SafeDumper):
    """YAML's safe dumper, which repeats a value that stands in several places."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def document_settings() -> str:
    """Return the text of config/config.yaml: each key with its comment and its default."""
    lines = [*write_comment(inspect.getdoc(RunSettings) or "", 0), "#", f"# {WRITTEN}"]
    lines += _list_keys(RunSettings, 0)
    return "\n".join([*lines, ""])


def document_schema() -> str:
    """Return the text of the JSON schema of the configuration, as YAML."""
    text = yaml.dump(
        make_schema(),
        Dumper=_Dumper,
        default_flow_style=None,
        sort_keys=False,
        allow_unicode=True,
        width=WIDTH,
    )
    return f"# {WRITTEN}\n{text}"


def _list_keys(section: type[Section], indent: int) -> Iterator[str]:
    """Yield the lines of a section's keys; those of the top are set apart."""
    settings = section.settings()
    defaults = section.list_defaults()
    for name, kind in section.types().items():
        if indent == 0:
            yield ""

        if is_section(kind):
            yield from write_comment(inspect.getdoc(kind) or "", indent)
            yield f"{' ' * indent}{name}:"
            yield from _list_keys(kind, indent + 2)
        else:
            comment = inspect.cleandoc(settings[name]["sentence"])
            yield from write_comment(comment, indent)

            named = list_named_settings(kind, WIDTH - indent - len("# "))
            yield from write_comment("\n".join(named), indent)
            yield from _list_value(name, defaults[name], indent)


def write_comment(text: str, indent: int) -> list[str]:
    """Return the lines of a text as a comment: paragraphs are wrapped, lists and examples stay."""
    lines = []
    paragraph = []
    for line in [*text.splitlines(), ""]:
        if line and not line.startswith((" ", "- ")):
            paragraph.append(line)
            continue

        lines += _wrap(" ".join(paragraph), indent)
        paragraph = []
        lines.append(line)

    return [f"{' ' * indent}# {line}".rstrip() for line in lines[:-1]]


def _wrap(text: str, indent: int) -> list[str]:
    """Return the lines of a paragraph of a comment."""
    width = WIDTH - indent - len("# ")
    return textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)


def _list_value(name: str, value: object, indent: int) -> Iterator[str]:
    """Yield the lines of a key and its value; an entry of a mapping has a line of its own."""
    key = f"{' ' * indent}{name}:"
    if isinstance(value, dict) and value:
        yield key
        for entry_name, entry in value.items():
            yield f"{' ' * indent}  {entry_name}: {_write_value(entry)}"
    else:
        yield f"{key} {_write_value(value)}"


def _write_value(value: object) -> str:
    """Return a value in YAML, on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=10_000)
    return text.splitlines()[0]


if __name__ == "__main__":
    write_text(CONFIG, document_settings())
    write_text(SCHEMA, document_schema())
