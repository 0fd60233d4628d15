"""CSV files with a header, as rows."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from paperpool.io.files import naming, writing


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
