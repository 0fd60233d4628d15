"""The whole corpus stage over shards of either format."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from paperpool.fetch.listing import OPENALEX
from paperpool.workflow.corpus.broken_shards import find_broken, refuse_broken
from paperpool.workflow.corpus.bulk_join import join_shard, route_rows
from paperpool.workflow.corpus.bulk_rows import DATASETS, ReadBulkShard, read_bulk_shard
from paperpool.workflow.corpus.filters import make_filters
from paperpool.workflow.corpus.names import name_shards
from paperpool.workflow.corpus.papers import FilteredShard, filter_shards
from paperpool.workflow.corpus.selection import find_duplicates, select_csfcube
from paperpool.workflow.corpus.shards import ReadShard, read_shards
from paperpool.workflow.corpus.sources import CSFCUBE_ABSTRACTS, METADATA
from paperpool.workflow.corpus.summary import check_sums, summarise_corpus
from paperpool.workflow.corpus.twins import find_twins

DUCKDB_LIMITS = {"memory_limit": "1GB", "threads": 2}


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


class BulkShard:
    """A shard of a bulk dataset, and its files before the datasets are joined."""

    def __init__(self, path: Path, start: Path):
        self.path = path
        self.read = ReadBulkShard(
            rows=f"{start}.rows.parquet", quarantine=f"{start}.bad.parquet", summary=f"{start}.json"
        )
        self.routed = f"{start}.routed.parquet"
        self.counts = f"{start}.routed.json"


def run_corpus(
    paths: Iterable[Path],
    folder: Path,
    *,
    max_row_bytes: int = 8_000_000,
    on_bad_row: str = "quarantine",
    on_bad_shard: str = "keep",
    released: Collection[str] = (),
    openalex: Collection[str] = (),
    fields: str = "concepts",
    is_grouped: bool = False,
    **settings: Any,
) -> Stage:
    """Run the whole corpus stage over shards, check that every row is accounted for.

    ``released`` names those of CSFCube's released abstracts, ``openalex`` those of works, whose
    fields are ``fields``. With ``is_grouped`` all shards, of one kind then, are one part.
    ``settings``: see ``_finish``.
    """
    shards = name_shards(paths)
    parts = {"all": shards} if is_grouped else {name: {name: shards[name]} for name in shards}
    read = [_read_files(folder, number) for number in range(len(parts))]
    bad_rows = {"max_row_bytes": max_row_bytes, "on_bad_row": on_bad_row}
    for of_part, files in zip(parts.values(), read, strict=True):
        name = next(iter(of_part))
        kind = CSFCUBE_ABSTRACTS if name in released else METADATA
        kind = OPENALEX if name in openalex else kind
        read_shards(of_part, files, kind=kind, fields=fields, **bad_rows)
    summaries = {name: files.summary for name, files in zip(parts, read, strict=True)}
    broken = _look_at_breaks(summaries, on_bad_shard)
    return _finish(parts, read, folder, broken, released=released, **bad_rows, **settings)


def run_bulk(
    datasets: Mapping[str, Iterable[Path]],
    folder: Path,
    *,
    max_row_bytes: int = 8_000_000,
    on_bad_row: str = "quarantine",
    on_bad_shard: str = "keep",
    threads: int = 2,
    **settings: Any,
) -> Stage:
    """Run the whole corpus stage over shards of the bulk datasets, as ``run_corpus`` does."""
    limits = DUCKDB_LIMITS | {"temp_directory": folder / "tmp", "threads": threads}
    bad_rows = {"max_row_bytes": max_row_bytes, "on_bad_row": on_bad_row}
    paths = {dataset: set(of_dataset) for dataset, of_dataset in datasets.items()}
    named = name_shards(path for of_dataset in paths.values() for path in of_dataset)
    shards: dict[str, dict[str, BulkShard]] = {
        dataset: {
            name: BulkShard(path, folder / f"{dataset}.{number}")
            for number, (name, path) in enumerate(named.items())
            if path in paths[dataset]
        }
        for dataset in DATASETS
    }
    for dataset, of_dataset in shards.items():
        for name, shard in of_dataset.items():
            read_bulk_shard(shard.path, name, dataset, shard.read, **bad_rows)
    summaries = {name: s.read.summary for part in shards.values() for name, s in part.items()}
    broken = _look_at_breaks(summaries, on_bad_shard)
    papers, abstracts, citations = (list(of_dataset.values()) for of_dataset in shards.values())
    tables = [shard.read.rows for shard in papers]
    repeated = folder / "repeated.parquet"
    names = {name: [name] for name in shards["abstracts"]}
    find_duplicates([shard.read.rows for shard in abstracts], names, repeated, **limits)
    for name, one in shards["abstracts"].items():
        of_shard = {"shard": name, "repeated": repeated} | limits
        route_rows("abstracts", one.read.rows, tables, one.routed, one.counts, **of_shard)
    for one in citations:
        route_rows("citations", one.read.rows, tables, one.routed, one.counts, **limits)
    parts = [[shard.routed for shard in of_dataset] for of_dataset in (abstracts, citations)]
    joined = [_read_files(folder, number) for number in range(len(papers))]
    for number, (shard, files) in enumerate(zip(papers, joined, strict=True)):
        join_shard(shard.read, number, *parts, files, **limits)
    papers_of = {name: {name: shard.path} for name, shard in shards.pop("papers").items()}
    return _finish(papers_of, joined, folder, broken, bulk=shards, **bad_rows, **settings)


def _look_at_breaks(summaries: Mapping[str, str | Path], on_bad_shard: str) -> dict[str, Any]:
    """Return the messages about broken shards in the summaries of reading; or refuse them."""
    if on_bad_shard == "fail":
        refuse_broken(summaries.values())
    return find_broken(summaries)


def _read_files(folder: Path, number: int) -> ReadShard:
    start = folder / f"{number}."
    return ReadShard(
        papers=f"{start}rows.parquet",
        citations=f"{start}edges.parquet",
        quarantine=f"{start}bad.parquet",
        summary=f"{start}read.json",
    )


def _finish(
    parts: Mapping[str, Mapping[str, Path]],
    read: list[ReadShard],
    folder: Path,
    broken: Mapping[str, Any],
    *,
    max_row_bytes: int,
    on_bad_row: str,
    filters: dict[str, Any] | None = None,
    keep: Iterable[str] = (),
    released: Collection[str] = (),
    leave_out: Sequence[str] = (),
    deleted: Path | None = None,
    field: str | None = "Computer Science",
    arxiv_only: bool = True,
    bulk: Mapping[str, Mapping[str, BulkShard]] | None = None,
) -> Stage:
    """Run the steps after reading; check that every row is accounted for.

    ``bulk``: the shards of each joined dataset by name.
    """
    limits = DUCKDB_LIMITS | {"temp_directory": folder / "tmp"}
    names = list(parts)
    done = [
        FilteredShard(
            papers=folder / f"{number}.papers.parquet",
            citations=folder / f"{number}.citations.parquet",
            keys=folder / f"{number}.keys.parquet",
            quarantine=folder / f"{number}.quarantine.parquet",
            summary=folder / f"{number}.summary.json",
        )
        for number in range(len(names))
    ]
    papers = [files.papers for files in read]
    duplicates = folder / "duplicates.parquet"
    groups = {name: list(shards) for name, shards in parts.items()}
    find_duplicates(papers, groups, duplicates, on_bad_row=on_bad_row, **limits)
    selected = folder / "selected.parquet"
    edges = [files.citations for files in read]
    seeds = {"field": field, "arxiv_only": arxiv_only, "released": released}
    select_csfcube(papers, edges, duplicates, names, selected, **seeds, **limits)
    for (name, shards), files, output in zip(parts.items(), read, done, strict=True):
        filter_shards(
            shards,
            name,
            files,
            output,
            duplicates=duplicates,
            selected=selected,
            filters=make_filters(
                {"csfcube": {}, "mdcr": {}} if filters is None else filters, leave_out
            ),
            keep=set(keep),
            deleted=deleted,
            max_row_bytes=max_row_bytes,
            **limits,
        )
    find_twins([output.keys for output in done], folder / "twins.parquet", **limits)
    bulk = bulk or {}
    joined = [shard for of_dataset in bulk.values() for shard in of_dataset.values()]
    summarise_corpus(
        {name: output.summary for name, output in zip(names, done, strict=True)},
        [*(output.quarantine for output in done), *(shard.read.quarantine for shard in joined)],
        folder / "summary.json",
        folder / "quarantine.parquet",
        {
            dataset: {name: (one.read.summary, one.counts) for name, one in of_dataset.items()}
            for dataset, of_dataset in bulk.items()
        },
        released=released,
        broken=broken,
    )
    stage = Stage(folder, names)
    check_sums(stage.summary, "the corpus")
    assert stage.summary["kept"] == len(stage.papers)
    parts = [stage.summary, *stage.summary.get("bulk", {}).values()]
    assert sum(sum(part["quarantined"].values()) for part in parts) == len(stage.quarantine)
    assert list(stage.summary["shards"]) == [name for group in groups.values() for name in group]
    return stage
