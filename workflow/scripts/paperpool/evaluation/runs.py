"""Runs in memory: for each query, its candidates from best to worst.

A run maps a query key, in CSFCube (query paper, facet), to its ranking, a list of (candidate id,
score) in rank order; a higher score is better.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

import pyarrow as pa

from paperpool.io.files import write_json
from paperpool.io.parquet_files import read_table, reading
from paperpool.io.tables import RUN, write_rows

Ranking = list[tuple[str, float]]
Run = dict[tuple[str, str], Ranking]


class ReadRun(Run):
    """A run from a file; ``misranked`` are queries whose rank column contradicts the scores.

    Only a file that is read by its scores has such queries.
    """

    misranked: Collection[tuple[str, str]] = ()


def run_names(ranker: str, n_runs: int) -> list[str]:
    """Return the names of a ranker's runs: its own, then ``ranker@2`` and so on.

    Names of rankers have no ``@``.
    """
    further = [f"{ranker}@{number}" for number in range(2, n_runs + 1)]
    return [ranker, *further]


def files_by_ranker(paths: Iterable[str | Path]) -> dict[str, list[str | Path]]:
    """Return the files of each ranker's runs, which are called as ``run_names`` has it."""
    files: dict[str, list[str | Path]] = {}
    for path in paths:
        ranker = Path(path).stem.partition("@")[0]
        files.setdefault(ranker, []).append(path)
    return files


def first_runs(runs: Mapping[str, Sequence[Run]]) -> dict[str, Run]:
    """Return the first run of each ranker: the one that is checked."""
    return {ranker: runs_of_ranker[0] for ranker, runs_of_ranker in runs.items()}


def rank_scores(scores: Iterable[tuple[str, float]]) -> Ranking:
    """Order (candidate, score) pairs by falling score, equal scores by id."""
    ranking = sorted((candidate, float(score)) for candidate, score in scores)
    ranking.sort(key=itemgetter(1), reverse=True)  # leaves equal scores in the order of their ids
    return ranking


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
