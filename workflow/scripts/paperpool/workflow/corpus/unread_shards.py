"""Shards of which no row can be read: what their first row looks like, and their likely format."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paperpool.errors import Problem, name_some, quote
from paperpool.io.bad_rows import BadLine, name_reason

_SHOWN = 80
"""Characters of a first row that a message shows."""

_AS_TABLE = "{{table: {file}}}"
_WITH_COLUMNS = "{{table: {file}, id: COLUMN, title: COLUMN, abstract: COLUMN}}"
_NAME_TABLE = "Name it in data.s2orc as {}"
_GET_AGAIN = "Get the file again"


class _Format(NamedTuple):
    """A format: how a row of it begins, its name, and what to do with a file of it."""

    start: re.Pattern[str]
    name: str
    hint: str


_FORMATS = (
    _Format(
        re.compile(r"\s*(?:<!doctype html|<html)", re.IGNORECASE),
        "an HTML page, as a server sends that asks to log in",
        _GET_AGAIN,
    ),
    _Format(
        re.compile("version https://git-lfs"),
        "a pointer of Git LFS in place of a file",
        "Get the file itself with `git lfs pull`",
    ),
    _Format(re.compile(r"\s*<"), "XML", "Convert it to CSV or JSON lines"),
    _Format(re.compile(r"TY  - "), "RIS", _NAME_TABLE.format(_AS_TABLE)),
    _Format(re.compile(r"\s*@\s*\w+\s*[{(]"), "BibTeX", _NAME_TABLE.format(_AS_TABLE)),
    _Format(
        re.compile(r"\s*\["),
        "one JSON array of all papers",
        "Write one object a line: `jq -c '.[]' {file}`",
    ),
    _Format(
        re.compile(r"\s*\{\s*(?:$|\n)"),
        "JSON with an object over several lines",
        "Write one object a line: `jq -c . {file}`",
    ),
    _Format(
        re.compile(r"[^{\n]*[,;\t|]"),
        "CSV",
        _NAME_TABLE.format(_WITH_COLUMNS),
    ),
)
"""The formats that a row of text may be of, the surest first."""

_OPENALEX = re.compile(r'"id"\s*:\s*"https://openalex\.org/W')

_BULK = re.compile(r'"(?:citing|cited)?corpusid"\s*:')

_KEY = re.compile(r'[{,]\s*"([^"\\]{1,60})"\s*:')


def describe_unread(path: str | Path, first: BadLine) -> dict[str, Any]:
    """Return ``{"unread": {"file", "line", "reason", "key", "text"}}`` of a shard's first row."""
    return {"unread": {"file": str(path), **first._asdict()}}


def explain_unread(unread: Mapping[str, Any]) -> Problem:
    """Return the problem of a shard without a readable row (``describe_unread``).

    ``expected``, if it is there, says what its rows should be.
    """
    text = unread["text"]
    reason = name_reason(unread["reason"], unread["key"])
    beginning = text[:_SHOWN]
    if len(text) > _SHOWN:
        beginning += "..."
    message = f"No row could be read. The first one begins {quote(beginning)} ({reason})."
    if unread.get("expected"):
        message += f" Expected: {unread['expected']}."

    likely, hint = guess_format(text, unread["reason"], unread["file"])
    if likely:
        message += f" The file looks like {likely}."
    return Problem(message, f"{unread['file']}, line {unread['line']}", hint)


def guess_format(text: str, reason: str, file: str) -> tuple[str, str]:
    """Return the likely format of a file by its first row, and a hint; both may be empty."""
    if reason == "missing_key" and text.lstrip().startswith("{"):
        if _OPENALEX.search(text):
            return "OpenAlex's works", f"Name it in data.s2orc as {{openalex: [{file}]}}."
        if _BULK.search(text):
            hint = "Name each in data.s2orc by its dataset: {papers: [...], abstracts: [...]}."
            return "one of Semantic Scholar's bulk datasets", hint
        keys = list(dict.fromkeys(_KEY.findall(text)))
        hint = f"{_NAME_TABLE.format(_WITH_COLUMNS).format(file=file)}, with keys of the row."
        return f"JSON lines with other keys: {name_some(keys, 10)}", hint
    if reason not in ("invalid_json", "invalid_utf8", "not_an_object"):
        return "", ""

    if "\0" in text:
        return "UTF-16", "Save it as UTF-8."
    for known in _FORMATS:
        if known.start.match(text):
            return known.name, f"{known.hint.format(file=file)}."
    return "", ""
