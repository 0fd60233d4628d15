"""Runs in files: our own table, and the release's format beside it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from paperpool.evaluation.runs import Run
from paperpool.io.files import write_json
from paperpool.io.parquet_files import read_table, reading
from paperpool.io.tables import RUN, write_rows


def write_run(run: Run, path: str | Path) -> None:
    """Write ``run`` as a table of schema RUN, sorted by query, facet and rank (from 1)."""
    rows = []
    for (query, facet), ranking in sorted(run.items()):
        for rank, (candidate, score) in enumerate(ranking, 1):
            rows.append((query, facet, candidate, score, rank))
    write_rows(path, rows, RUN)


def read_run(path: str | Path) -> Run:
    """Read a run table of ``write_run``; rankings follow its rank column, not its scores."""
    with reading(path):
        return table_to_run(read_table(path, columns=RUN.names))


def table_to_run(table: pa.Table) -> Run:
    """Return the run of a table of schema RUN; rankings follow its rank column."""
    rows_of_topic: dict[tuple[str, str], list[tuple[int, str, float]]] = {}
    columns = [table.column(name).to_pylist() for name in RUN.names]
    for query, facet, candidate, score, rank in zip(*columns, strict=True):
        rows_of_topic.setdefault((query, facet), []).append((rank, candidate, score))

    run = {}
    for pair, rows in rows_of_topic.items():
        run[pair] = [(candidate, score) for _, candidate, score in sorted(rows)]
    return run


def store_run(
    run: Run, facets: Sequence[str], path: str | Path, ranked: Sequence[str | Path]
) -> None:
    """Write ``run`` as a table and in the release's format, a file of ``ranked`` per facet."""
    write_run(run, path)
    write_official_run(run, dict(zip(facets, ranked, strict=True)))


def split_by_run(ranked: Sequence[str], n_facets: int) -> list[Sequence[str]]:
    """Return the files of each run's facets, given end to end."""
    return [ranked[i : i + n_facets] for i in range(0, len(ranked), n_facets)]


def write_official_run(run: Run, paths: Mapping[str, str | Path]) -> None:
    """Write ``{query: [[candidate, distance], ...]}`` per facet; distance is minus the score.

    ``paths`` maps a facet to its file.
    """
    for facet, path in paths.items():
        rankings = {}
        for (query, run_facet), ranking in sorted(run.items()):
            if run_facet == facet:
                rankings[query] = [[candidate, -score] for candidate, score in ranking]
        write_json(path, rankings)
