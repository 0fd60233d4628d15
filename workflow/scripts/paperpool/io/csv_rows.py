"""Tables with a header, of CSV files or in memory; no text in a cell is taken for a formula.

Source: OWASP, "CSV Injection": a cell that begins so may run a program or send other cells away.
"""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol, TypeVar, get_type_hints

from paperpool.io.files import naming, writing


class DataclassInstance(Protocol):
    """A value of any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Record = TypeVar("Record", bound=DataclassInstance)

Rows = Sequence[Mapping[str, Any]]
"""The rows of a table in memory, by the names of its columns."""


def read_rows(path: str | Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table as they stand, in its order; a byte order mark is skipped."""
    with naming(path), Path(path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def list_rows(table: str | Path | Rows) -> Rows:
    """Return the rows of a file as they stand; those in memory as they are."""
    if isinstance(table, str | Path):
        return read_rows(table)
    return table


def read_groups(
    table: str | Path | Rows, *columns: str
) -> dict[tuple[str, ...], list[Mapping[str, Any]]]:
    """Return the rows of a table by their cells in ``columns``, in the order of first rows."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for row in list_rows(table):
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def read_records(
    table: str | Path | Rows,
    kind: type[Record],
    where: Mapping[str, str] | None = None,
) -> list[Record]:
    """Return the rows of a table as values of a dataclass, in the table's order.

    A field is read from the column of its name, or from the ``column`` of its metadata. ``where``
    are the cells of the wanted rows. Texts of a file are as they were before ``defuse``; those of
    rows in memory were not defused.
    """
    readers = dict(_READERS)
    if not isinstance(table, str | Path):
        readers[str] = str
    types = get_type_hints(kind)
    cells = []
    for field in fields(kind):
        column = field.metadata.get("column", field.name)
        cells.append((field.name, column, readers[types[field.name]]))

    records: list[Record] = []
    for row in list_rows(table):
        if all(row[column] == cell for column, cell in (where or {}).items()):
            values = {name: read(row[column]) for name, column, read in cells}
            records.append(kind(**values))
    return records


def write_rows(
    path: str | Path, columns: Sequence[str], rows: Iterable[Iterable[object]], delimiter: str = ","
) -> None:
    """Write rows below a header, quoted where Python's csv module would, with ``\\n`` line ends."""
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def read_number(cell: str | float | None) -> float | None:
    """Return the number in a cell of a file or of a row in memory, or None."""
    if cell is None or cell in ("", "nan") or cell != cell:
        return None
    return float(cell)


_FORMULA = re.compile(r"['\s]*[=+\-@\t\r\n＝＋－＠]")


def defuse(text: str) -> str:
    """Return a text for a cell, with ``'`` before formulas and texts that were defused already."""
    return f"'{text}" if _FORMULA.match(text) else text


def restore(text: str) -> str:
    """Return the text that ``defuse`` made a cell's of."""
    if text.startswith("'") and _FORMULA.match(text[1:]):
        return text[1:]
    return text


_READERS: dict[Any, Callable[[Any], Any]] = {
    str: restore,
    int: lambda cell: int(float(cell)),
    float: float,
    float | None: read_number,
    bool: lambda cell: str(cell) == "True",
}


def format_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a header and rows as CSV with ``\\n`` line ends."""
    lines: list[str] = []
    sink = SimpleNamespace(write=lines.append)
    writer = csv.writer(sink, lineterminator="\r\n")  # so that cells with either are quoted
    writer.writerow(columns)
    writer.writerows(rows)
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines)
