"""A collection as a BEIR folder: corpus.jsonl, queries.jsonl, qrels/<split>.tsv, and its pools.

Sources: Thakur et al., "BEIR" (2021), and its GenericDataLoader; mteb's RetrievalDatasetLoader, for
top_ranked/<split>.jsonl. The corpus are the candidates of all topics, or every document. The qrels
keep the grade 0 of judged candidates; ``top_ranked`` are the pools to re-rank. mteb reads JSON
lines, BEIR's qrels are tables: there are both.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.io.csv_rows import write_rows
from paperpool.io.json_lines import write_json_lines
from paperpool.workflow.export.exported import (
    Document,
    ExportedCollection,
    Qrels,
    Topic,
    sort_qrels,
)

JSON = "json"
"""The type of a column of nested values."""

Columns = dict[str, str | list[str]]
"""The columns of a file and their types; a list's type stands in a list."""

QRELS: Columns = {"query-id": "string", "corpus-id": "string", "score": "int32"}
TOP_RANKED: Columns = {"query-id": "string", "corpus-ids": ["string"]}
QUERIES: Columns = {"_id": "string", "text": "string"}
METADATA: Columns = {"metadata": JSON}


def corpus_columns(faceted: bool) -> Columns:
    """Return the columns of corpus.jsonl."""
    columns: Columns = {"_id": "string", "title": "string", "text": "string"}
    return columns | METADATA if faceted else columns


def write_corpus(documents: Mapping[str, Document], faceted: bool, path: str | Path) -> None:
    """Write the documents, sorted by id; of a faceted collection with labelled sentences."""
    write_json_lines(
        (
            {"_id": i, "title": document.title, "text": document.abstract}
            | ({"metadata": _labelled(document)} if faceted else {})
            for i, document in sorted(documents.items())
        ),
        path,
    )


def write_queries(collection: ExportedCollection, path: str | Path) -> None:
    """Write the queries; a paper's part, title, abstract and labelled sentences are metadata."""
    has_metadata = collection.is_asked_by_papers
    write_json_lines(
        (
            {"_id": topic.topic_id, "text": topic.text}
            | ({"metadata": _describe(topic, collection.faceted)} if has_metadata else {})
            for topic in collection.topics
        ),
        path,
    )


def _describe(topic: Topic, faceted: bool) -> dict[str, Any]:
    if topic.is_question:
        return {}
    return {
        "paper_id": topic.paper_id,
        "part": topic.part,
        "title": topic.title,
        "abstract": topic.abstract,
        **(_labelled(topic) if faceted else {}),
    }


def _labelled(paper: Document | Topic) -> dict[str, list[str]]:
    return {"sentences": list(paper.sentences), "labels": list(paper.labels)}


def write_qrels(qrels: Qrels, path: str | Path) -> None:
    """Write the grades of a split, sorted by query and document."""
    write_rows(path, tuple(QRELS), sort_qrels(qrels), "\t")


def write_qrels_lines(qrels: Qrels, path: str | Path) -> None:
    """Write the same as JSON lines."""
    write_json_lines((dict(zip(QRELS, row, strict=True)) for row in sort_qrels(qrels)), path)


def write_top_ranked(candidates: Mapping[str, Iterable[str]], path: str | Path) -> None:
    """Write the candidates of each query of a split, sorted."""
    write_json_lines(
        ({"query-id": i, "corpus-ids": sorted(ids)} for i, ids in sorted(candidates.items())), path
    )
