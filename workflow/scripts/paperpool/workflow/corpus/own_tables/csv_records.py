"""The records of a CSV file: its delimiter, its columns and its rows, in bounded memory.

Python's csv module finds where a record ends, as quoted cells hold line ends. A quote that is not
closed would swallow the rows behind it: then the line that opens it is a bad row, and reading goes
on with the next line.
"""

import contextlib
import csv
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from paperpool.io.streams import UnreadableTail
from paperpool.workflow.corpus.own_tables.columns import MEANINGS, NEEDED, Names
from paperpool.workflow.corpus.own_tables.records import Record
from paperpool.workflow.corpus.own_tables.text_files import TextForm, TextLine, read_lines

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}
"""The delimiters that are recognised, in the order of preference, and their names."""

_STATED = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
"""The line that spreadsheets put before the header to state the delimiter."""

_HEADER_LINES = 100
"""Lines that the header is looked for in: a quoted name may have several."""


class CsvHeader(NamedTuple):
    """The delimiter of a CSV file, the names of its columns, and the last line of it."""

    delimiter: str
    names: list[str]
    line: int


class _Refused(Exception):
    """A line that cannot be a part of a record: its reason."""


class _Lines:
    """The lines of a file as the csv module asks for them, and those of the record being read."""

    def __init__(self, lines: Iterator[TextLine], header: int, most: int):
        self._lines = lines
        self._header = header
        self._most = most
        self._returned: deque[TextLine] = deque()
        self._size = 0
        self.begin()

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = self._returned.popleft() if self._returned else next(self._lines)
            while line.number <= self._header:
                line = next(self._lines)
        except StopIteration:
            self.is_at_end = True
            raise

        self.taken.append(line)
        self._size += len(line.text)
        if line.reason == "invalid_utf8":
            self.is_damaged = True
        elif line.reason is not None:
            raise _Refused(line.reason)
        if self._size > self._most:
            raise _Refused("too_large")
        return line.text

    def begin(self) -> None:
        """Begin a new record.

        ``is_damaged``: a line of it is; ``is_at_end``: the file ends within it.
        """
        self.taken: list[TextLine] = []
        self._size = 0
        self.is_damaged = self.is_at_end = False

    def give_back(self) -> None:
        """Return all lines of the record but its first one, to be read again."""
        self._returned.extendleft(reversed(self.taken[1:]))
        del self.taken[1:]


def read_header(
    path: str | Path, form: TextForm, most: int, wanted: Sequence[str] = ()
) -> CsvHeader:
    """Return the header of a CSV file; no names if it has no line.

    The delimiter is the one by which the header has most of the ``wanted`` columns, and then the
    most columns at all.
    """
    delimiters = list(DELIMITERS)
    start: list[TextLine] = []
    with contextlib.suppress(UnreadableTail):
        for line in islice(read_lines(path, form, most), _HEADER_LINES):
            stated = _STATED.fullmatch(line.text)
            if stated and not start:
                delimiters = [stated[1]]
            elif start or line.text.strip():
                start.append(line)
    if not start:
        return CsvHeader(",", [], 0)

    candidates = []
    for delimiter in delimiters:
        reader = csv.reader((line.text for line in start), delimiter=delimiter)
        names = [name.strip() for name in _read_row(reader, most)]
        header = CsvHeader(delimiter, names, start[reader.line_num - 1].number)
        candidates.append((len(set(wanted) & set(names)), len(names), header))
    return max(candidates, key=itemgetter(0, 1))[2]


def read_records(
    path: str | Path, form: TextForm, header: CsvHeader, names: Names, most: int
) -> Iterator[Record]:
    """Yield the records below the header.

    A row with too few cells lacks the last ones; one with too many, unless they are empty, is of
    ``wrong_type``, as a delimiter in a text has moved its cells. May raise UnreadableTail.
    """
    n_columns = len(header.names)
    get_values = _make_getter(header.names, names)
    needed = _list_needed(header.names, names)
    lines = _Lines(read_lines(path, form, most), header.line, most)
    reader = csv.reader(lines, delimiter=header.delimiter, strict=True)
    while True:
        lines.begin()
        try:
            cells = _read_row(reader, most)
        except StopIteration:
            return
        except _Refused as error:
            lines.give_back()  # the rows behind a quote that is not closed are read again
            yield _refuse(lines.taken, str(error))
            continue
        except csv.Error:
            cells = []
            if len(lines.taken) == 1 and not lines.is_at_end:
                cells = _read_loosely(lines, header)
            if len(cells) != n_columns:
                lines.give_back()
                reason = "truncated" if lines.is_at_end else "wrong_type"
                yield _refuse(lines.taken, reason)
                continue

        if len(cells) < 2 and not "".join(cells).strip():
            continue
        if lines.is_damaged:
            yield _refuse(lines.taken, "invalid_utf8")
            continue

        if len(cells) != n_columns:
            has_more = any(map(str.strip, cells[n_columns:]))
            lacking = [column for place, column in needed if place >= len(cells)]
            if has_more or lacking:
                lines.give_back()  # rather than lose rows to a quote that stands by mistake
                reason = "wrong_type" if has_more else "missing_key"
                yield _refuse(lines.taken, reason, next(iter(lacking), None))
                continue

            n_missing = max(n_columns - len(cells), 0)
            cells = cells[:n_columns] + [""] * n_missing

        raw = [line.text for line in lines.taken]
        yield Record(lines.taken[0].number, get_values(cells), raw)


def _list_needed(header: Sequence[str], names: Names) -> list[tuple[int, str]]:
    """Return the places and names of the columns that a paper needs, as far as they are there."""
    needed = []
    for meaning in NEEDED:
        for column in names[meaning]:
            if column in header:
                needed.append((header.index(column), column))
    return needed


def _read_loosely(lines: _Lines, header: CsvHeader) -> list[str]:
    """Return the cells of the line that was taken, even if a quote in it has no place there.

    There are none if a cell of it is not closed.
    """
    [line] = lines.taken
    reader = csv.reader([line.text, "\n"], delimiter=header.delimiter)
    cells = next(reader)
    if reader.line_num > 1:
        return []
    return cells


def _read_row(reader: Iterator[list[str]], most: int) -> list[str]:
    """Return the next row, with cells of up to ``most`` characters.

    The limit of the csv module belongs to the whole process, so it is put back at once.
    """
    before = csv.field_size_limit(most + 1)
    try:
        return next(reader)
    finally:
        csv.field_size_limit(before)


def _refuse(taken: Sequence[TextLine], reason: str, key: str | None = None) -> Record:
    return Record(taken[0].number, (), [line.text for line in taken], reason, key)


def _make_getter(header: Sequence[str], names: Names) -> Callable[[list[str]], Sequence[str]]:
    """Return the function from the cells of a row to its values; "" where no column is named."""
    places = []
    for meaning in MEANINGS:
        found = [header.index(column) for column in names[meaning] if column in header]
        places.append(found[0] if found else len(header))
    get = itemgetter(*places)
    return lambda cells: get([*cells, ""])
