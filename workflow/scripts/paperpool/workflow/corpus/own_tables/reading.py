"""Read a table of papers in batches: its format, its columns, its rows, and what is odd of it."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.errors import UserError, name_some
from paperpool.io.bad_rows import BadLine, BadRow, excerpt
from paperpool.io.streams import UnreadableTail
from paperpool.workflow.corpus.batches import Batch
from paperpool.workflow.corpus.own_tables.columns import (
    NEEDED,
    SEPARATOR,
    RowMaker,
)
from paperpool.workflow.corpus.own_tables.records import Record
from paperpool.workflow.corpus.own_tables.tables import (
    SHOWN,
    Table,
    find_missing_columns,
    open_table,
)
from paperpool.workflow.corpus.row import MAX_ROW_BYTES, Row

_LOG = logging.getLogger("paperpool")

_ROWS = 1000
_CHARACTERS = 4_000_000
"""The rows and characters of a batch, at about which it is handed on."""


def read_rows(
    path: str | Path, source: Mapping[str, str], max_row_bytes: int = MAX_ROW_BYTES
) -> Iterator[Batch]:
    """Yield the rows of a table as ``Row`` columns; a line is the one that a record begins on.

    The log says what was recognised and what is odd. Raises UserError for a table without the
    columns that are named. Memory is bounded by a batch and ``max_row_bytes``.
    """
    try:
        table = open_table(path, source, most=max_row_bytes)
    except UnreadableTail as tail:
        yield Batch((), (), [BadLine(1, "truncated", "")], tail)
        return
    problems = find_missing_columns(table)
    if problems:
        raise UserError(list(problems.values()))

    maker = RowMaker(" or ".join(table.names["id"]), source.get("separator", SEPARATOR))
    _tell_columns(table)
    yield from _make_batches(table.read_records(max_row_bytes), maker.make_row)
    _tell_oddities(table, maker, source)


def _make_batches(
    records: Iterable[Record], make_row: Callable[[Sequence[Any]], Row]
) -> Iterator[Batch]:
    """Yield the rows of records in batches; the last one has the tail of a damaged file."""
    rows: list[Row] = []
    lines: list[int] = []
    bad: list[BadLine] = []
    n_characters = 0
    last = 0
    tail = None
    try:
        for record in records:
            last = record.line
            reason = record.reason
            key = record.key
            if reason is None:
                try:
                    row = make_row(record.values)
                    rows.append(row)
                    lines.append(last)
                    n_characters += len(row.title or "") + len(row.abstract or "")
                except BadRow as error:
                    reason = error.reason
                    key = error.key
            if reason is not None:
                bad.append(BadLine(last, reason, excerpt(record.text), key))

            if len(rows) + len(bad) >= _ROWS or n_characters >= _CHARACTERS:
                yield Batch(list(zip(*rows, strict=True)), lines, bad)
                rows = []
                lines = []
                bad = []
                n_characters = 0
    except UnreadableTail as error:
        tail = error
        if not (bad and bad[-1].reason == "truncated"):
            bad.append(BadLine(last + 1, "truncated", ""))

    if rows or bad:
        yield Batch(list(zip(*rows, strict=True)), lines, bad, tail)


def read_excerpts(
    path: str | Path, source: Mapping[str, str], lines: Collection[int], max_row_bytes: int
) -> Iterator[tuple[int, str]]:
    """Yield the lines among ``lines`` that records begin on, with the start of each record.

    The records are those of ``read_rows`` with the same ``source``.
    """
    table = open_table(path, source, most=max_row_bytes)
    try:
        for record in table.read_records(max_row_bytes):
            if record.line in lines:
                yield record.line, excerpt(record.text)
    except UnreadableTail:
        return


def _tell_columns(table: Table) -> None:
    """Log what the table is, and where its columns are taken from."""
    named = []
    used: set[str] = set()
    for meaning, names in table.names.items():
        if names:
            named.append(f"{meaning}: {' or '.join(names)}")
            used.update(names)
    text = f"{table.path} is {table.describe()}. Columns taken: {'; '.join(named)}."

    unused = [column for column in table.columns or [] if column not in used]
    if unused:
        text += f" Columns not used: {name_some(unused, SHOWN)}."
    _LOG.info("%s", text)


def _tell_oddities(table: Table, maker: RowMaker, source: Mapping[str, str]) -> None:
    """Warn of values that are not understood, of ids like 17.0 and of columns without a value.

    Of the usual columns that ``source`` does not name only the needed ones are missed.
    """
    for meaning, (n, first) in maker.odd.items():
        column = " or ".join(table.names[meaning])
        noun = "values" if n > 1 else "value"
        _LOG.warning(
            "%s: %s of %s not understood, so unknown for the paper; the first: %s.",
            table.path,
            f"{n:,} {noun}",
            column,
            first[:SHOWN],
        )
    if maker.n_decimal_ids:
        _LOG.warning(
            "%s: %s ids end in .0 as %s does: they were numbers when the table was written. Write "
            "ids as text or whole numbers, so that other files can name them.",
            table.path,
            f"{maker.n_decimal_ids:,}",
            maker.first_decimal_id,
        )
    for meaning, columns in table.names.items():
        is_meant = meaning in NEEDED or meaning in source
        if is_meant and maker.n_rows and not maker.known[meaning]:
            _LOG.warning("%s: no paper has a value in %s.", table.path, " or ".join(columns))
