"""A table of papers: its format and its columns, by its first bytes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError, guess, name_some
from paperpool.io.streams import find_other_format, is_named_gzip
from paperpool.workflow.corpus.own_tables import (
    bibtex_records,
    csv_records,
    json_records,
    ris_records,
)
from paperpool.workflow.corpus.own_tables.columns import MEANINGS, NEEDED, Names, name_columns
from paperpool.workflow.corpus.own_tables.csv_records import DELIMITERS, CsvHeader
from paperpool.workflow.corpus.own_tables.records import Record
from paperpool.workflow.corpus.own_tables.text_files import TextForm, find_form, read_start
from paperpool.workflow.corpus.row import MAX_ROW_BYTES
from paperpool.workflow.corpus.unread_shards import guess_format

CSV = "CSV"
JSON_LINES = "JSON lines"
PARQUET = "Parquet"
RIS = "RIS"
BIBTEX = "BibTeX"

_ENDINGS = {".parquet": PARQUET, ".ris": RIS, ".bib": BIBTEX}
"""The formats that the ending of a name stands for, where the start of the file says none."""

_STARTS = {
    PARQUET: re.compile(r"PAR1"),
    JSON_LINES: re.compile(r"\s*[\[{]"),
    RIS: re.compile(r"\s*TY  -"),
    BIBTEX: re.compile(r"\s*@\s*[A-Za-z]+\s*[{(]"),
}
"""How a table of each format begins; CSV begins as none of them."""

_NO_TABLE = re.compile(r"\s*(?:\[|\{\s*\n|<|version https://git-lfs)")
"""Starts of files that are JSON over several lines, XML, or a pointer to a file."""

_USUAL: dict[str, Names] = {RIS: ris_records.USUAL, BIBTEX: bibtex_records.USUAL}
"""The columns of the formats that have names of their own; others have those of ``NEEDED``."""

START_BYTES = 1 << 20
"""Bytes by which the encoding of a header is judged."""

SHOWN = 30
"""Columns that a message names."""


@dataclass(frozen=True)
class Table:
    """A table: its format, the names of its columns by meaning, and those that it has.

    ``columns`` are None where the format has no fixed ones. ``form`` is that of a text, ``header``
    that of CSV.
    """

    path: Path
    format: str
    names: Names
    columns: Sequence[str] | None
    form: TextForm | None = None
    header: CsvHeader | None = None

    def read_records(self, most: int) -> Iterator[Record]:
        """Yield the records; UnreadableTail may follow."""
        if self.format == PARQUET:
            from paperpool.workflow.corpus.own_tables import parquet_records  # imports pyarrow

            return parquet_records.read_records(self.path, self.names)
        if self.form is None:
            return json_records.read_records(self.path, self.names, most)
        if self.header is not None:
            return csv_records.read_records(self.path, self.form, self.header, self.names, most)
        read = ris_records.read_records if self.format == RIS else bibtex_records.read_records
        return read(self.path, self.form, self.names, most)

    def describe(self) -> str:
        """Return the format, with the delimiter and the encoding."""
        parts = [self.format]
        if self.header is not None:
            delimiter = self.header.delimiter
            parts.append(f"separated by {DELIMITERS.get(delimiter, repr(delimiter))}")
        if self.form is not None:
            parts.append(self.form.encoding)
        return ", ".join(parts)


def open_table(
    path: str | Path,
    source: Mapping[str, str],
    *,
    most: int = MAX_ROW_BYTES,
    most_bytes: int | None = None,
) -> Table:
    """Return the table at ``path``; ``source`` names its columns by ``MEANINGS``.

    Its encoding is judged by the first ``most_bytes``, None for all. Raises UserError if it is no
    table, UnreadableTail if it is damaged Parquet.
    """
    path = Path(path)
    found = find_format(path)
    usual = _USUAL.get(found, {meaning: (meaning,) for meaning in NEEDED})
    names = name_columns(source, usual)
    if found == PARQUET:
        from paperpool.workflow.corpus.own_tables import parquet_records  # imports pyarrow

        return Table(path, found, names, parquet_records.read_names(path))
    if found == JSON_LINES:
        return Table(path, found, names, json_records.read_keys(path, most))

    form = find_form(path, most_bytes)
    if found != CSV:
        return Table(path, found, names, None, form)
    wanted: list[str] = []
    for meaning in MEANINGS:
        wanted += names[meaning]
    header = csv_records.read_header(path, form, most, wanted)
    return Table(path, found, names, header.names, form, header)


def find_format(path: Path) -> str:
    """Return the format of a table by its first characters, else by its name; or else it is CSV.

    Raises UserError for what is known not to be a table.
    """
    with path.open("rb") as file:
        start = "PAR1" if file.read(4) == b"PAR1" else read_start(path)
    if start != "PAR1":
        other = find_other_format(path)
        if other:
            message = f"It cannot be read as a table: {other}."
            hint = "Save it as CSV: in a spreadsheet as CSV UTF-8."
            raise UserError(Problem(message, str(path), hint))
    if start.count("\0") > len(start) // 4:
        message = "It seems to be UTF-16 without the mark that says so."
        raise UserError(Problem(message, str(path), "Save it as UTF-8 text."))

    likely = next((name for name, known in _STARTS.items() if known.match(start)), None)
    if likely in (None, JSON_LINES) and _NO_TABLE.match(start):
        name, hint = guess_format(start, "invalid_json", str(path))
        if name:
            raise UserError(Problem(f"It is no table, but {name}.", str(path), hint))
    if likely:
        return likely
    ending = path.with_suffix("").suffix if is_named_gzip(path) else path.suffix
    return _ENDINGS.get(ending.lower(), CSV)


def find_missing_columns(table: Table) -> dict[str, Problem]:
    """Return a problem for each column that is named, or needed, and not in the table once.

    They are by meaning; ``where`` is the file. A table without a byte or a line has none, and of
    JSON lines only what is needed has to be among the first objects' keys: many leave out nulls.
    """
    problems = {}
    if not table.columns:
        return problems
    listed = f"Its columns: {name_some(table.columns, SHOWN)} ({table.describe()})."
    for meaning, named in table.names.items():
        if table.format == JSON_LINES and meaning not in NEEDED:
            continue
        for column in named:
            n = table.columns.count(column)
            if n == 1:
                continue
            if n:
                message = f"{table.path.name} has {n} columns {column!r}."
                hint = "Give each column a name of its own."
            else:
                message = f"{table.path.name} has no column {column!r}."
                hint = f"{guess(column, table.columns)} {listed}".strip()
                if column == meaning:
                    hint += f" Say which one it is: `{meaning}: COLUMN`."
            problems[meaning] = Problem(message, str(table.path), hint)
    return problems
