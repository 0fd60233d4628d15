"""arXiv: the papers of some categories as S2ORC metadata, without citations.

The tables (``arxiv_tables``) are read twice, once for the draw and once for the rows, which go to
the disk by shard: no more than a shard is in memory, and every id.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import orjson

from paperpool.io.files import temporary_folder
from paperpool.public_corpora.accounts import Account, write_accounts
from paperpool.public_corpora.arxiv_tables import Paper, read_table
from paperpool.public_corpora.metadata import Row, format_row, write_shards

FIRST_ID = 9_000_000_000
N_SHARDS = 8


def write_arxiv(tables: Sequence[str | Path], folder: str | Path) -> None:
    """Write the corpus of some tables below ``folder``: shards and counts.

    The row at place j of the draw has id ``FIRST_ID`` + j and stands in shard j mod ``N_SHARDS``. A
    paper counts once, as the first table has it, in the order of their names. Raises UserError
    where a table cannot be read.
    """
    tables = sorted(tables, key=lambda table: Path(table).name)
    account = Account()
    fields = find_fields(_read_all(tables, account), account)
    by_field = defaultdict(list)
    for arxiv_id, field in fields.items():
        by_field[field].append(arxiv_id)
    places = {arxiv_id: place for place, arxiv_id in enumerate(draw_papers(by_field))}
    account.kept = len(places)
    account.dropped["not_drawn"] = len(fields) - len(places)
    Path(folder).mkdir(parents=True, exist_ok=True)
    with temporary_folder(folder, ".rows-") as rows:
        _spread_rows(_read_all(tables, Account()), places, rows)
        write_shards(folder, (_read_rows(rows / str(s)) for s in range(N_SHARDS)))
    sizes = Counter(fields.values())
    write_accounts({"papers": account}, {"papers_by_field": dict(sorted(sizes.items()))}, folder)


def find_fields(papers: Iterable[Paper], account: Account) -> dict[str, str]:
    """Return the field of each paper by arXiv id; count papers that come again."""
    fields: dict[str, str] = {}
    for paper in papers:
        if paper.arxiv_id in fields:
            account.dropped["repeated"] += 1
        else:
            fields[paper.arxiv_id] = paper.field
    return fields


def make_row(paper: Paper, place: int) -> Row:
    """Return the row of the paper at a place of the draw."""
    return format_row(
        FIRST_ID + place,
        paper.title,
        paper.abstract,
        paper.year,
        paper.field,
        arxiv_id=paper.arxiv_id,
        doi=paper.doi,
        venue=paper.venue,
    )


def _read_all(tables: Sequence[str | Path], account: Account) -> Iterator[Paper]:
    return chain.from_iterable(read_table(table, account) for table in tables)


def _spread_rows(papers: Iterable[Paper], places: dict[str, int], folder: Path) -> None:
    """Write the first row of each drawn paper to the file of its shard, after its place."""
    left = dict(places)
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context((folder / str(s)).open("wb")) for s in range(N_SHARDS)]
        for paper in papers:
            place = left.pop(paper.arxiv_id, None)
            if place is not None:
                row = orjson.dumps(make_row(paper, place))
                files[place % N_SHARDS].write(b"%010d %b\n" % (place, row))


def _read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a shard's file in the order of their places."""
    with path.open("rb") as file:
        lines = sorted(file)
    for line in lines:
        yield orjson.loads(line[11:])


SEED = 20200705

MOST = {"Mathematics": 12_000, "Physics": 12_000}
"""Papers of a field at most, of which the source has more; of other fields all are there."""


def draw_papers(by_field: Mapping[str, Collection[str]]) -> list[str]:
    """Return the arXiv ids of the corpus in its order.

    The fields in the order of their names, each sorted by id as text; of a field that ``MOST``
    bounds as many are drawn; then all are shuffled. One generator does both, so other papers in
    the source mean another draw and another order.
    """
    generator = random.Random(SEED)
    chosen: list[str] = []
    for field, ids in sorted(by_field.items()):
        ordered = sorted(ids)
        most = MOST.get(field, len(ordered))
        chosen += ordered if len(ordered) <= most else generator.sample(ordered, most)
    generator.shuffle(chosen)
    return chosen
