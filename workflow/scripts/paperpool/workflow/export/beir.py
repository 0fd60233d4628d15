"""A collection as a BEIR folder: corpus.jsonl, queries.jsonl, qrels/<split>.tsv, and its pools.

Sources: Thakur et al., "BEIR" (2021), and its GenericDataLoader; mteb's RetrievalDatasetLoader, for
top_ranked/<split>.jsonl. The corpus are the candidates of all topics, or every document. The qrels
keep the grade 0 of judged candidates; ``top_ranked`` are the pools to re-rank. mteb reads JSON
lines, BEIR's qrels are tables: there are both.
"""

from collections.abc import Iterable, Iterator, Mapping
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
    if faceted:
        columns |= METADATA
    return columns


def write_corpus(documents: Mapping[str, Document], faceted: bool, path: str | Path) -> None:
    """Write the documents, sorted by id; of a faceted collection with labelled sentences."""
    write_json_lines(_list_documents(documents, faceted), path)


def _list_documents(documents: Mapping[str, Document], faceted: bool) -> Iterator[dict[str, Any]]:
    """Yield the lines of corpus.jsonl one by one, as a collection may have many documents."""
    for document_id, document in sorted(documents.items()):
        line: dict[str, Any] = {
            "_id": document_id,
            "title": document.title,
            "text": document.abstract,
        }
        if faceted:
            line["metadata"] = _labelled(document)
        yield line


def write_queries(collection: ExportedCollection, path: str | Path) -> None:
    """Write the queries; a paper's part, title, abstract and labelled sentences are metadata."""
    lines = []
    for topic in collection.topics:
        line: dict[str, Any] = {"_id": topic.topic_id, "text": topic.text}
        if collection.is_asked_by_papers:
            line["metadata"] = _describe(topic, collection.faceted)
        lines.append(line)
    write_json_lines(lines, path)


def _describe(topic: Topic, faceted: bool) -> dict[str, Any]:
    """Return the metadata of a query; a question has none."""
    if topic.is_question:
        return {}
    metadata: dict[str, Any] = {
        "paper_id": topic.paper_id,
        "part": topic.part,
        "title": topic.title,
        "abstract": topic.abstract,
    }
    if faceted:
        metadata |= _labelled(topic)
    return metadata


def _labelled(paper: Document | Topic) -> dict[str, list[str]]:
    return {"sentences": list(paper.sentences), "labels": list(paper.labels)}


def write_qrels(qrels: Qrels, path: str | Path) -> None:
    """Write the grades of a split, sorted by query and document."""
    write_rows(path, tuple(QRELS), sort_qrels(qrels), "\t")


def write_qrels_lines(qrels: Qrels, path: str | Path) -> None:
    """Write the same as JSON lines."""
    lines = [dict(zip(QRELS, row, strict=True)) for row in sort_qrels(qrels)]
    write_json_lines(lines, path)


def write_top_ranked(candidates: Mapping[str, Iterable[str]], path: str | Path) -> None:
    """Write the candidates of each query of a split, sorted."""
    lines = []
    for topic, ids in sorted(candidates.items()):
        lines.append({"query-id": topic, "corpus-ids": sorted(ids)})
    write_json_lines(lines, path)
