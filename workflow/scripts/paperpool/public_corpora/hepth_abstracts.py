"""The abstracts of KDD Cup 2003 in SNAP's archive: a file ``<number>.abs`` for each paper.

A file is Latin-1. Lines of two backslashes part it: fields (``Title:``, ``Journal-ref:`` …, gone on
with by indented lines) stand between the first and the second, the abstract between the second and
the third.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperpool.public_corpora.metadata import fold_spaces

_RULE = "\\\\"
_FIELD = re.compile(r"(?P<name>[A-Za-z][A-Za-z-]*)(?: \([^)]*\))?:(?P<value>.*)")


@dataclass(frozen=True)
class Abstract:
    """What a file says of its paper; the white space of the journal's reference is as it stands."""

    title: str | None
    journal: str | None
    abstract: str | None


def parse_abstract(data: bytes) -> Abstract | None:
    """Return what a file says, or None where it has not the three lines of backslashes."""
    lines = [line.rstrip() for line in data.decode("latin-1").split("\n")]
    rules = [place for place, line in enumerate(lines) if line == _RULE]
    if len(rules) < 3:
        return None
    first, second, third = rules[:3]
    fields = _read_fields(lines[first + 1 : second])
    return Abstract(
        fold_spaces(fields.get("Title", "")),
        fields.get("Journal-ref") or None,
        fold_spaces(" ".join(lines[second + 1 : third])),
    )


def _read_fields(lines: list[str]) -> dict[str, str]:
    """Return the fields by name; of a field that stands twice the first."""
    parts: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if line[:1].isspace():
            current.append(line.strip())
        elif match := _FIELD.fullmatch(line):
            current = [match["value"].strip()]
            parts.setdefault(match["name"], current)
    return {name: " ".join(filter(None, values)) for name, values in parts.items()}
