"""Read the task's CSV files: blind citances of the test set (the last columns empty), and gold."""

import csv
import io
from collections.abc import Sequence

from paperpool.scisumm.names import COLUMNS
from paperpool.scisumm.read.fields import TaskRow, make_row
from paperpool.scisumm.read.markup import decode
from paperpool.scisumm.read.problems import FileProblems

_NEEDED = ("Citing Article", "Citation Text", "Reference Offset", "Reference Text")


def read_task_csv(data: bytes, paper_id: str, problems: FileProblems) -> list[TaskRow]:
    """Return the rows of a paper's CSV file that reach the cited text, in order."""
    records = _read_records(decode(data, problems), problems)
    header = next(records, [])
    places = _find_columns(header, problems)
    if places is None:
        return []

    rows = []
    number = 0
    for cells in records:
        if not any(cell.strip() for cell in cells):
            problems.add("blank_row", "dropped", ",".join(cells), number + 1)
            continue
        number += 1
        is_complete = all(places[name] < len(cells) for name in _NEEDED)
        if len(cells) != len(header):
            action = "kept" if is_complete else "dropped"
            problems.add("column_count", action, f"{len(cells)} cells: {','.join(cells)}", number)
        if is_complete:
            filled = cells + [""] * (len(header) - len(cells))
            found = {name: filled[place] for name, place in places.items()}
            found["Citation Marker"] = " ".join(found.get("Citation Marker", "").split())
            n_columns = len(COLUMNS) + len(cells) - len(header)
            rows.append(make_row(number, found, paper_id, problems, n_columns))
    return rows


def _read_records(text: str, problems: FileProblems):
    records = csv.reader(io.StringIO(text.replace("\0", ""), newline=""))
    try:
        yield from filter(None, records)  # an empty line is no row
    except csv.Error as error:
        lost = f"line {records.line_num}: {error}; the rows from here on"
        problems.add("unreadable_file", "dropped", lost)


def _find_columns(header: Sequence[str], problems: FileProblems) -> dict[str, int] | None:
    """Return each column's place, or None if a required one is missing."""
    by_name = {" ".join(name.split()).lower(): place for place, name in enumerate(header)}
    places: dict[str, int] = {}
    for place, name in enumerate(COLUMNS):
        if name.lower() in by_name:
            places[name] = by_name[name.lower()]
            if header[places[name]] != name:
                problems.add("column_name", "repaired", header[places[name]])
        elif place < len(header) and header[place] not in COLUMNS and len(header) == len(COLUMNS):
            places[name] = place  # of a full header only one name can be meant
            problems.add("column_name", "repaired", f"{header[place]} for {name}")
        else:
            problems.add("missing_column", "kept", name)

    missing = [name for name in _NEEDED if name not in places]
    if missing:
        problems.add("unreadable_file", "dropped", f"no column {', '.join(missing)}: {header}")
        return None
    return places
