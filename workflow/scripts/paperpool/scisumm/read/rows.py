"""The rows that the evaluation compares: of annotators and of systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """A row of an annotation file or of a submission, as written and as read.

    ``paper_id`` is the file's; ``reference_article`` and ``citing_article`` are cells, which may
    name others. ``n_columns`` is the row's. ``citance_id`` is None if unknown, and in a submission
    if repeated; ``sids`` are the chosen sentences.
    """

    paper_id: str
    reference_article: str
    citing_article: str
    citing_id: str
    citation_text: str
    reference_offset: str
    reference_text: str
    n_columns: int
    citance_id: str | None
    sids: tuple[int, ...]


@dataclass(frozen=True)
class GoldRow(Row):
    """An annotator's row; ``sids`` are empty for NA."""

    file: str
    annotator: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> GoldRow:
        """Return a row of the table ``GOLD``; other columns are ignored."""
        values: dict[str, Any] = {name: row[name] for name in cls.__dataclass_fields__}
        if not isinstance(row["citance_id"], str):  # a frame has NaN for null
            values["citance_id"] = None
        values["sids"] = tuple(int(sid) for sid in row["sids"])
        return cls(**values)


def by_file(gold: Iterable[GoldRow]) -> dict[str, list[GoldRow]]:
    """Return the rows of each annotation file, files sorted by name."""
    files: dict[str, list[GoldRow]] = {}
    for row in gold:
        files.setdefault(row.file, []).append(row)
    return dict(sorted(files.items()))


def by_citance(rows: Iterable[Row]) -> dict[str, tuple[int, ...]]:
    """Return the distinct sentences of each citance, in row order, with repeated rows merged."""
    chosen: dict[str, tuple[int, ...]] = {}
    for row in rows:
        if row.citance_id is not None:
            before = chosen.get(row.citance_id, ())
            chosen[row.citance_id] = tuple(dict.fromkeys([*before, *row.sids]))
    return chosen
