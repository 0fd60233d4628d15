"""The tables of an evaluation as values, and as they are printed, for every benchmark."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.evaluation.published import PublishedScore
from paperpool.evaluation.tables import Evaluation
from paperpool.io.tables import list_records
from paperpool.pages.grid import Grid
from paperpool.pages.paired_tests import paired_grid, rank_grid
from paperpool.pages.results import Results, ResultTables
from paperpool.pages.score_table import RowGroup, score_table, slice_columns, tell_few
from paperpool.scoring.task import Task


def list_table_rows(evaluation: Evaluation) -> dict[str, Any]:
    """Return the tables that every benchmark has, as fields of ``ResultTables``."""
    return {
        "metrics": list_records(evaluation.metrics),
        "significance": list_records(evaluation.significance),
        "ranks": list_records(evaluation.ranks),
        "checks": evaluation.checks,
    }


def list_settings(task: Task) -> dict[str, Any]:
    """Return the settings that every benchmark has, as fields of ``ResultTables``."""
    return {
        "baselines": task.baselines,
        "published_names": task.published_names,
        "confidence": task.resampling.confidence,
    }


def read_results(
    task: Task,
    evaluation: Evaluation,
    benchmark: Benchmark,
    scores: Iterable[PublishedScore] = (),
    part: str | None = None,
) -> Results:
    """Return the results of an evaluation, of the benchmark's ``part``, if any."""
    tables = ResultTables(**list_table_rows(evaluation), **list_settings(task))
    return tables.read(benchmark, scores, part)


def list_tables(
    task: Task,
    results: Results,
    what: Mapping[tuple[str, str], str],
    measures: Sequence[str],
    slices: Mapping[str, str],
    headline: tuple[str, Sequence[str]],
) -> dict[str, Any]:
    """Return the tables of ``Scored`` by each protocol and split of ``what``.

    Scores are of ``measures`` and have intervals; paired tests are in ``slices``, by title, each
    pair of rankers once. ``headline`` has the title and the measures of the table that papers
    print, under the first protocol.
    """
    title, tables, tests = results.benchmark.title, [], []
    for (protocol, split), text in what.items():
        words = (f"{title}, {text} (×100)", text)
        tables.append(_score(task, results, (protocol, split), measures, words, True))
        tests += [
            paired_grid(
                results,
                baseline,
                protocol,
                f"Paired tests against {baseline}, {text}",
                groups={title: (split, name) for name, title in slices.items()},
                left_out=task.baselines[:i],
                what=text,
            )
            for i, baseline in enumerate(task.baselines)
        ]
    first, text = next(iter(what.items()))
    words = (f"{headline[0]}, {text} (x100)", "")
    shown = [score for score in results.scores if (score.protocol, score.split) in what]
    return {
        "tables": tables,
        "few": tell_few(results, shown),
        "tests": [table for table in tests if table.rows],
        "ranks": list_ranks(results, what),
        "headline": _score(task, results, first, headline[1], words, False),
    }


def list_ranks(results: Results, what: Mapping[tuple[str, str], str]) -> list[Grid]:
    """Return the ranks of several rankers over all queries, by protocol and split of ``what``."""
    whole = replace(results, places=[place for place in results.places if place.slice == "all"])
    tables = [
        rank_grid(whole, protocol, split, f"Ranks, {text}")
        for (protocol, split), text in what.items()
    ]
    return [table for table in tables if table.rows]


def _score(
    task: Task,
    results: Results,
    place: tuple[str, str],
    measures: Sequence[str],
    words: tuple[str, str],
    has_intervals: bool,
) -> Grid:
    group = RowGroup(place[0], [entry.name for entry in task.entries])
    columns = slice_columns(results, [group], place[1], measures)
    intervals = columns.cells if has_intervals else ()
    return score_table(results, {"Rankers": group}, columns, words, with_intervals=intervals)
