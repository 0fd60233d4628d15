"""Hand-made rows of every format, and shards of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


def make_row(paper_id: str = "1", **values: Any) -> dict[str, Any]:
    """Return a readable row that every filter keeps when it is selected."""
    row = {
        "paper_id": paper_id,
        "title": f"Title number {paper_id}",
        "abstract": f"The paper {paper_id} has a problem. We solve it quite well. It works fine.",
        "year": 2019,
        "mag_field_of_study": ["Computer Science"],
        "arxiv_id": f"1901.{paper_id}",
        "acl_id": None,
        "doi": None,
        "outbound_citations": [],
        "inbound_citations": ["7", "8", "9"],
        "venue": "A venue",
        "pmc_id": "a key that nothing reads",
    }
    return row | values


def make_released(paper_id: str = "1", **values: Any) -> dict[str, Any]:
    """Return a row of CSFCube's released abstracts that the filter csfcube keeps."""
    row = {
        "paper_id": paper_id,
        "title": f"Title number {paper_id}",
        "abstract": ["We have a problem.", "We solve it quite well.", "It works fine."],
        "pred_labels": ["background_label", "objective_label", "result_label"],
        "metadata": {"title": f"Title number {paper_id}", "year": "2019"},
    }
    return row | values


def make_paper(paper_id: int | str = 1, **values: Any) -> dict[str, Any]:
    """Return a row of the bulk dataset `papers`, equal to ``make_row`` but for the abstract."""
    row = make_row(str(paper_id))
    paper = {
        "corpusid": paper_id,
        "externalids": {"ArXiv": row["arxiv_id"], "ACL": None, "DOI": None, "MAG": f"5{paper_id}"},
        "title": row["title"],
        "year": row["year"],
        "s2fieldsofstudy": [{"category": "Computer Science", "source": "external"}],
        "citationcount": 3,
        "venue": row["venue"],
        "url": "a key that nothing reads",
    }
    return paper | values


def make_abstract(paper_id: int | str = 1, **values: Any) -> dict[str, Any]:
    """Return the row of ``abstracts`` that goes with ``make_row``."""
    return {"corpusid": paper_id, "abstract": make_row(str(paper_id))["abstract"]} | values


def make_citation(citing: int | str | None, cited: int | str | None) -> dict[str, Any]:
    """Return a row of ``citations``."""
    return {"citationid": 5, "citingcorpusid": citing, "citedcorpusid": cited}


def encode(row: Any) -> bytes:
    """Return a row as the bytes of one line, without its line end."""
    return json.dumps(row).encode()


def write_shard(path: Path, lines: Iterable[bytes | dict[str, Any]]) -> Path:
    """Write lines (bytes as they stand, rows encoded) to a ``.jsonl`` or ``.jsonl.gz`` file."""
    data = b"".join((line if isinstance(line, bytes) else encode(line)) + b"\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def write_shards(folder: Path, shards: Mapping[str, Any]) -> list[Path]:
    """Write shards given as {name: lines, or the file's bytes}; return their paths."""
    paths = []
    for name, content in shards.items():
        path = folder / name
        if isinstance(content, bytes):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        else:
            write_shard(path, content)
        paths.append(path)
    return paths
