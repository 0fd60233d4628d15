"""The texts that MDCR's rankers compare: a paper's title and abstract."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paperpool.collections.collection import PlainPaper
from paperpool.tables import read_batches


def join_text(title: str | None, abstract: str | None, joint: str = " ") -> str:
    """Return title and abstract as one text, ``joint`` between them."""
    return f"{title or ''}{joint}{abstract or ''}"


def read_texts(papers: str | Path, joint: str = " ", rows: int = 16_384) -> Iterator[list[str]]:
    """Yield the texts of a table of schema MDCR_PAPERS in its order, in batches."""
    for batch in read_batches([papers], ["title", "abstract"], rows):
        columns = (column.to_pylist() for column in batch.columns)
        yield [join_text(*texts, joint) for texts in zip(*columns, strict=True)]


def read_papers(papers: str | Path, rows: int = 16_384) -> Iterator[list[PlainPaper]]:
    """Yield the papers of a table of schema MDCR_PAPERS in its order, in batches."""
    for batch in read_batches([papers], ["paper_id", "title", "abstract"], rows):
        columns = (column.to_pylist() for column in batch.columns)
        yield [
            PlainPaper(paper_id, title or "", abstract or "")
            for paper_id, title, abstract in zip(*columns, strict=True)
        ]
