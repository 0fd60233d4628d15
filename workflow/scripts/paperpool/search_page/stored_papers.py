"""The papers that are searched, as files: sorted by their ids, with the keys of their texts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.corpus.database import connect
from paperpool.corpus.keys import abstract_key, title_key
from paperpool.corpus.public_ids import COLUMNS
from paperpool.corpus.released_rows import read_authors, read_stated
from paperpool.io.mapped_files import read_mapped, writing_mapped
from paperpool.io.tables import BATCH_ROWS, PAPERS

_OF_CORPUS = [field for field in PAPERS if field.name != "n_outbound"]
SCHEMA = pa.schema([*_OF_CORPUS, ("authors", pa.list_(pa.string()))])
_STORED = SCHEMA.append(pa.field("is_added", pa.bool_()))
"""``is_added``: the collection has the paper, and the corpus lacks it."""

PAPERS_FILE = "papers.arrow"
KEYS = {"title": title_key, "abstract": abstract_key}
"""What tells that two papers have one text, by its column."""

LENT: Any = {"memory_limit": "1GB", "threads": 2}
"""What sorting takes; beyond the memory it goes to the disk."""

_STATED = ("year", *COLUMNS, "venue")
_KNOWN = {name: f"coalesce(corpus.{name}, collection.{name}) AS {name}" for name in _STATED}
_SORT = f"""
SELECT
    {", ".join(_KNOWN.get(field.name, f"corpus.{field.name}") for field in _OF_CORPUS)},
    collection.authors, false AS is_added
FROM corpus LEFT JOIN collection USING (paper_id)
UNION ALL BY NAME
SELECT {", ".join(SCHEMA.names)}, true AS is_added FROM collection ANTI JOIN corpus USING (paper_id)
ORDER BY paper_id
"""


def store_papers(files: Sequence[Path], collection: Collection | None, folder: Path) -> None:
    """Write the papers of ``files``, and those of a collection that these lack, to ``folder``.

    Rows are sorted by their ids, so the smaller of two rows is the smaller id. What the corpus
    does not know of a paper (``_STATED``, authors) is the collection's. Memory holds LENT,
    and the collection.
    """
    rows = [_row_of_collection(*found) for found in list_papers(collection).items()]
    with (
        connect(temp_directory=folder / "sorting", **LENT) as database,
        writing_mapped(folder / PAPERS_FILE, _STORED) as writer,
    ):
        database.add_table("collection", pa.Table.from_pylist(rows, SCHEMA))
        if files:
            database.add_files("corpus", files)
        else:
            database.add_table("corpus", pa.schema(_OF_CORPUS).empty_table())
        for batch in database.stream(_SORT, rows=BATCH_ROWS):
            writer.write_batch(batch.cast(_STORED))
    (folder / "sorting").rmdir()
    _store_keys(folder)


def list_papers(collection: Collection | None) -> dict[str, Paper | PlainPaper]:
    """Return the papers of a collection that can be found: not what only asks."""
    return {i: collection.papers[i] for i in collection.documents} if collection else {}


def _row_of_collection(paper_id: str, paper: Paper | PlainPaper) -> dict[str, Any]:
    row = dict.fromkeys(SCHEMA.names) | {
        "paper_id": paper_id,
        "title": paper.title,
        "abstract": paper.abstract,
    }
    if isinstance(paper, Paper):
        row |= {"year": paper.year, "authors": read_authors(paper.metadata)}
        row |= read_stated(paper.metadata)
    return row


def _store_keys(folder: Path) -> None:
    """Write the keys of titles and abstracts, sorted, and the rows that have them."""
    for column, find_key in KEYS.items():
        found = (find_key(text) for text in read_column(folder, column))
        pairs = ((key, row) for row, key in enumerate(found) if key is not None)
        both = np.fromiter(pairs, [("key", np.uint64), ("row", np.int32)])
        keys, rows = both["key"], both["row"]
        order = np.argsort(keys, kind="stable")
        np.save(folder / f"{column}-keys.npy", keys[order])
        np.save(folder / f"{column}-rows.npy", rows[order])


def read_column(folder: Path, column: str) -> Iterator[str | None]:
    """Yield the texts of a column of the stored papers, row by row."""
    for batch in read_mapped(folder / PAPERS_FILE, [column]):
        yield from batch.column(0).to_pylist()


def read_texts(folder: Path) -> Iterator[str]:
    """Yield title and abstract of the stored papers, row by row."""
    for batch in read_mapped(folder / PAPERS_FILE, ["title", "abstract"]):
        columns = (column.to_pylist() for column in batch.columns)
        for title, abstract in zip(*columns, strict=True):
            yield f"{title or ''} {abstract or ''}"
