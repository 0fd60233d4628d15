"""The rows that the evaluation compares: the rows of an annotator and those of a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """A row of an annotation file or of a submission, as it is written and as it was read.

    ``paper_id`` is the file's; ``reference_article`` and ``citing_article`` are the cells of the
    row, which may name others. ``reference_offset`` and ``reference_text`` are the strings of the
    file, ``n_columns`` the number of its columns in this row. ``citance_id`` is None where the
    release has no such citance, and of a submission where an earlier row has it; ``sids`` are the
    sentences that were chosen.
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
    """An annotator's row; ``sids`` are empty if the annotator found no span ("NA")."""

    file: str
    annotator: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> GoldRow:
        """Return a row of the table ``GOLD``, whose further columns are left out."""
        values: dict[str, Any] = {name: row[name] for name in cls.__dataclass_fields__}
        known = isinstance(row["citance_id"], str)  # a frame has NaN for null
        sids = tuple(int(sid) for sid in row["sids"])
        values |= {"citance_id": row["citance_id"] if known else None, "sids": sids}
        return cls(**values)


def by_file(gold: Iterable[GoldRow]) -> dict[str, list[GoldRow]]:
    """Return the rows of each annotation file as they come, files in the order of their names."""
    files: dict[str, list[GoldRow]] = {}
    for row in gold:
        files.setdefault(row.file, []).append(row)
    return dict(sorted(files.items()))


def by_citance(rows: Iterable[Row]) -> dict[str, tuple[int, ...]]:
    """Return the sentences that an annotator, in one file, or a system chose for each citance.

    They are in the order of the rows, each once: a citance that a file has twice gets those of both
    rows. It is empty if the annotator found no span; rows without a citance are left out.
    """
    chosen: dict[str, tuple[int, ...]] = {}
    for row in rows:
        if row.citance_id is not None:
            before = chosen.get(row.citance_id, ())
            chosen[row.citance_id] = tuple(dict.fromkeys([*before, *row.sids]))
    return chosen
