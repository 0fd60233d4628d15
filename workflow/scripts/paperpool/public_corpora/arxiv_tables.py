"""arXiv's metadata by category: the tables of R. S. Geiger's arXiv archive (Zenodo 1463242).

A file ``<category>.tsv.xz`` has every paper posted or cross-posted to a category: tab-separated
UTF-8 with a header, fields in double quotes where they need them. The same paper stands in the
tables of all its categories.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.public_corpora.accounts import Account
from paperpool.public_corpora.metadata import fold_spaces

COLUMNS = ("arxiv_id", "title", "abstract", "created", "doi", "categories", "primary_cat")

_FIELDS = {
    "cs": "Computer Science",
    "q-bio": "Biology",
    "econ": "Economics",
    "eess": "Engineering",
    "stat": "Mathematics",
    "math": "Mathematics",
}
_OTHER = "Physics"
"""MAG's field by the archive of the primary category, and of all other archives."""

_YEAR = re.compile(r"([0-9]{4})-")


@dataclass(frozen=True)
class Paper:
    """A row: ``doi`` is as it stands, the white space of title and abstract is folded."""

    arxiv_id: str
    title: str | None
    abstract: str | None
    year: int
    field: str
    venue: str
    doi: str | None


def read_table(path: str | Path, account: Account) -> Iterator[Paper]:
    """Yield the papers of a file in order; quarantine the rows that cannot be used.

    Raises UserError where the file is no whole .xz, is no table, or lacks a column.
    """
    name = Path(path).name
    try:
        with lzma.open(path, "rt", encoding="utf-8", errors="surrogateescape", newline="") as file:
            table = csv.reader(file, delimiter="\t")
            header = next(table, [])
            if missing := [column for column in COLUMNS if column not in header]:
                raise _refuse(path, f"It has no column {', '.join(missing)}")
            places = [header.index(column) for column in COLUMNS]
            for number, cells in enumerate(table, 1):
                if len(cells) != len(header):
                    account.quarantine(name, number, "column_count", "\t".join(cells))
                    continue
                paper = _read_row([cells[place] for place in places])
                if isinstance(paper, str):
                    account.quarantine(name, number, paper, "\t".join(cells))
                else:
                    yield paper
    except (lzma.LZMAError, EOFError, csv.Error) as error:
        raise _refuse(path, f"It cannot be read to its end: {error}") from error


def _read_row(cells: list[str]) -> Paper | str:
    """Return the paper of the cells of ``COLUMNS``, or what is wrong with them."""
    if not all(cell.isascii() for cell in cells) and not _is_text("".join(cells)):
        return "invalid_utf8"
    arxiv_id, title, abstract, created, doi, categories, primary = cells
    year = _YEAR.match(created)
    if not arxiv_id or not categories or not primary:
        return "missing_key"
    if year is None:
        return "no_year"
    return Paper(
        arxiv_id=arxiv_id,
        title=fold_spaces(title),
        abstract=fold_spaces(abstract),
        year=int(year[1]),
        field=_FIELDS.get(primary.partition(".")[0], _OTHER),
        venue=f"arXiv:{categories.split(',')[0].strip()}",
        doi=doi or None,
    )


def _is_text(text: str) -> bool:
    """Say whether all bytes of ``text`` were UTF-8."""
    return not any("\udc80" <= character <= "\udcff" for character in text)


def _refuse(path: str | Path, what: str) -> UserError:
    hint = "Delete it: it is downloaded again."
    return UserError(Problem(f"{what}.", str(path), hint))
