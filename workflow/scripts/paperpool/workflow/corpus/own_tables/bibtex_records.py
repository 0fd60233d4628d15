"""The records of a BibTeX file: its entries, with LaTeX's accents as characters.

Source: O. Patashnik, "BibTeXing" (1988): values in braces or quotes, numbers, abbreviations that
``@string`` defines, joined by ``#``. An entry begins on a line of its own, so one that is not
closed does not swallow the next. The format is read here, as no parser that is at hand tells the
lines of an entry or bounds its memory.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from paperpool.workflow.corpus.own_tables.columns import MEANINGS, Names
from paperpool.workflow.corpus.own_tables.latex import to_identifier, to_text
from paperpool.workflow.corpus.own_tables.records import Record
from paperpool.workflow.corpus.own_tables.text_files import TextForm, TextLine, read_lines

KEY = "key"
"""The name of the key of an entry, as if it were a field."""

USUAL: Names = {
    "id": (KEY,),
    "title": ("title",),
    "abstract": ("abstract",),
    "year": ("year", "date"),
    "doi": ("doi",),
    "venue": ("journal", "journaltitle", "booktitle"),
}
"""The fields of a paper, the preferred ones first."""

_START = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_KEY = re.compile(r"\s*([^,\s{}()=\"]*)\s*(,|(?=[})]))")
_NAME = re.compile(r"[\s,]*([A-Za-z][\w:+./-]*)\s*=\s*")
_WORD = re.compile(r"[^\s,#{}()\"=]+")
_GAP = re.compile(r"[\s,]*")
_JOINED = re.compile(r"\s*#\s*")
_NO_ENTRIES = ("comment", "preamble")
_IDENTIFIERS = ("id", "doi", "arxiv_id", "citations")
_CLOSING = {"{": "}", "(": ")"}


class _Unclosed(ValueError):
    """An entry whose end is missing, or that has no form of an entry."""


def read_records(path: str | Path, form: TextForm, names: Names, most: int) -> Iterator[Record]:
    """Yield the entries of a file; may raise UnreadableTail.

    One that is not closed is ``truncated``, one before damage is not lost. Text between entries is
    a comment, as for BibTeX.
    """
    last = 0
    for record in _read_entries(path, form, names, most):
        last = max(record.line, last + 1)  # several entries on a line get numbers of their own
        yield record._replace(line=last)


def _read_entries(path: str | Path, form: TextForm, names: Names, most: int) -> Iterator[Record]:
    macros: dict[str, str] = {}
    chunk: list[TextLine] = []
    size = 0
    for line in read_lines(path, form, most):
        if line.reason == "truncated" or _START.match(line.text.lstrip()):
            yield from _read_chunk(chunk, names, macros, most, size)
            chunk = []
            size = 0
        elif not chunk:
            continue
        if size <= most:
            chunk.append(line)
        size += len(line.text)
    yield from _read_chunk(chunk, names, macros, most, size)


def _read_chunk(
    chunk: list[TextLine], names: Names, macros: dict[str, str], most: int, size: int
) -> Iterator[Record]:
    """Yield the entries of the lines from the start of one to the next line with a start."""
    if not chunk:
        return
    number = chunk[0].number
    raw = [line.text for line in chunk]
    text = "".join(raw)
    start = _START.search(text)
    reasons = [line.reason for line in chunk if line.reason]
    if size > most:
        reasons.insert(0, "too_large")
    if reasons:
        if any(found[1].lower() not in _NO_ENTRIES for found in _START.finditer(text)):
            yield Record(number, (), raw, reasons[0])
        return

    while start:
        here = number + text.count("\n", 0, start.start())
        kind = start[1].lower()
        try:
            fields, end = _read_entry(text, start, macros)
        except _Unclosed:
            if kind not in _NO_ENTRIES:
                yield Record(here, (), text[start.start() :], "truncated")
            return

        if kind != "string" and kind not in _NO_ENTRIES:
            values = [_choose(meaning, names, fields) for meaning in MEANINGS]
            yield Record(here, values, text[start.start() : end])
        start = _START.search(text, end)


def _read_entry(
    text: str, start: re.Match[str], macros: dict[str, str]
) -> tuple[dict[str, str], int]:
    """Return the fields of an entry by their names, as written, and the place of its end.

    The fields of ``@string`` become ``macros``.
    """
    kind = start[1].lower()
    closing = _CLOSING[start[2]]
    fields: dict[str, str] = {}
    place = start.end()
    if kind in _NO_ENTRIES:
        return fields, _find_end(text, place, closing)

    if kind != "string":
        key = _KEY.match(text, place)
        if not key:
            raise _Unclosed
        fields[KEY] = key[1]
        place = key.end()

    while True:
        gap = _GAP.match(text, place)
        if gap:
            place = gap.end()
        if text[place : place + 1] == closing:
            break
        name = _NAME.match(text, place)
        if not name:
            raise _Unclosed
        value, place = _read_value(text, name.end(), macros)
        fields.setdefault(name[1].lower(), value)

    if kind == "string":
        macros.update(fields)
    return fields, place + 1


def _read_value(text: str, place: int, macros: dict[str, str]) -> tuple[str, int]:
    """Return a value, its parts joined, and the place behind it."""
    parts = []
    while True:
        opening = text[place : place + 1]
        if opening == "{":
            end = _find_end(text, place + 1, "}")
            parts.append(text[place + 1 : end - 1])
        elif opening == '"':
            end = _find_end(text, place + 1, '"')
            parts.append(text[place + 1 : end - 1])
        else:
            word = _WORD.match(text, place)
            if not word:
                raise _Unclosed
            end = word.end()
            parts.append(macros.get(word[0].lower(), word[0]))
        joined = _JOINED.match(text, end)
        if not joined:
            return "".join(parts), end
        place = joined.end()


def _find_end(text: str, place: int, closing: str) -> int:
    """Return the place behind the closing character, which counts outside of braces alone."""
    depth = 0
    for found in re.compile(rf"\\.|[{{}}{re.escape(closing)}]", re.DOTALL).finditer(text, place):
        character = found[0]
        if character == closing and depth == 0:
            return found.end()
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth < 0:
                break
    raise _Unclosed


def _choose(meaning: str, names: Names, fields: dict[str, str]) -> str | None:
    """Return the text of the first field that has one; the key as it stands."""
    for name in names[meaning]:
        value = fields.get(name.lower())
        if value:
            if name == KEY:
                return value
            return to_identifier(value) if meaning in _IDENTIFIERS else to_text(value)
    return None
