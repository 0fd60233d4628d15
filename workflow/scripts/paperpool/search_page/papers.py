"""The papers that are searched, in memory: texts, filters, titles and sentences.

Rows are in the order of their ids, so the smaller of two rows is the smaller id: wherever equal
scores are ordered by row, they are ordered by id.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.corpus.keys import abstract_key, title_key
from paperpool.search_page.model import Filters, Sentence
from paperpool.tables import PAPERS
from paperpool.text.sentences import split_sentences

Rows = NDArray[np.int64]

_COLUMNS = [name for name in PAPERS.names if name != "n_outbound"]

_PART = 2**18
"""Rows that are searched at a time for an id of another site."""

_LARGE = pa.schema(
    [pa.field(f.name, pa.large_string() if f.type == pa.string() else f.type) for f in PAPERS]
)
"""PAPERS with offsets that a large corpus in one array does not overflow."""


class Papers:
    """The papers of a run's corpus, and those of its collection that the corpus lacks.

    Of a collection those that can be found: not what only asks.

    ``added`` are the ids of the latter, sorted. Memory holds every text once.
    """

    def __init__(self, files: Sequence[Path], collection: Collection | None):
        schema = pa.schema([_LARGE.field(name) for name in _COLUMNS])
        parts = [pq.read_table(file, columns=_COLUMNS).cast(schema) for file in files]
        corpus = pa.concat_tables([schema.empty_table(), *parts])
        del parts
        found = [] if collection is None else collection.documents
        self._collection = {i: collection.papers[i] for i in found}
        held = pc.is_in(
            pa.array(sorted(self._collection), pa.large_string()), value_set=corpus["paper_id"]
        )
        self.added = [
            i
            for i, known in zip(sorted(self._collection), held.to_pylist(), strict=True)
            if not known
        ]
        rows = [self._row_of_collection(paper_id) for paper_id in self.added]
        table = pa.concat_tables([corpus, pa.Table.from_pylist(rows, schema)])
        del corpus
        self._table = table.take(pc.sort_indices(table["paper_id"])).combine_chunks()
        ids = self._table["paper_id"].to_pylist()
        self.row = {paper_id: row for row, paper_id in enumerate(ids)}
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    def _row_of_collection(self, paper_id: str) -> dict[str, Any]:
        paper = self._collection[paper_id]
        return {
            **dict.fromkeys(_COLUMNS),
            "paper_id": paper_id,
            "title": paper.title,
            "abstract": paper.abstract,
            "year": paper.year if isinstance(paper, Paper) else None,
        }

    def at(self, row: int) -> dict[str, Any]:
        """Return the columns of a paper: those of ``tables.PAPERS`` but for ``n_outbound``."""
        return self._table.slice(row, 1).to_pylist()[0]

    def texts(self) -> list[str]:
        """Return title and abstract of every paper."""
        columns = (self._table[name].to_pylist() for name in ("title", "abstract"))
        return [f"{title or ''} {abstract or ''}" for title, abstract in zip(*columns, strict=True)]

    def titles(self) -> list[str]:
        """Return the title of every paper."""
        return [title or "" for title in self._table["title"].to_pylist()]

    def with_value(self, column: str, values: Iterable[str]) -> list[int]:
        """Return the rows whose ``column`` is one of ``values`` (lower case), ascending.

        Upper and lower case are the same. The column is read through, a part at a time: an index
        of every such column would take memory for what is seldom asked.
        """
        wanted = pa.array(values, pa.large_string())
        found = []
        for start in range(0, len(self), _PART):
            part = pc.utf8_lower(self._table[column].slice(start, _PART))
            found += (np.flatnonzero(pc.is_in(part, value_set=wanted)) + start).tolist()
        return found

    def has_any(self, column: str) -> bool:
        """Tell whether any paper has a value in ``column``."""
        return self._table[column].null_count < len(self)

    def rows(self, ids: Iterable[str]) -> Rows:
        """Return the rows of those of ``ids`` that are here, sorted."""
        return np.array(sorted(self.row[i] for i in set(ids) if i in self.row), np.int64)

    @cached_property
    def _years(self) -> NDArray[np.float64]:
        return self._table["year"].to_numpy().astype(np.float64)  # NaN where there is none

    @cached_property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year; None where no paper has one."""
        known = self._years[~np.isnan(self._years)]
        return (int(known.min()), int(known.max())) if len(known) else None

    @cached_property
    def _rows_of_field(self) -> dict[str, Rows]:
        lists = self._table["fields"].combine_chunks()
        parents = pc.list_parent_indices(lists).to_numpy()
        encoded = pc.list_flatten(lists).dictionary_encode()
        numbers = encoded.indices.to_numpy()
        names = encoded.dictionary.to_pylist()
        rows = {name: np.unique(parents[numbers == i]) for i, name in enumerate(names)}
        return {name: rows[name] for name in sorted(rows, key=lambda n: (-len(rows[n]), n))}

    @property
    def fields(self) -> tuple[tuple[str, int], ...]:
        """Each field and its number of papers, the most frequent first."""
        return tuple((name, len(rows)) for name, rows in self._rows_of_field.items())

    def passing(self, filters: Filters) -> NDArray[np.bool_]:
        """Tell of each paper whether it passes; one without a year passes no limit of years."""
        passes = np.ones(len(self), bool)
        if filters.year_from is not None:
            passes &= self._years >= filters.year_from
        if filters.year_to is not None:
            passes &= self._years <= filters.year_to
        if filters.fields:
            of_fields = np.zeros(len(self), bool)
            for name in filters.fields:
                of_fields[self._rows_of_field.get(name, [])] = True
            passes &= of_fields
        return passes

    @cached_property
    def _title_keys(self) -> _Keys:
        return _Keys(map(title_key, self.titles()))

    @cached_property
    def _abstract_keys(self) -> _Keys:
        return _Keys(map(abstract_key, self._table["abstract"].to_pylist()))

    def with_title(self, title: str) -> Rows:
        """Return the rows of the papers with this title, normalised as for twins."""
        return self._title_keys.find(title_key(title))

    def like_pasted(self, title: str, abstract: str) -> Rows:
        """Return the rows of the papers that a pasted one is a twin of (``corpus.keys``)."""
        found = [self.with_title(title), self._abstract_keys.find(abstract_key(abstract))]
        return np.unique(np.concatenate(found))


class _Keys:
    """Finds the rows of equal keys; a key may be None, and is not found."""

    def __init__(self, keys: Iterable[int | None]):
        pairs = [(key, row) for row, key in enumerate(keys) if key is not None]
        keys_of_rows = np.array([key for key, _ in pairs], np.uint64)
        order = np.argsort(keys_of_rows, kind="stable")
        self._keys = keys_of_rows[order]
        self._rows = np.array([row for _, row in pairs], np.int64)[order]

    def find(self, key: int | None) -> Rows:
        if key is None:
            return np.zeros(0, np.int64)
        first, last = (np.searchsorted(self._keys, np.uint64(key), s) for s in ("left", "right"))
        return self._rows[first:last]


class Sentences:
    """The sentences of the papers: the collection's, the labelled ones, else split and unlabelled.

    The labels of a collection are those that its queries were judged by.
    """

    def __init__(self, files: Sequence[Path], papers: Papers, collection: Collection | None):
        self._papers = papers
        self._collection = {} if collection is None else collection.papers
        names = ["paper_id", "text", "facet"]
        parts = [pq.read_table(file, columns=names) for file in files]
        table = pa.concat_tables(parts) if parts else None
        self._starts = np.zeros(len(papers) + 1, np.int64)
        self._counts = np.zeros(len(papers) + 1, np.int64)
        if table is None:
            return
        of = pc.index_in(
            table["paper_id"].cast(pa.large_string()), pa.array(papers.ids, pa.large_string())
        )
        # a paper that is not searched gets the row past the last; a paper's sentences are together
        rows = pc.fill_null(of, len(papers)).to_numpy()
        begins = np.flatnonzero(np.diff(rows, prepend=-1))
        self._starts[rows[begins]] = begins
        self._counts[rows[begins]] = np.diff(begins, append=len(rows))
        self._texts = table["text"]
        self._facets = table["facet"].dictionary_encode()

    def __bool__(self) -> bool:
        """Whether any paper's sentences have labels."""
        parted = any(isinstance(paper, Paper) for paper in self._collection.values())
        return parted or bool(self._counts[:-1].any())

    def of(self, row: int) -> tuple[Sentence, ...]:
        """Return the sentences of the paper at ``row``; none where it has no abstract."""
        paper = self._collection.get(self._papers.ids[row])
        if paper is not None:
            return sentences_of(paper)
        if count := int(self._counts[row]):
            start = int(self._starts[row])
            texts = self._texts.slice(start, count).to_pylist()
            facets = self._facets.slice(start, count).to_pylist()
            return tuple(map(Sentence, texts, facets))
        return tuple(map(Sentence, split_sentences(self._papers.at(row)["abstract"] or "")))


def sentences_of(paper: Paper | PlainPaper) -> tuple[Sentence, ...]:
    """Return the sentences of a collection's paper, with their labels where they have some."""
    if isinstance(paper, Paper):
        return tuple(map(Sentence, paper.sentences, paper.labels))
    return tuple(map(Sentence, paper.sentences))
