"""Text files as users give them: their bytes, their text and their lines, or their errors.

A line ends at ``\\n``, ``\\r\\n`` or ``\\r``, as editors on any machine write it, and at no other
character: Unicode's own line ends are part of the text. A byte order mark at the start is dropped.
"""

import re
from pathlib import Path

from paperpool.errors import Problem, UserError

AS_UTF8 = "Save it as UTF-8 text; in a spreadsheet as CSV UTF-8."
"""The hint for a text in another encoding, for any file."""

_LONGEST_ID = 500
_LINE_END = re.compile("\r\n|\r|\n")


def read_user_bytes(path: str | Path, hint: str) -> bytes:
    """Return the bytes of a file without a byte order mark; raise UserError if that fails."""
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path that none can have
        raise UserError(Problem(f"It cannot be read: {error}.", str(path), hint)) from error
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = "It cannot be read: it is UTF-16, and not UTF-8."
        raise UserError(Problem(message, str(path), AS_UTF8))
    return drop_mark(data)


def read_user_text(path: str | Path, hint: str) -> str:
    """Return the text of a UTF-8 file; raise UserError with the line of a byte that is not."""
    try:
        text = read_user_bytes(path, hint).decode("utf-8")
    except UnicodeDecodeError as error:
        line = count_line(error.object[: error.start])
        reason = str(error)
    else:
        if "\0" not in text:
            return text
        line = count_line(text[: text.index("\0")])
        reason = "it has NUL bytes, as UTF-16 has"
    raise UserError(Problem(f"It cannot be read: {reason}.", f"{path}, line {line}", AS_UTF8))


def drop_mark(data: bytes) -> bytes:
    """Return the bytes of a file without its byte order mark."""
    return data.removeprefix(b"\xef\xbb\xbf")


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; text after the last end is one as well."""
    return _LINE_END.split(text) if "\r" in text else text.split("\n")


def is_paper_id(text: str) -> bool:
    """Return whether a text may be a paper's id: one word, and no longer than any id is."""
    return len(text.split()) == 1 and len(text) <= _LONGEST_ID


def count_line(before: bytes | str) -> int:
    """Return the number, from 1, of the line that begins or goes on after ``before``."""
    text = before if isinstance(before, str) else before.decode("utf-8", "replace")
    return len(split_lines(text))
