"""The schemas of the workflow's tables, and reading and writing them in batches.

Parquet metadata holds no times or paths, so equal rows give equal bytes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.io.csv_rows import defuse
from paperpool.io.files import write_text, writing
from paperpool.io.parquet_files import read_whole, reading, writing_parquet

if TYPE_CHECKING:  # not needed to write a frame, and slow to import for those that write none
    import pandas as pd

BATCH_ROWS = 16_384
"""Rows that are read at once."""

TEXT = pa.string()
TEXTS = pa.list_(pa.string())
WHOLE = pa.int32()
LONG = pa.int64()
REAL = pa.float64()


def make_schema(texts: str, **others: pa.DataType) -> pa.Schema:
    """Return a schema: first columns of texts, by their names, then those of other types."""
    fields = [(name, TEXT) for name in texts.split()]
    fields += others.items()
    return pa.schema(fields)


PAPERS = make_schema(
    "paper_id title abstract",
    year=WHOLE,
    fields=TEXTS,
    arxiv_id=TEXT,
    acl_id=TEXT,
    doi=TEXT,
    venue=TEXT,
    n_outbound=WHOLE,
    n_inbound=WHOLE,
)
"""A paper; the corpus stage appends one boolean column ``in_<filter>`` per filter."""

CITATIONS = make_schema("citing_id cited_id")

TWINS = make_schema("paper_id twin_of")

QUARANTINE = make_schema("shard", line=LONG, reason=TEXT, key=TEXT, text=TEXT)
"""A row that could not be read; ``key`` is the missing one where that is the reason, else null."""

RUN = make_schema("query_id facet candidate_id", score=REAL, rank=WHOLE)

QUERY_TEXTS = make_schema("query_id facet title abstract facet_text")
"""The input of the command of a ranker; ``facet_text`` are the sentences of the facet."""

CANDIDATE_TEXTS = QUERY_TEXTS.insert(2, pa.field("candidate_id", TEXT))
"""The same of the candidates of each query."""

POOL_RUN = make_schema("query_id candidate_id", score=REAL, rank=WHOLE)
"""A ranking of a corpus for each query paper: pools know no facets."""

POOL_TOKENS = make_schema("paper_id", title=pa.list_(WHOLE), abs=pa.list_(WHOLE))
"""The tokens of a paper's title and abstract, as rows of POOL_WORDS (from 0)."""

POOL_WORDS = make_schema("word", n_title=LONG, n_abs=LONG)
"""A token and the number of titles and of abstracts that hold it."""

TERM_WORDS = make_schema("word")
"""A term (a stem), at the row that is its number."""

WORD_VECTORS = make_schema("word", vector=pa.list_(pa.float32(), 200))

POOLS = make_schema("query_id candidate_id", sources=TEXTS, drawn_by=TEXT, position=WHOLE)
"""A candidate of a pool: the sources that hold it, the one that gave it, its place (from 1)."""

TRIPLES = make_schema("query_id positive_id negative_id negative")
"""The training examples of an encoder: a paper, a cited one, and one not cited (hard or easy)."""

PAPER_TEXTS = make_schema("paper_id title abstract")

CITATION_QUERIES = make_schema("query_id cited_id")
"""The test examples of a trained encoder: the citations of papers that were put aside."""

ANNOTATOR_GRADES = make_schema("query_id facet candidate_id annotator", grade=WHOLE, settled=WHOLE)
"""A grade of one of a candidate's two annotators, and the settled grade or null."""

FURTHER_GRADES = make_schema("name query_id facet candidate_id", grade=WHOLE)
"""Grades of further annotators, by the name that the configuration gives them."""

SENTENCES = make_schema(
    "paper_id", sentence_id=WHOLE, text=TEXT, facet=TEXT, probability=pa.float32()
)
"""A sentence of an abstract (from 0), the facet that it was given and the probability of that."""

MDCR_QUERIES = make_schema("level split field query_id", year=WHOLE)
"""A query of MDCR; its field is null at dataset level."""

MDCR_CITED = make_schema("query_id cited_id", in_corpus=pa.bool_())
"""Whom a query cites; ``in_corpus``: in the prefiltered set, and no other id of the query."""

MDCR_PAPERS = make_schema("paper_id title abstract", year=WHOLE)
"""A paper of a pool, or a query: each has a year. Its row, from 0, stands for it elsewhere."""

MDCR_POOLS = make_schema("level split part", sampling=WHOLE, row=WHOLE)
"""A paper of a pool; ``part`` is the size of the pool or its field."""

MDCR_GRAPH = make_schema("query_id candidate_id via_id", overlap=REAL, position=WHOLE)
"""A graph neighbour of a query: the cited paper it is a neighbour of, and that one's overlap."""

MDCR_RUN = make_schema(
    "split part", sampling=WHOLE, query_id=TEXT, candidate_id=TEXT, score=REAL, rank=WHOLE
)
"""A ranking of a large pool for each of its queries."""

MDCR_PROVENANCE = make_schema(
    "split field query_id candidate_id type",
    rank=WHOLE,
    via_id=TEXT,
    overlap=REAL,
    n_citations=WHOLE,
)
"""A candidate's origin: its rank in the model, or the cited paper it neighbours, and overlap."""

PER_QUERY = make_schema("benchmark protocol split ranker slice query_id metric", value=REAL)

COLLECTION_PAPERS = make_schema(
    "paper_id title abstract", sentences=TEXTS, labels=TEXTS, is_question=pa.bool_()
)
"""A document or query of a user's collection; sentences are null without labels."""

COLLECTION_VOTES = make_schema("topic_id candidate_id judge", vote=WHOLE)
"""The grade that one of several judges gave a document, beside the grade that all of them make."""

COLLECTION_QUARANTINE = make_schema("shard", line=LONG, reason=TEXT, text=TEXT)
"""A row of a user's collection that could not be used; ``shard`` is its file."""

COLLECTION_TOPICS = make_schema("topic_id paper_id part")
"""A topic: the query paper, and its part ("" for collections without parts)."""

COLLECTION_GRADES = make_schema("topic_id candidate_id", grade=WHOLE, is_candidate=pa.bool_())
COLLECTION_DECIMALS = make_schema("topic_id candidate_id", grade=REAL, is_candidate=pa.bool_())
"""A collection with decimal grades; unjudged candidates (of candidate lists) have null."""


@contextlib.contextmanager
def writing_table(path: str | Path, schema: pa.Schema) -> Iterator[pq.ParquetWriter]:
    """Yield a parquet writer for ``schema``; the file appears when the block succeeds."""
    with writing(path) as part, writing_parquet(part, schema) as writer:
        yield writer


def write_table(path: str | Path, table: pa.Table) -> None:
    """Write one table in memory to ``path``."""
    with writing_table(path, table.schema) as writer:
        writer.write_table(table)


def write_rows(path: str | Path, rows: Iterable[Sequence[object]], schema: pa.Schema) -> None:
    """Write rows, each with a value for every column of ``schema``, as one table."""
    write_table(path, make_table(rows, schema))


def make_table(rows: Iterable[Sequence[object]], schema: pa.Schema) -> pa.Table:
    """Return rows, each with a value for every column of ``schema``, as one table."""
    listed = list(rows)
    columns = list(zip(*listed, strict=True)) if listed else [()] * len(schema)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def format_csv(frame: pd.DataFrame) -> str:
    """Return a frame as CSV without its index, values unrounded, missing ones empty."""
    return frame.to_csv(index=False, lineterminator="\n")


def write_csv(path: str | Path, frame: pd.DataFrame) -> None:
    """Write a frame as CSV (``format_csv``)."""
    write_text(path, format_csv(frame))


def list_records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame, by the names of its columns."""
    return frame.to_dict("records")


def defuse_texts(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose texts no spreadsheet takes for formulas (``csv_rows.defuse``)."""
    frame = frame.copy(deep=False)
    for name, column in frame.items():
        if column.dtype.kind != "O":
            continue
        texts = {cell for cell in column if isinstance(cell, str)}
        if any(defuse(text) != text for text in texts):
            frame[name] = column.map(lambda cell: defuse(cell) if isinstance(cell, str) else cell)
    return frame


def read_batches(
    paths: Iterable[str | Path], columns: list[str] | None = None, rows: int = BATCH_ROWS
) -> Iterator[pa.RecordBatch]:
    """Yield the batches of parquet files, at most ``rows`` rows each; UserError for damage.

    Memory holds a row group: what ``pre_buffer`` reads would stay until the end of the file.
    """
    for path in paths:
        with reading(path), pq.ParquetFile(path, pre_buffer=False) as file:
            yield from file.iter_batches(batch_size=rows, columns=columns)


def read_table(path: str | Path, schema: pa.Schema) -> pa.Table:
    """Return a table of exactly these columns that the workflow wrote; UserError for another."""
    with reading(path):
        if not pq.read_schema(path).equals(schema):
            raise pa.ArrowInvalid(f"its columns are not {', '.join(schema.names)}")
        table = read_whole(path)
        table.validate(full=True)
        return table


def list_texts(papers: pa.RecordBatch) -> list[tuple[str, str]]:
    """Return title and abstract of each of a batch of papers; a null one is empty."""
    titles = papers["title"].to_pylist()
    abstracts = papers["abstract"].to_pylist()
    return [(title or "", text or "") for title, text in zip(titles, abstracts, strict=True)]
