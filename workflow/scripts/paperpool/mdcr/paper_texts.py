"""The texts that MDCR's rankers compare: a paper's title and abstract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from paperpool.collections.collection import PlainPaper
from paperpool.tables import read_batches


def join_texts(papers: pa.RecordBatch, joint: str = " ") -> list[str]:
    """Return title and abstract of each of a batch of MDCR_PAPERS, ``joint`` between them."""
    columns = (papers[name].to_pylist() for name in ("title", "abstract"))
    return [f"{title or ''}{joint}{text or ''}" for title, text in zip(*columns, strict=True)]


def list_papers(papers: pa.RecordBatch) -> list[PlainPaper]:
    """Return the papers of such a batch."""
    columns = (papers[name].to_pylist() for name in ("paper_id", "title", "abstract"))
    return [
        PlainPaper(paper_id, title or "", abstract or "")
        for paper_id, title, abstract in zip(*columns, strict=True)
    ]


def read_texts(papers: str | Path, rows: int = 16_384) -> Iterator[list[str]]:
    """Yield the texts of a table of schema MDCR_PAPERS in its order, in batches."""
    for batch in read_batches([papers], ["title", "abstract"], rows):
        yield join_texts(batch)
