"""Hand-made tables of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from paperpool import tables

SCHEMA = tables.PAPERS.append(pa.field("in_csfcube", pa.bool_()))


def write_papers(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write a corpus table; what a row leaves out is null, but the filter keeps it."""
    rows = [dict.fromkeys(SCHEMA.names) | {"in_csfcube": True} | dict(row) for row in rows]
    path.parent.mkdir(parents=True, exist_ok=True)
    tables.write_table(path, pa.Table.from_pylist(rows, schema=SCHEMA))
    return path


def write_twins(path: Path, twins: Mapping[str, str]) -> Path:
    """Write a table of twins: the first of its group by paper."""
    rows = [{"paper_id": paper, "twin_of": first} for paper, first in twins.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    tables.write_table(path, pa.Table.from_pylist(rows, schema=tables.TWINS))
    return path


@pytest.fixture(name="write_papers", scope="session")
def _write_papers() -> Callable:
    return write_papers


@pytest.fixture(name="write_twins", scope="session")
def _write_twins() -> Callable:
    return write_twins
