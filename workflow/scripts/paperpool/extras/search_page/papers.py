"""The searched papers: texts, filters and titles on the disk, in rows sorted by id."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.extras.search_page.model import Filters
from paperpool.io.mapped_files import SortedTexts, map_array, map_table, read_mapped, writing_mapped
from paperpool.io.tables import BATCH_ROWS, PAPERS
from paperpool.workflow.corpus.database import Database, connect
from paperpool.workflow.corpus.keys import abstract_key, title_key
from paperpool.workflow.corpus.public_ids import COLUMNS
from paperpool.workflow.corpus.released_rows import read_authors, read_stated

_OF_CORPUS = [field for field in PAPERS if field.name != "n_outbound"]
SCHEMA = pa.schema(_OF_CORPUS).append(pa.field("authors", pa.list_(pa.string())))
_STORED = SCHEMA.append(pa.field("is_added", pa.bool_()))
"""``is_added``: the collection has the paper, and the corpus lacks it."""

PAPERS_FILE = "papers.arrow"
KEYS = {"title": title_key, "abstract": abstract_key}
"""The key of equal texts, by its column."""


_STATED = ("year", *COLUMNS, "venue")


def _select_joined(name: str) -> str:
    """Return the SQL of a column of the papers that the corpus has."""
    if name in _STATED:
        return f"coalesce(corpus.{name}, collection.{name}) AS {name}"
    return f"corpus.{name}"


_SORT = f"""
SELECT
    {", ".join(_select_joined(field.name) for field in _OF_CORPUS)},
    collection.authors, false AS is_added
FROM corpus LEFT JOIN collection USING (paper_id)
UNION ALL BY NAME
SELECT {", ".join(SCHEMA.names)}, true AS is_added FROM collection ANTI JOIN corpus USING (paper_id)
ORDER BY paper_id
"""


def connect_sorting(folder: Path) -> AbstractContextManager[Database]:
    """Return a database with the resources for sorting; beyond the memory it goes to the disk."""
    return connect(memory_limit="1GB", temp_directory=folder / "sorting", threads=2)


def store_papers(files: Sequence[Path], collection: Collection | None, folder: Path) -> None:
    """Write the papers of ``files``, and those of a collection that these lack, to ``folder``.

    Facts that the corpus lacks (``_STATED``, authors) are the collection's. Memory holds
    the collection and what ``connect_sorting`` may take.
    """
    rows = []
    for paper_id, paper in list_papers(collection).items():
        rows.append(_row_of_collection(paper_id, paper))

    with (
        connect_sorting(folder) as database,
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
    """Return the papers of a collection that can be found, not those that are queries alone."""
    if not collection:
        return {}
    return {paper_id: collection.papers[paper_id] for paper_id in collection.documents}


def _row_of_collection(paper_id: str, paper: Paper | PlainPaper) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(SCHEMA.names)
    row["paper_id"] = paper_id
    row["title"] = paper.title
    row["abstract"] = paper.abstract
    if isinstance(paper, Paper):
        row["year"] = paper.year
        row["authors"] = read_authors(paper.metadata)
        row |= read_stated(paper.metadata)
    return row


def _store_keys(folder: Path) -> None:
    """Write the keys of titles and abstracts, row by row; 0 for texts without one."""
    for column, find_key in KEYS.items():
        keys = (find_key(text) or 0 for text in read_column(folder, column))
        np.save(folder / f"{column}-keys.npy", np.fromiter(keys, np.uint64))


def read_column(folder: Path, column: str) -> Iterator[str | None]:
    """Yield the texts of a column of the stored papers, row by row."""
    for batch in read_mapped(folder / PAPERS_FILE, [column]):
        yield from batch.column(0).to_pylist()


def read_texts(folder: Path) -> Iterator[str]:
    """Yield title and abstract of the stored papers, row by row."""
    for batch in read_mapped(folder / PAPERS_FILE, ["title", "abstract"]):
        titles = batch["title"].to_pylist()
        abstracts = batch["abstract"].to_pylist()
        for title, abstract in zip(titles, abstracts, strict=True):
            yield f"{title or ''} {abstract or ''}"


Rows = NDArray[np.int64]


class Papers:
    """The papers of a folder that ``store_papers`` wrote, as memory maps."""

    def __init__(self, folder: Path):
        stored = map_table(folder / PAPERS_FILE)
        self._table = stored.select(SCHEMA.names)
        self._is_added = stored["is_added"]
        self.ids = SortedTexts(stored["paper_id"])
        self._keys = {column: map_array(folder / f"{column}-keys.npy") for column in KEYS}

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def added(self) -> list[str]:
        """The ids of the papers of the run's collection that its corpus lacks, sorted."""
        return self._table["paper_id"].filter(self._is_added).to_pylist()

    def at(self, row: int) -> dict[str, Any]:
        """Return the columns of a paper: those of ``SCHEMA``."""
        return self._table.slice(row, 1).to_pylist()[0]

    def sample(self, n: int = 8) -> list[int]:
        """Return the rows of at most ``n`` papers with a title and an abstract, evenly apart."""
        rows = np.linspace(0, len(self), min(n, len(self)), endpoint=False, dtype=int).tolist()
        with_text = []
        for row in rows:
            paper = self.at(row)
            if paper["title"] and paper["abstract"]:
                with_text.append(row)
        return with_text

    def with_value(self, column: str, values: Iterable[str]) -> list[int]:
        """Return the rows whose ``column`` is one of ``values`` (lower case) in any case.

        The column is read in parts: an index of each would take memory for rare questions.
        """
        wanted = pa.array(values, pa.string())
        found = []
        start = 0
        for chunk in self._table[column].chunks:
            is_wanted = pc.is_in(pc.utf8_lower(chunk), value_set=wanted)
            found += (np.flatnonzero(is_wanted) + start).tolist()
            start += len(chunk)
        return found

    def has_any(self, column: str) -> bool:
        """Return whether any paper has a value in ``column``."""
        return self._table[column].null_count < len(self)

    def rows(self, ids: Iterable[str]) -> Rows:
        """Return the rows of those of ``ids`` that are here, sorted."""
        rows = []
        for paper_id in set(ids):
            row = self.ids.find(paper_id)
            if row is not None:
                rows.append(row)
        return np.array(sorted(rows), np.int64)

    def rows_of_many(self, ids: Sequence[str] | pa.Array) -> Rows:
        """Return the row of each of ``ids``, -1 if unknown; faster than many single look-ups."""
        wanted = pa.array(ids, pa.string())
        rows = np.full(len(wanted), -1, np.int64)
        start = 0
        for chunk in self._table["paper_id"].chunks:
            places = pc.index_in(chunk, value_set=wanted)
            here = places.is_valid().to_numpy(zero_copy_only=False)
            rows[places.drop_null().to_numpy()] = start + np.flatnonzero(here)
            start += len(chunk)
        return rows

    @cached_property
    def _years(self) -> NDArray[np.float64]:
        return self._table["year"].to_numpy().astype(np.float64)  # NaN where there is none

    @cached_property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year, if known."""
        known = self._years[~np.isnan(self._years)]
        if not len(known):
            return None
        return int(known.min()), int(known.max())

    @cached_property
    def _listed_fields(self) -> tuple[Rows, pa.Array]:
        """The row and the name of each field that a paper has."""
        lists = self._table["fields"].combine_chunks()
        return pc.list_parent_indices(lists).to_numpy(), pc.list_flatten(lists)

    @cached_property
    def fields(self) -> tuple[tuple[str, int], ...]:
        """Each field and its number of papers, the most frequent first."""
        _, names = self._listed_fields
        counts = []
        for pair in pc.value_counts(names).to_pylist():
            counts.append((pair["values"], pair["counts"]))
        return tuple(sorted(counts, key=lambda pair: (-pair[1], pair[0])))

    def passing(self, filters: Filters) -> NDArray[np.bool_]:
        """Return whether each paper passes; one without a year passes no limit of years."""
        passes = np.ones(len(self), bool)
        if filters.year_from is not None:
            passes &= self._years >= filters.year_from
        if filters.year_to is not None:
            passes &= self._years <= filters.year_to
        if filters.fields:
            rows, names = self._listed_fields
            accepted = pc.is_in(names, value_set=pa.array(filters.fields, pa.string()))
            of_fields = np.zeros(len(self), bool)
            of_fields[rows[accepted.to_numpy(zero_copy_only=False)]] = True
            passes &= of_fields
        return passes

    def with_title(self, title: str) -> Rows:
        """Return the rows of the papers with this title, normalised as for twins."""
        return self._with_key("title", title)

    def like_pasted(self, title: str, abstract: str) -> Rows:
        """Return the rows of the papers that a pasted one is a twin of (``corpus.keys``)."""
        found = [self.with_title(title), self._with_key("abstract", abstract)]
        return np.unique(np.concatenate(found))

    def _with_key(self, column: str, text: str) -> Rows:
        key = KEYS[column](text)
        if key is None:
            return np.zeros(0, np.int64)
        return np.flatnonzero(self._keys[column] == np.uint64(key))
