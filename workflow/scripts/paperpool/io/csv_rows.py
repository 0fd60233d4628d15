"""CSV files with a header, as rows."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from paperpool.io.files import naming, writing

Row = TypeVar("Row")


def read_rows(path: str | Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table as they stand, in its order."""
    with naming(path), Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def write_rows(
    path: str | Path,
    columns: Sequence[str],
    rows: Iterable[Iterable[object]],
    delimiter: str = ",",
) -> None:
    """Write rows below a header, quoted where Python's csv module would, with ``\\n`` line ends."""
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def read_number(text: str) -> float | None:
    """Return the number in a cell, None where there is none."""
    return float(text) if text not in ("", "nan") else None


_PARSERS: dict[Any, Callable[[str], Any]] = {
    str: str,
    int: lambda text: int(float(text)),
    float: float,
    float | None: read_number,
    bool: "True".__eq__,
}


def parse_rows(
    kind: type[Row], rows: Iterable[Mapping[str, str]], columns: Mapping[str, str] | None = None
) -> list[Row]:
    """Return a ``kind``, a dataclass, per row, each cell read by the type of its field.

    ``columns`` has the columns of the fields that are called otherwise there.
    """
    fields = [
        (field, (columns or {}).get(field, field), _PARSERS[of])
        for field, of in get_type_hints(kind).items()
    ]
    return [kind(**{field: parse(row[column]) for field, column, parse in fields}) for row in rows]
