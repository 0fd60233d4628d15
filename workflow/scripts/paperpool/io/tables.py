"""The schemas of the workflow's tables, and reading and writing them in batches.

Every parquet file has one of these schemas and is compressed with zstd. Parquet metadata holds
no times or paths, so equal rows give equal bytes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.io.files import write_text, writing
from paperpool.io.parquet_files import reading, writing_parquet

if TYPE_CHECKING:  # not needed to write a frame, and slow to import for those that write none
    import pandas as pd

BATCH_ROWS = 16_384
"""Rows that are read at once."""

PAPERS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("title", pa.string()),
        ("abstract", pa.string()),
        ("year", pa.int32()),
        ("fields", pa.list_(pa.string())),
        ("arxiv_id", pa.string()),
        ("acl_id", pa.string()),
        ("doi", pa.string()),
        ("venue", pa.string()),
        ("n_outbound", pa.int32()),
        ("n_inbound", pa.int32()),
    ]
)
"""A paper; the corpus stage appends one boolean column ``in_<filter>`` per filter."""

CITATIONS = pa.schema([("citing_id", pa.string()), ("cited_id", pa.string())])

TWINS = pa.schema([("paper_id", pa.string()), ("twin_of", pa.string())])

QUARANTINE = pa.schema(
    [
        ("shard", pa.string()),
        ("line", pa.int64()),
        ("reason", pa.string()),
        ("text", pa.string()),
    ]
)

RUN = pa.schema(
    [
        ("query_id", pa.string()),
        ("facet", pa.string()),
        ("candidate_id", pa.string()),
        ("score", pa.float64()),
        ("rank", pa.int32()),
    ]
)

QUERY_TEXTS = pa.schema(
    [(name, pa.string()) for name in ("query_id", "facet", "title", "abstract", "facet_text")]
)
"""What the command of a ranker reads; ``facet_text`` are the sentences of the facet."""

CANDIDATE_TEXTS = QUERY_TEXTS.insert(2, pa.field("candidate_id", pa.string()))
"""The same of the candidates of each query."""

POOL_RUN = RUN.remove(RUN.get_field_index("facet"))
"""A ranking of a corpus for each query paper: pools know no facets."""

POOL_TOKENS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("title", pa.list_(pa.int32())),
        ("abs", pa.list_(pa.int32())),
    ]
)
"""The tokens of a paper's title and abstract, as rows of POOL_WORDS (from 0)."""

POOL_WORDS = pa.schema([("word", pa.string()), ("n_title", pa.int64()), ("n_abs", pa.int64())])
"""A token and the number of titles and of abstracts that hold it."""

TERM_WORDS = pa.schema([("word", pa.string())])
"""A term (a stem), at the row that is its number."""

WORD_VECTORS = pa.schema([("word", pa.string()), ("vector", pa.list_(pa.float32(), 200))])

POOLS = pa.schema(
    [
        ("query_id", pa.string()),
        ("candidate_id", pa.string()),
        ("sources", pa.list_(pa.string())),
        ("drawn_by", pa.string()),
        ("position", pa.int32()),
    ]
)
"""A candidate of a pool: the sources that hold it, the one that gave it, its place (from 1)."""

TRIPLES = pa.schema(
    [(name, pa.string()) for name in ("query_id", "positive_id", "negative_id", "negative")]
)
"""What an encoder learns from: a paper, one that it cites, one that it does not (hard or easy)."""

PAPER_TEXTS = pa.schema([(name, pa.string()) for name in ("paper_id", "title", "abstract")])

CITATION_QUERIES = pa.schema([("query_id", pa.string()), ("cited_id", pa.string())])
"""What a trained encoder is tested on: the citations of papers that were put aside."""

ANNOTATOR_GRADES = pa.schema(
    [
        *((name, pa.string()) for name in ("query_id", "facet", "candidate_id", "annotator")),
        ("grade", pa.int32()),
        ("settled", pa.int32()),
    ]
)
"""A grade (0-3) of one of a candidate's two annotators, and the settled grade or null."""

FURTHER_GRADES = pa.schema(
    [
        *((name, pa.string()) for name in ("name", "query_id", "facet", "candidate_id")),
        ("grade", pa.int32()),
    ]
)
"""Grades (0-3) of further annotators, by the name that the configuration gives them."""

SENTENCES = pa.schema(
    [
        ("paper_id", pa.string()),
        ("sentence_id", pa.int32()),
        ("text", pa.string()),
        ("facet", pa.string()),
        ("probability", pa.float32()),
    ]
)
"""A sentence of an abstract (from 0), the facet that it was given and the probability of that."""

MDCR_QUERIES = pa.schema(
    [
        *((name, pa.string()) for name in ("level", "split", "field", "query_id")),
        ("year", pa.int32()),
    ]
)
"""A query of MDCR; its field is null at dataset level."""

MDCR_CITED = pa.schema(
    [("query_id", pa.string()), ("cited_id", pa.string()), ("in_corpus", pa.bool_())]
)
"""Whom a query cites; ``in_corpus``: the cited paper is in the prefiltered set, and not the query
under another id."""

MDCR_PAPERS = pa.schema(
    [
        *((name, pa.string()) for name in ("paper_id", "title", "abstract")),
        ("year", pa.int32()),
    ]
)
"""A paper of a pool, or a query: each has a year. Its row, from 0, stands for it elsewhere."""

MDCR_POOLS = pa.schema(
    [
        *((name, pa.string()) for name in ("level", "split", "part")),
        ("sampling", pa.int32()),
        ("row", pa.int32()),
    ]
)
"""A paper of a pool; ``part`` is the size of the pool or its field."""

MDCR_GRAPH = pa.schema(
    [
        *((name, pa.string()) for name in ("query_id", "candidate_id", "via_id")),
        ("overlap", pa.float64()),
        ("position", pa.int32()),
    ]
)
"""A graph neighbour of a query: the cited paper it is a neighbour of, and that one's overlap."""

MDCR_RUN = pa.schema(
    [
        ("split", pa.string()),
        ("part", pa.string()),
        ("sampling", pa.int32()),
        ("query_id", pa.string()),
        ("candidate_id", pa.string()),
        ("score", pa.float64()),
        ("rank", pa.int32()),
    ]
)
"""A ranking of a large pool for each of its queries."""

MDCR_PROVENANCE = pa.schema(
    [
        *((n, pa.string()) for n in ("split", "field", "query_id", "candidate_id", "type")),
        ("rank", pa.int32()),
        ("via_id", pa.string()),
        ("overlap", pa.float64()),
        ("n_citations", pa.int32()),
    ]
)
"""Where a candidate of the benchmark is from: its rank in the model, or the cited paper whose
neighbour it is with that one's overlap coefficient; null where its type has none."""

PER_QUERY = pa.schema(
    [
        ("benchmark", pa.string()),
        ("protocol", pa.string()),
        ("split", pa.string()),
        ("ranker", pa.string()),
        ("slice", pa.string()),
        ("query_id", pa.string()),
        ("metric", pa.string()),
        ("value", pa.float64()),
    ]
)

COLLECTION_PAPERS = pa.schema(
    [
        *((name, pa.string()) for name in ("paper_id", "title", "abstract")),
        ("sentences", pa.list_(pa.string())),
        ("labels", pa.list_(pa.string())),
        ("is_question", pa.bool_()),
    ]
)
"""A document of somebody's collection, or what asks; sentences are null without labels."""

COLLECTION_TOPICS = pa.schema([(name, pa.string()) for name in ("topic_id", "paper_id", "part")])
"""A topic: the paper that asks, and for which part of it ("" where no paper has any)."""

COLLECTION_GRADES = pa.schema(
    [
        ("topic_id", pa.string()),
        ("candidate_id", pa.string()),
        ("grade", pa.int32()),
        ("is_candidate", pa.bool_()),
    ]
)
COLLECTION_DECIMALS = COLLECTION_GRADES.set(2, pa.field("grade", pa.float64()))
"""The same of a collection where a grade is no whole number. In both a grade is null of a candidate
that nobody judged; candidates are those of candidate lists."""


@contextlib.contextmanager
def writing_table(path: str | Path, schema: pa.Schema) -> Iterator[pq.ParquetWriter]:
    """Yield a parquet writer for ``schema``; the file appears when the block succeeds."""
    with writing(path) as part, writing_parquet(part, schema) as writer:
        yield writer


def write_table(path: str | Path, table: pa.Table) -> None:
    """Write one table in memory to ``path``."""
    with writing_table(path, table.schema) as writer:
        writer.write_table(table)


def write_rows(path: str | Path, rows: Iterable[Sequence[Any]], schema: pa.Schema) -> None:
    """Write rows, each with a value for every column of ``schema``, as one table."""
    write_table(path, make_table(rows, schema))


def make_table(rows: Iterable[Sequence[Any]], schema: pa.Schema) -> pa.Table:
    """Return rows, each with a value for every column of ``schema``, as one table."""
    listed = list(rows)
    columns = list(zip(*listed, strict=True)) if listed else [()] * len(schema)
    arrays = [pa.array(column, f.type) for column, f in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def write_csv(path: str | Path, frame: pd.DataFrame) -> None:
    """Write a frame as CSV without its index, values unrounded, missing ones empty."""
    write_text(path, frame.to_csv(index=False, lineterminator="\n"))


def read_batches(
    paths: Iterable[str | Path], columns: list[str] | None = None, rows: int = BATCH_ROWS
) -> Iterator[pa.RecordBatch]:
    """Yield the batches of parquet files, at most ``rows`` rows each; UserError for damage."""
    for path in paths:
        with reading(path), pq.ParquetFile(path) as file:
            yield from file.iter_batches(batch_size=rows, columns=columns)


def read_table(path: str | Path, schema: pa.Schema) -> pa.Table:
    """Return a table of exactly these columns that the workflow wrote; UserError for another."""
    with reading(path):
        if not pq.read_schema(path).equals(schema):
            raise pa.ArrowInvalid(f"its columns are not {', '.join(schema.names)}")
        table = pq.read_table(path, schema=schema)
        table.validate(full=True)
        return table


def list_texts(papers: pa.RecordBatch) -> list[tuple[str, str]]:
    """Return title and abstract of each of a batch of papers; a null one is empty."""
    columns = (papers[name].to_pylist() for name in ("title", "abstract"))
    return [(title or "", abstract or "") for title, abstract in zip(*columns, strict=True)]
