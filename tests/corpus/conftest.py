"""Shards of hand-made rows, and the whole corpus stage over a folder of shards."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from paperpool.corpus.duplicates import find_duplicates
from paperpool.corpus.filters import make_filters
from paperpool.corpus.names import name_shards
from paperpool.corpus.papers import FilteredShard, filter_shard
from paperpool.corpus.selection import select_csfcube
from paperpool.corpus.shards import ReadShard, read_shard
from paperpool.corpus.summary import check_sums, summarise_corpus
from paperpool.corpus.twins import find_twins

DUCKDB_LIMITS = {"memory_limit": "1GB", "threads": 2}


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
        "venue": "a key that nothing reads",
    }
    return row | values


def encode(row: Any) -> bytes:
    """Return a row as the bytes of one line, without its line end."""
    return json.dumps(row).encode()


def write_shard(path: Path, lines: Iterable[bytes | dict[str, Any]]) -> Path:
    """Write lines (bytes as they stand, rows encoded) to a ``.jsonl`` or ``.jsonl.gz`` file."""
    data = b"".join((line if isinstance(line, bytes) else encode(line)) + b"\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


class Stage:
    """The outputs of a whole corpus stage."""

    def __init__(self, folder: Path, shards: list[str]):
        self.folder = folder
        self.shards = shards
        self.summary = json.loads((folder / "summary.json").read_text())
        self.papers = self._read_shards("papers")
        self.citations = [tuple(row.values()) for row in self._read_shards("citations")]
        self.quarantine = pq.read_table(folder / "quarantine.parquet").to_pylist()
        self.twins = [
            tuple(row.values()) for row in pq.read_table(folder / "twins.parquet").to_pylist()
        ]

    @property
    def ids(self) -> list[str]:
        """The ids of the kept papers in corpus order."""
        return [paper["paper_id"] for paper in self.papers]

    @property
    def bad(self) -> list[tuple[str, int, str]]:
        """(shard, line, reason) of the quarantined rows."""
        return [(row["shard"], row["line"], row["reason"]) for row in self.quarantine]

    def _read_shards(self, name: str) -> list[dict[str, Any]]:
        return [
            row
            for number in range(len(self.shards))
            for row in pq.read_table(self.folder / f"{number}.{name}.parquet").to_pylist()
        ]


def run_corpus(
    paths: Iterable[Path],
    folder: Path,
    *,
    filters: dict[str, Any] | None = None,
    keep: Iterable[str] = (),
    max_row_bytes: int = 8_000_000,
    on_bad_row: str = "quarantine",
) -> Stage:
    """Run the whole corpus stage over shards, check that every row is accounted for."""
    limits = DUCKDB_LIMITS | {"temp_directory": folder / "tmp"}
    shards = name_shards(paths)
    names = list(shards)
    read, done = [], []
    for number in range(len(names)):
        start = folder / f"{number}."
        read.append(
            ReadShard(
                papers=f"{start}rows.parquet",
                citations=f"{start}edges.parquet",
                quarantine=f"{start}bad.parquet",
                summary=f"{start}read.json",
            )
        )
        done.append(
            FilteredShard(
                papers=f"{start}papers.parquet",
                citations=f"{start}citations.parquet",
                keys=f"{start}keys.parquet",
                quarantine=f"{start}quarantine.parquet",
                summary=f"{start}summary.json",
            )
        )
    for (name, path), files in zip(shards.items(), read, strict=True):
        read_shard(path, name, files, max_row_bytes=max_row_bytes, on_bad_row=on_bad_row)
    papers = [files.papers for files in read]
    duplicates = folder / "duplicates.parquet"
    find_duplicates(papers, names, duplicates, on_bad_row=on_bad_row, **limits)
    selected = folder / "selected.parquet"
    edges = [files.citations for files in read]
    select_csfcube(papers, edges, duplicates, names, selected, **limits)
    for (name, path), files, output in zip(shards.items(), read, done, strict=True):
        filter_shard(
            path,
            name,
            files,
            output,
            duplicates=duplicates,
            selected=selected,
            filters=make_filters({"csfcube": {}, "mdcr": {}} if filters is None else filters),
            keep=set(keep),
            max_row_bytes=max_row_bytes,
            **limits,
        )
    find_twins([output.keys for output in done], folder / "twins.parquet", **limits)
    summarise_corpus(
        {name: output.summary for name, output in zip(names, done, strict=True)},
        [output.quarantine for output in done],
        folder / "summary.json",
        folder / "quarantine.parquet",
    )
    stage = Stage(folder, names)
    check_sums(stage.summary, "the corpus")
    assert stage.summary["kept"] == len(stage.papers)
    assert sum(stage.summary["quarantined"].values()) == len(stage.quarantine)
    assert list(stage.summary["shards"]) == names
    return stage


@pytest.fixture(name="make_row")
def _make_row() -> Callable[..., dict[str, Any]]:
    return make_row


@pytest.fixture(name="encode")
def _encode() -> Callable[[Any], bytes]:
    return encode


@pytest.fixture(name="run_corpus")
def _run_corpus() -> Callable[..., Stage]:
    return run_corpus


@pytest.fixture
def run_stage(tmp_path: Path) -> Callable[..., Stage]:
    """Run the corpus stage over shards given as {name: lines, or the file's bytes}."""

    def run(shards: dict[str, Any], **settings: Any) -> Stage:
        paths = []
        for name, content in shards.items():
            path = tmp_path / "shards" / name
            if isinstance(content, bytes):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            else:
                write_shard(path, content)
            paths.append(path)
        return run_corpus(paths, tmp_path / "out", **settings)

    return run
