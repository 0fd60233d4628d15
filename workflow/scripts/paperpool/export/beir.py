"""A collection as a BEIR folder: corpus.jsonl, queries.jsonl and qrels/<split>.tsv.

Source: Thakur et al., "BEIR" (2021), and its GenericDataLoader. The corpus are the candidates of
all topics. BEIR has no pools: its qrels keep the grade 0 of judged candidates, so that a pool is
what the qrels name.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.export.exported import Document, Qrels, Topic
from paperpool.files import writing


def write_corpus(documents: Mapping[str, Document], path: str | Path) -> None:
    """Write the documents, sorted by id."""
    _write_json_lines(
        (
            {"_id": i, "title": document.title, "text": document.abstract}
            for i, document in sorted(documents.items())
        ),
        path,
    )


def write_queries(topics: Iterable[Topic], path: str | Path) -> None:
    """Write the queries; their paper, part, title and abstract are metadata."""
    _write_json_lines(
        (
            {
                "_id": topic.topic_id,
                "text": topic.text,
                "metadata": {
                    "paper_id": topic.paper_id,
                    "part": topic.part,
                    "title": topic.title,
                    "abstract": topic.abstract,
                },
            }
            for topic in topics
        ),
        path,
    )


def write_qrels(qrels: Qrels, path: str | Path) -> None:
    """Write the grades of a split, sorted by query and document."""
    rows = [
        (topic, document, grade)
        for topic, grades in sorted(qrels.items())
        for document, grade in sorted(grades.items())
    ]
    write_tsv(("query-id", "corpus-id", "score"), rows, path)


def write_tsv(header: tuple[str, ...], rows: Iterable[tuple[Any, ...]], path: str | Path) -> None:
    """Write rows below a header, quoted where Python's csv module would quote them."""
    with writing(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def _write_json_lines(rows: Iterable[dict[str, Any]], path: str | Path) -> None:
    with writing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        # escaped, for readers to whom U+2028 in a text ends a line
        file.writelines(json.dumps(row) + "\n" for row in rows)
