"""Runs in memory: for each query, its candidates from best to worst.

A run maps a query key, in CSFCube (query paper, facet), to its ranking, a list of (candidate id,
score) in rank order; a higher score is better.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

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


def leave_out(run: Run, queries: Container[tuple[str, str]]) -> Run:
    """Return a run without the rankings of some queries."""
    return {query: ranking for query, ranking in run.items() if query not in queries}


def rank_scores(scores: Iterable[tuple[str, float]]) -> Ranking:
    """Order (candidate, score) pairs by falling score, equal scores by id."""
    ranking = sorted((candidate, float(score)) for candidate, score in scores)
    ranking.sort(key=itemgetter(1), reverse=True)  # leaves equal scores in the order of their ids
    return ranking


def run_files(path: str, facets: Sequence[str]) -> list[str]:
    """Return the files of a run's ``path``: one for each of ``facets`` if it has {facet}."""
    if "{facet}" not in path:
        return [path]
    return [path.replace("{facet}", facet) for facet in facets]
