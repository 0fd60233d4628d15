"""The elements of a JSON list in a user's file, one after the other, in memory for a few of them.

They are those of ``strict_json.parse_json``, with the same errors.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from paperpool.io.strict_json import parse_json, parse_next
from paperpool.io.user_text import drop_mark

_CHARACTERS = 1 << 20
"""Characters that are read at once."""

_OPENED = re.compile(r"[ \t\n\r]*\[")
_BLANKS = re.compile(r"[ \t\n\r]*")
_BETWEEN = re.compile(r"[ \t\n\r]*([,\]])")


class NoList(ValueError):
    """JSON of something else than a list."""


def read_json_list(path: str | Path) -> Iterator[Any]:
    """Yield the elements of a list in a UTF-8 file.

    Raises BadJson for what is no JSON, perhaps after some elements, NoList, and OSError.
    """
    n_read = 0
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            for value in _split(file):
                n_read += 1
                yield value
    except (ValueError, RecursionError):
        # the file as a whole says what is wrong, and in which line
        values = parse_json(drop_mark(Path(path).read_bytes()))
        if not isinstance(values, list):
            raise NoList("it is no list") from None
        yield from values[n_read:]


def _split(file: TextIO) -> Iterator[Any]:
    """Yield the elements of a list with at least one; raise ValueError for anything else."""
    text = file.read(_CHARACTERS)
    opened = _OPENED.match(text)
    if not opened:
        raise ValueError("no list begins here")

    start = opened.end()
    is_last = False
    while not is_last:
        try:
            value, start, is_last = _take(text, start)
        except ValueError:  # the element may go on behind this text
            further = file.read(max(_CHARACTERS, len(text) - start))
            if not further:
                raise
            text = text[start:] + further
            start = 0
        else:
            yield value
    if _BLANKS.sub("", text[start:] + file.read()):
        raise ValueError("something stands behind the list")


def _take(text: str, start: int) -> tuple[Any, int, bool]:
    """Return an element, the place behind what follows it, and whether it is the last one."""
    blanks = _BLANKS.match(text, start)
    value, end = parse_next(text, blanks.end() if blanks else start)
    between = _BETWEEN.match(text, end)
    if not between:
        raise ValueError("the element may go on")
    return value, between.end(), between[1] == "]"
