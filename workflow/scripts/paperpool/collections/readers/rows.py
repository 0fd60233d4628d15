"""Read the rows of a collection's files, counting unreadable ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.collections.found import BAD_ROWS, BadRow, Found
from paperpool.io.bad_rows import BadRow as Refused
from paperpool.io.bad_rows import excerpt, replace_unstorable
from paperpool.io.lines import read_lines
from paperpool.io.strict_json import JsonObject

if TYPE_CHECKING:
    from paperpool.io.json_lines import Values

MAX_ROW_BYTES = 64_000_000
"""Longer rows are refused."""

_GRADE = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,20})?")


def read_objects(
    path: str | Path, kind: str, get_values: Callable[[JsonObject], Values], found: Found
) -> Iterator[Values]:
    """Yield ``get_values`` of each JSON object of a file, one a line.

    It raises KeyError for a missing key, ``Refused`` for other faults. Unusable rows count as
    dropped rows of ``kind``.
    """
    from paperpool.io.json_lines import parse_values  # imports orjson

    for line in read_lines(path, MAX_ROW_BYTES, at_returns=True):
        if kind == "documents":
            found.read[kind] += 1
        try:
            if line.reason:
                raise Refused(line.reason)
            (row,), is_clean = parse_values(line.data, lambda record: (record,))
            values = get_values(row if is_clean else replace_unstorable(row))
        except KeyError:
            put_aside(found, kind, path, line.number, "missing_key", line.data)
        except Refused as error:
            put_aside(found, kind, path, line.number, error.reason, line.data)
        else:
            yield values


def read_columns(
    path: str | Path, kind: str, n_columns: int, separator: str | None, found: Found
) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the columns of each non-blank line of a text file.

    Lines with other columns, or not in UTF-8, count as dropped rows of ``kind``.
    """
    for line in read_lines(path, MAX_ROW_BYTES, at_returns=True):
        reason = line.reason
        columns: list[str] = []
        if reason is None and b"\0" in line.data:
            reason = "a NUL byte"
        if reason is None:
            try:
                columns = line.data.decode("utf-8").split(separator)
            except UnicodeDecodeError:
                reason = "invalid_utf8"
            else:
                if len(columns) != n_columns:
                    reason = f"not {n_columns} columns"

        if reason:
            put_aside(found, kind, path, line.number, reason, line.data)
        else:
            yield line.number, columns


def parse_grade(text: str) -> float | None:
    """Return the grade that a text is, an int if it is whole; None for other texts."""
    if not _GRADE.fullmatch(text.strip()):
        return None
    grade = float(text)
    return int(grade) if grade.is_integer() else grade


def read_grade(found: Found, path: str | Path, number: int, text: str) -> float | None:
    """Parse a grade, an int if it is whole; add a problem for other texts."""
    grade = parse_grade(text)
    if grade is not None:
        return grade
    message = f"The grade {text[:40]!r} is no number."
    found.refuse(message, f"{path}, line {number}", "Grades are numbers such as 0, 1 or 0.25.")
    return None


def refuse_bad_rows(found: Found, key: str, hint: str) -> None:
    """Turn bad rows of topics or judgments into problems, as they would change scores."""
    bad = [row for row in found.bad if row.file == found.where.get(key)]
    for row in bad[:BAD_ROWS]:
        found.refuse(f"A row cannot be used: {row.reason}.", f"{row.file}, line {row.line}", hint)
    if len(bad) > BAD_ROWS:
        found.refuse(f"{len(bad) - BAD_ROWS} more rows cannot be used.", key, hint)


def put_aside(
    found: Found, kind: str, path: str | Path, line: int, reason: str, data: bytes
) -> None:
    """Count a row that cannot be used, and keep its first characters."""
    found.drop(kind, reason)
    found.bad.append(BadRow(str(path), line, reason, excerpt(data)))
