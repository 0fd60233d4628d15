"""Snakemake's lines of file names, kept to a length that can be read."""

import logging
import re
from collections.abc import Sequence

MOST = 500
"""The most characters of a line."""

_ROOM = 240
"""Characters for names in such a line: enough for the first few."""

_LISTS = ("input", "output", "log")
"""Attributes of a record that are lists of files."""


def shorten_lines(record: logging.LogRecord) -> None:
    """Shorten what a record of Snakemake's says in long lists of files."""
    if isinstance(record.msg, str) and not record.args and record.levelno < logging.ERROR:
        record.msg = "\n".join(map(shorten_line, record.msg.split("\n")))
    for name in _LISTS:
        files = getattr(record, name, None)
        if isinstance(files, list):
            setattr(record, name, shorten_list(files, _ROOM))
    reason = getattr(record, "reason", None)
    if isinstance(reason, str):
        record.reason = shorten_reason(reason)


def shorten_reason(reason: str) -> str:
    """Return why a job runs, with fewer names in each of its parts."""
    if len(reason) <= _ROOM:
        return reason
    parts = reason.split("; ")
    room = _ROOM // len(parts)
    shown = []
    for part in parts:
        title, colon, names = part.partition(": ")
        left = room - len(title) - 2
        files = sorted(re.split(r",\s*", names))  # Snakemake's order changes from call to call
        shown.append(title + colon + ", ".join(shorten_list(files, left)))
    return shorten_line("; ".join(shown))


def shorten_line(line: str) -> str:
    """Return a line without its last names, where it is too long; they stand between commas."""
    if len(line) <= MOST:
        return line
    return ", ".join(shorten_list(line.split(", "), _ROOM))[:MOST]


def shorten_list(names: Sequence[str], room: int) -> list[str]:
    """Return the first names, as many as fit into ``room`` characters, and how many more."""
    shown: list[str] = []
    length = 0
    for name in names:
        length += len(name) + 2
        if length > room and shown:
            return [*shown, f"and {len(names) - len(shown)} more"]
        shown.append(name)
    return shown
