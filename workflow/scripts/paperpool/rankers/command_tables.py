"""The tables that the command of a ranker reads: queries and their candidates, without grades."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.io.files import blank_controls, write_text
from paperpool.io.tables import CANDIDATE_TEXTS, QUERY_TEXTS, write_table


def query_table(collection: Collection) -> pa.Table:
    """Return a row per topic, schema QUERY_TEXTS, sorted by query and facet."""
    rows = [
        (*_topic(collection, query, part), *_texts(collection, query, part))
        for query, part in collection.pairs()
    ]
    return _table(rows, QUERY_TEXTS)


def candidate_table(collection: Collection) -> pa.Table:
    """Return a row per topic and candidate to rank, schema CANDIDATE_TEXTS, sorted by all ids."""
    rows = [
        (*_topic(collection, query, part), candidate, *_texts(collection, candidate, part))
        for query, part in collection.pairs()
        for candidate in collection.rankable(query, part)
    ]
    return _table(rows, CANDIDATE_TEXTS)


def _topic(collection: Collection, query: str, part: str) -> tuple[str, str]:
    """Return the query and its part; of a collection whose topics have ids of their own, the id."""
    if isinstance(collection, OpenCollection):
        return collection.names[query, part], ""
    return query, collection.part_name(part)


def _texts(collection: Collection, paper_id: str, part: str) -> tuple[str, str, str]:
    paper = collection.papers[paper_id]
    return paper.title, paper.abstract, collection.part_text(paper_id, part)


def _table(rows: Sequence[tuple[str, ...]], schema: pa.Schema) -> pa.Table:
    return pa.table([list(column) for column in zip(*rows, strict=True)], schema=schema)


def write_tsv(path: str | Path, table: pa.Table) -> None:
    """Write a table of texts, a header line first; nothing is quoted, and no text has a tab."""
    columns = [map(blank_controls, column.to_pylist()) for column in table.columns]
    lines = [table.column_names, *zip(*columns, strict=True)]
    write_text(path, "".join("\t".join(line) + "\n" for line in lines))


WRITERS: dict[str, tuple[Callable[[Collection], pa.Table], Callable[[Path, pa.Table], None]]] = {
    "queries": (query_table, write_table),
    "queries_tsv": (query_table, write_tsv),
    "candidates": (candidate_table, write_table),
    "candidates_tsv": (candidate_table, write_tsv),
}
"""What makes and what writes the file of each placeholder."""
