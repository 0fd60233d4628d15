"""What every benchmark's adapter does with the tables that an evaluation wrote."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.commands.scoring.task import Task
from paperpool.evaluation.published import PublishedFigure
from paperpool.evaluation.tables import Evaluation, write_evaluation
from paperpool.pages.grid import Grid
from paperpool.pages.paired_tests import paired_grid
from paperpool.pages.rank_table import rank_grid
from paperpool.pages.results import ResultFiles, Results
from paperpool.pages.score_table import RowGroup, score_table, slice_columns


def write_tables(evaluation: Evaluation, task: Task) -> None:
    """Write the tables to the task's folder, as the workflow writes a run's."""
    tables = ("metrics", "significance", "ranks", *evaluation.others)
    files = {name: task.file(f"{name}.csv") for name in tables}
    others = {"per_query": task.file("per_query.parquet"), "checks": task.file("checks.json")}
    write_evaluation(evaluation, files | others)


def read_task(
    task: Task,
    benchmark: Benchmark,
    figures: Iterable[PublishedFigure] = (),
    part: str | None = None,
) -> Results:
    """Return the results from the tables of the task's folder.

    ``part`` is one of the evaluations of the tables, None where there is but one.
    """
    return ResultFiles(**task.results()).read(benchmark, figures, part)


def list_scores(
    task: Task, results: Results, what: Mapping[tuple[str, str], str], measures: Iterable[str]
) -> list[Grid]:
    """Return the scores with intervals, a table by each protocol and split of ``what``."""
    return [
        _table(task, results, place, list(measures), text, has_intervals=True)
        for place, text in what.items()
    ]


def print_headline(
    task: Task, results: Results, place: tuple[str, str], measures: Iterable[str], title: str
) -> Grid:
    """Return the table that papers print: the scores of a protocol and split, for LaTeX."""
    table = _table(task, results, place, list(measures), "", has_intervals=False)
    return Grid(f"{title} (x100)", table.head, table.rows, kind=table.kind)


def _table(
    task: Task,
    results: Results,
    place: tuple[str, str],
    measures: Sequence[str],
    text: str,
    *,
    has_intervals: bool,
) -> Grid:
    protocol, split = place
    group = RowGroup(protocol, [entry.name for entry in task.entries])
    columns = slice_columns(results, [group], split, measures)
    words = (f"{results.benchmark.title}, {text} (×100)", text)
    intervals = columns.cells if has_intervals else ()
    return score_table(results, {"Rankers": group}, columns, words, with_intervals=intervals)


def list_tests(
    task: Task,
    results: Results,
    what: Mapping[tuple[str, str], str],
    slices: Mapping[str, str],
) -> list[Grid]:
    """Return the paired tests in ``slices``, by title, of each protocol and split of ``what``.

    A pair of rankers stands once: against the one that is a baseline first.
    """
    tables = [
        paired_grid(
            results.comparisons,
            results.benchmark,
            baseline,
            protocol,
            f"Paired tests against {baseline}, {text}",
            task.resampling.confidence,
            groups={title: (split, name) for name, title in slices.items()},
            left_out=task.baselines[:i],
            what=text,
        )
        for (protocol, split), text in what.items()
        for i, baseline in enumerate(task.baselines)
    ]
    return [table for table in tables if table.rows]


def list_ranks(task: Task, results: Results, what: Mapping[tuple[str, str], str]) -> list[Grid]:
    """Return the ranks of several rankers over all queries, by protocol and split of ``what``."""
    whole = replace(results, places=[place for place in results.places if place.slice == "all"])
    tables = [
        rank_grid(whole, *place, f"Ranks, {text}", task.resampling.confidence)
        for place, text in what.items()
    ]
    return [table for table in tables if table.rows]
