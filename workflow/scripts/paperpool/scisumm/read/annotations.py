"""Read annotation files (``*.ann.txt``), manual or ScisummNet's: ``Name: value|...`` per line."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from paperpool.scisumm.names import CLEAN_TEXT, COLUMNS
from paperpool.scisumm.read.fields import TaskRow, make_row, strip_suffix
from paperpool.scisumm.read.markup import decode
from paperpool.scisumm.read.problems import FileProblems

FIELDS = (*COLUMNS, "Annotator")

_OPTIONAL = (CLEAN_TEXT, "Annotator")
"""Without the first nothing is wrong; without the second it is counted once a file."""

_NEEDED = ("Citing Article", "Citation Text")
"""Without these a row has no citance."""

_FIRST = FIELDS[:3]
"""The fields that may start a row."""

_BY_WORDS = {"".join(name.lower().split()): name for name in FIELDS}
_FIELD = re.compile(
    r"(?:^|[ \t]?\|)[ \t]*("
    + "|".join(r"[ \t_]{0,3}".join(name.split()) for name in sorted(FIELDS, key=len, reverse=True))
    + r")[ \t]*:",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"\r\n|\r|\n")  # str.splitlines would also split at characters of the text


def read_annotations(data: bytes, paper_id: str, problems: FileProblems) -> list[TaskRow]:
    """Return the rows of an annotation file of the reference paper ``paper_id``, in order."""
    rows = []
    for row, line in enumerate(_split_rows(decode(data, problems), problems), 1):
        fields = _read_fields(line, row, problems)
        missing = [name for name in _NEEDED if not fields.get(name)]
        if missing:
            problems.add("missing_field", "dropped", f"{', '.join(missing)}: {line}", row)
            continue
        missing = [name for name in FIELDS if name not in fields and name not in _OPTIONAL]
        if missing:
            problems.add("missing_field", "kept", ", ".join(missing), row)
        if not fields.get("Annotator"):
            problems.repeat("no_annotator", "kept")

        read = make_row(row, fields, paper_id, problems)
        about = strip_suffix(read.reference_article)
        rows.append(replace(read, reference_article=about, citing_article=read.citing_id))
    return rows


def _split_rows(text: str, problems: FileProblems) -> Iterator[str]:
    """Yield the text of each row, on one line, several, or part of one."""
    current: str | None = None
    n_rows = 0
    for line in filter(str.strip, _LINE_END.split(text)):
        first = _FIELD.match(line)
        if first and _name(first) in _FIRST:
            for start, end in pairwise(_find_cuts(line)):
                if current is not None:
                    yield current
                current = line[start:end]
                n_rows += 1
                if start:
                    problems.add("glued_rows", "repaired", current, n_rows)
        elif current is not None:
            problems.add("broken_line", "repaired", line, n_rows)
            current += " " + line
        else:
            problems.add("unreadable_row", "dropped", line)
    if current is not None:
        yield current


def _find_cuts(line: str) -> list[int]:
    """Return the edges of the rows of a line: a further row begins with the first of FIELDS."""
    cuts = [0]
    for field in _FIELD.finditer(line):
        if _name(field) == FIELDS[0] and field.start() > 0:
            cuts.append(field.start())
    cuts.append(len(line))
    return cuts


def _read_fields(line: str, row: int, problems: FileProblems) -> dict[str, str]:
    """Return the values of a row's fields by their names; of a repeated one the first."""
    fields: dict[str, str] = {}
    found = list(_FIELD.finditer(line))
    ends = [match.start() for match in found[1:]]
    ends.append(len(line))
    for match, end in zip(found, ends, strict=True):
        name = _name(match)
        value = line[match.end() : end].strip()
        if match[0] not in (f" | {name}:", f"{name}:"):
            problems.add("field_name", "repaired", match[0], row)
        if value.endswith("|"):
            value = value.rstrip("| \t")
            if end == len(line):
                problems.repeat("trailing_separator", "repaired", f"{name}: {value}")
            else:
                problems.add("empty_field", "dropped", f"{name}: {value}", row)
        if " | " in value:
            problems.add("separator_in_text", "repaired", f"{name}: {value}", row)

        if name in fields:
            problems.add("repeated_field", "dropped", f"{name}: {value}", row)
        else:
            fields[name] = value
    return fields


def _name(match: re.Match[str]) -> str:
    return _BY_WORDS["".join(match[1].lower().replace("_", " ").split())]
