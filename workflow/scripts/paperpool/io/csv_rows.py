"""CSV files with a header, as rows; no text in a cell is taken for a formula.

Source: OWASP, "CSV Injection": a cell that begins so may run a program or send other cells away.
"""

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from paperpool.io.files import naming, writing

Record = TypeVar("Record")


def read_rows(path: str | Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table as they stand, in its order; a byte order mark is skipped."""
    with naming(path), Path(path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def read_groups(path: str | Path, *columns: str) -> dict[tuple[str, ...], list[dict[str, str]]]:
    """Return the rows of a table by their cells in ``columns``, in the order of first rows."""
    groups: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in read_rows(path):
        groups.setdefault(tuple(row[column] for column in columns), []).append(row)
    return groups


def read_records(
    path: str | Path,
    kind: type[Record],
    columns: Mapping[str, str] | None = None,
    where: Mapping[str, str] | None = None,
) -> list[Record]:
    """Return the rows of a table as values of a dataclass, in the table's order.

    ``columns`` maps fields to columns of another name; ``where`` are the cells of the wanted rows.
    Texts are as they were before ``defuse``.
    """
    fields = [
        (name, (columns or {}).get(name, name), _READERS[of])
        for name, of in get_type_hints(kind).items()
    ]
    return [
        kind(**{name: read(row[column]) for name, column, read in fields})
        for row in read_rows(path)
        if all(row[column] == cell for column, cell in (where or {}).items())
    ]


def write_rows(
    path: str | Path, columns: Sequence[str], rows: Iterable[Iterable[object]], delimiter: str = ","
) -> None:
    """Write rows below a header, quoted where Python's csv module would, with ``\\n`` line ends."""
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def read_number(text: str) -> float | None:
    """Return the number in a cell, or None."""
    return float(text) if text not in ("", "nan") else None


_FORMULA = re.compile(r"['\s]*[=+\-@\t\r\n＝＋－＠]")


def defuse(text: str) -> str:
    """Return a text for a cell, with ``'`` before formulas and texts that were defused already."""
    return f"'{text}" if _FORMULA.match(text) else text


def restore(text: str) -> str:
    """Return the text that ``defuse`` made a cell's of."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


_READERS: dict[Any, Callable[[str], Any]] = {
    str: restore,
    int: lambda text: int(float(text)),
    float: float,
    float | None: read_number,
    bool: lambda text: text == "True",
}
