"""The records of an RIS file, as reference managers and publishers export it.

A line has a tag of two characters, two spaces, a hyphen, a space and a value. A record begins with
``TY`` and ends with ``ER``; a line without a tag goes on with the value before it. The format is
read here, as no parser that is at hand tells the lines of a record or bounds its memory.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from paperpool.workflow.corpus.own_tables.columns import MEANINGS, Names
from paperpool.workflow.corpus.own_tables.records import Record
from paperpool.workflow.corpus.own_tables.text_files import TextForm, TextLine, read_lines

USUAL: Names = {
    "id": ("ID", "AN", "DO", "UR"),
    "title": ("TI", "T1"),
    "abstract": ("AB", "N2"),
    "year": ("PY", "Y1", "DA"),
    "doi": ("DO",),
    "venue": ("JF", "T2", "JO", "JA"),
}
"""The tags of a paper, the preferred ones first."""

_TAG = re.compile(r"([A-Z][A-Z0-9])  -(?: |$)")
_LISTS = frozenset({"fields", "citations", "type", "topics"})


def read_records(path: str | Path, form: TextForm, names: Names, most: int) -> Iterator[Record]:
    """Yield the records of a file; may raise UnreadableTail.

    One without its ``ER`` at the end of the file is ``truncated``, text between records
    ``not_an_object``. Text above the first record does not count.
    """
    lines: list[TextLine] = []
    size = 0
    is_begun = False
    for line in read_lines(path, form, most):
        found = _TAG.match(line.text)
        tag = found[1] if found else ""
        if tag == "TY" and not is_begun:  # lines above it name the publisher
            lines = []
            size = 0
            is_begun = True
        if lines and tag == "TY":
            yield _make_record(lines, names, most, size, is_ended=_is_record(lines))
            lines = []
            size = 0

        if not lines and not line.text.strip():
            continue
        if size <= most:
            lines.append(line)
        size += len(line.text)
        if tag == "ER":
            yield _make_record(lines, names, most, size, is_ended=True)
            lines = []
            size = 0

    if lines:
        yield _make_record(lines, names, most, size, is_ended=False)


def _is_record(lines: list[TextLine]) -> bool:
    return lines[0].text.startswith("TY  -")


def _make_record(
    lines: list[TextLine], names: Names, most: int, size: int, *, is_ended: bool
) -> Record:
    number = lines[0].number
    raw = [line.text for line in lines]
    reasons = [line.reason for line in lines if line.reason]
    if size > most:
        reasons.insert(0, "too_large")
    if not _is_record(lines):
        reasons.append("not_an_object")
    if not is_ended:
        reasons.append("truncated")
    if reasons:
        return Record(number, (), raw, reasons[0])

    values: dict[str, list[str]] = {}
    tag = ""
    for line in lines:
        found = _TAG.match(line.text)
        if found:
            tag = found[1]
            values.setdefault(tag, []).append(line.text[found.end() :].strip())
        elif tag and line.text.strip():
            values[tag][-1] = f"{values[tag][-1]} {line.text.strip()}".strip()
    return Record(number, [_choose(meaning, names, values) for meaning in MEANINGS], raw)


def _choose(meaning: str, names: Names, values: dict[str, list[str]]) -> list[str] | str | None:
    """Return the value of the first tag that has one, all of them where a list is meant."""
    for tag in names[meaning]:
        found = [value for value in values.get(tag, []) if value]
        if found and meaning in _LISTS:
            return found
        if found:
            return found[0]
    return None
