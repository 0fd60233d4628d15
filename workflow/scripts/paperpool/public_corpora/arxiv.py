"""arXiv: the papers of some categories as S2ORC metadata, without citations.

The tables ``<category>.tsv.xz`` (R. S. Geiger's arXiv archive, Zenodo 1463242) have every paper
posted or cross-posted to a category: tab-separated UTF-8 with a header. They are read twice, for
the draw and for the rows, so that memory holds all ids but only one shard.
"""

from __future__ import annotations

import contextlib
import csv
import lzma
import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import orjson

from paperpool.errors import Problem, UserError
from paperpool.io.files import temporary_folder
from paperpool.public_corpora.metadata import (
    Account,
    Row,
    fold_spaces,
    format_row,
    write_accounts,
    write_shards,
)

FIRST_ID = 9_000_000_000
N_SHARDS = 8


def write_arxiv(tables: Sequence[str | Path], folder: str | Path) -> None:
    """Write the corpus of some tables below ``folder``: shards and counts.

    The row at place j of the draw has id ``FIRST_ID`` + j and stands in shard j mod ``N_SHARDS``. A
    paper counts once, in the first table by name. Raises UserError for an unreadable table.
    """
    tables = sorted(tables, key=lambda table: Path(table).name)
    account = Account()
    fields: dict[str, str] = {}
    for paper in _read_all(tables, account):
        if paper.arxiv_id in fields:
            account.dropped["repeated"] += 1
        else:
            fields[paper.arxiv_id] = paper.field

    by_field = defaultdict(list)
    for arxiv_id, field in fields.items():
        by_field[field].append(arxiv_id)
    places = {arxiv_id: place for place, arxiv_id in enumerate(draw_papers(by_field))}
    account.kept = len(places)
    account.dropped["not_drawn"] = len(fields) - len(places)

    # the second reading: rows go to their shard's file, which is sorted when it is written
    Path(folder).mkdir(parents=True, exist_ok=True)
    with temporary_folder(folder, ".rows-") as rows:
        _spread_rows(_read_all(tables, Account()), places, rows)
        write_shards(folder, (_read_rows(rows / str(shard)) for shard in range(N_SHARDS)))
    sizes = Counter(fields.values())
    write_accounts({"papers": account}, {"papers_by_field": dict(sorted(sizes.items()))}, folder)


def _read_all(tables: Sequence[str | Path], account: Account) -> Iterator[Paper]:
    return chain.from_iterable(read_table(table, account) for table in tables)


def _spread_rows(papers: Iterable[Paper], places: dict[str, int], folder: Path) -> None:
    """Write the first row of each drawn paper to the file of its shard, after its place."""
    left = dict(places)
    with contextlib.ExitStack() as stack:
        files = []
        for shard in range(N_SHARDS):
            files.append(stack.enter_context((folder / str(shard)).open("wb")))
        for paper in papers:
            place = left.pop(paper.arxiv_id, None)
            if place is not None:
                row = orjson.dumps(format_row(FIRST_ID + place, **vars(paper)))
                files[place % N_SHARDS].write(b"%010d %b\n" % (place, row))


def _read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a shard's file in the order of their places."""
    with path.open("rb") as file:
        lines = sorted(file)
    for line in lines:
        yield orjson.loads(line[11:])


SEED = 20200705

MOST = {"Mathematics": 12_000, "Physics": 12_000}
"""Papers of a field at most, if the source has more; of other fields all are there."""


def draw_papers(by_field: Mapping[str, Collection[str]]) -> list[str]:
    """Return the arXiv ids of the corpus in its order.

    Fields in the order of names, sorted by id, are cut to ``MOST`` by a draw; then all are shuffled
    by the same generator, so other papers in the source mean another order.
    """
    generator = random.Random(SEED)
    chosen: list[str] = []
    for field, ids in sorted(by_field.items()):
        ordered = sorted(ids)
        most = MOST.get(field, len(ordered))
        if len(ordered) > most:
            ordered = generator.sample(ordered, most)
        chosen += ordered

    generator.shuffle(chosen)
    return chosen


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
    """A row, by the names of ``format_row``: ``doi`` as it stands, texts with folded spaces."""

    arxiv_id: str
    title: str | None
    abstract: str | None
    year: int
    field: str
    venue: str
    doi: str | None


def read_table(path: str | Path, account: Account) -> Iterator[Paper]:
    """Yield the papers of a file in order, quarantine bad rows; UserError for another file."""
    name = Path(path).name
    try:
        with lzma.open(path, "rt", encoding="utf-8", errors="surrogateescape", newline="") as file:
            table = csv.reader(file, delimiter="\t")
            header = next(table, [])
            missing = [column for column in COLUMNS if column not in header]
            if missing:
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
    """Return the paper of the cells of ``COLUMNS``, or their fault."""
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
    """Return whether all bytes of ``text`` were UTF-8."""
    return not any("\udc80" <= character <= "\udcff" for character in text)


def _refuse(path: str | Path, message: str) -> UserError:
    hint = "Delete it: it is downloaded again."
    return UserError(Problem(f"{message}.", str(path), hint))
