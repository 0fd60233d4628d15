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
from paperpool.scoring.task import Scored, Task


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


def make_scored(
    task: Task,
    evaluation: Evaluation,
    results: Results,
    texts: Mapping[tuple[str, str], str],
    measures: Sequence[str],
    slices: Mapping[str, str],
    headline: tuple[str, Sequence[str]],
) -> Scored:
    """Return an evaluation as it is printed, with the benchmark's title and the evaluation's notes.

    ``texts`` has each protocol and split that is printed, and how it is called. Scores are of
    ``measures`` and have intervals; paired tests are in ``slices``, by title, each pair of rankers
    once. ``headline`` has the title and the measures of the table that papers print, under the
    first protocol.
    """
    title = results.benchmark.title
    tables = []
    tests = []
    for (protocol, split), text in texts.items():
        words = (f"{title}, {text} (×100)", text)
        tables.append(_score(task, results, (protocol, split), measures, words, True))

        groups = {slice_title: (split, name) for name, slice_title in slices.items()}
        for i, baseline in enumerate(task.baselines):
            table = paired_grid(
                results,
                baseline,
                protocol,
                f"Paired tests against {baseline}, {text}",
                groups=groups,
                left_out=task.baselines[:i],
                what=text,
            )
            if table.rows:
                tests.append(table)

    headline_title, headline_measures = headline
    first_place, first_text = next(iter(texts.items()))
    words = (f"{headline_title}, {first_text} (x100)", "")
    shown = [score for score in results.scores if (score.protocol, score.split) in texts]
    return Scored(
        title=title,
        evaluation=evaluation,
        tables=tables,
        tests=tests,
        headline=_score(task, results, first_place, headline_measures, words, False),
        notes=evaluation.notes,
        doubts=evaluation.doubts,
        ranks=list_ranks(results, texts),
        few=tell_few(results, shown),
    )


def list_ranks(results: Results, texts: Mapping[tuple[str, str], str]) -> list[Grid]:
    """Return the ranks of several rankers over all queries, by protocol and split of ``texts``."""
    whole = replace(results, places=[place for place in results.places if place.slice == "all"])
    tables = []
    for (protocol, split), text in texts.items():
        table = rank_grid(whole, protocol, split, f"Ranks, {text}")
        if table.rows:
            tables.append(table)
    return tables


def _score(
    task: Task,
    results: Results,
    place: tuple[str, str],
    measures: Sequence[str],
    words: tuple[str, str],
    has_intervals: bool,
) -> Grid:
    protocol, split = place
    group = RowGroup(protocol, [entry.name for entry in task.entries])
    columns = slice_columns(results, [group], split, measures)
    intervals = columns.cells if has_intervals else ()
    return score_table(results, {"Rankers": group}, columns, words, with_intervals=intervals)
