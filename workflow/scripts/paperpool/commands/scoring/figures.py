"""What every benchmark's adapter does with the tables that an evaluation wrote."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.commands.scoring.task import Scored, Task, TestTable
from paperpool.errors import Problem
from paperpool.evaluation.published import PublishedFigure
from paperpool.evaluation.tables import Evaluation, write_evaluation
from paperpool.pages.paired_tests import PairedGroup, paired_table
from paperpool.pages.score_cells import ScoreTable
from paperpool.pages.score_tables import RowGroup, TableSource, figures_by_system, score_table
from paperpool.pages.scores import read_comparisons, read_scores

RANKERS = "Rankers"
"""The title of the group that rankers stand in where there is but one."""


def write_tables(evaluation: Evaluation, task: Task) -> None:
    """Write the tables to the task's folder, as the workflow writes a run's."""
    files = {name: task.file(f"{name}.csv") for name in ("metrics", "significance", "ranks")}
    files |= {name: task.file(f"{name}.csv") for name in evaluation.others}
    others = {"per_query": task.file("per_query.parquet"), "checks": task.file("checks.json")}
    write_evaluation(evaluation, files | others)


def read_source(
    task: Task,
    benchmark: Benchmark,
    figures: Iterable[PublishedFigure] = (),
    part: str | None = None,
) -> TableSource:
    """Return what tables are made of, from the tables of the task's folder.

    ``part`` is one of the evaluations of the table of figures, None where there is but one.
    """
    return TableSource(
        benchmark,
        read_scores(task.file("metrics.csv"), part),
        read_comparisons(task.file("significance.csv"), part),
        task.baselines,
        figures_by_system(figures),
        task.published_names,
    )


def make_scored(
    task: Task,
    source: TableSource,
    what: Mapping[tuple[str, str], str],
    measures: Iterable[str],
    slices: Mapping[str, str],
    headline: tuple[str, Iterable[str]],
    told: tuple[Sequence[str], Sequence[Problem]],
    section: Callable[[], Any],
) -> Scored:
    """Return the figures and tests of each protocol and split of ``what``, by its text.

    ``measures`` are shown with intervals, tests are in ``slices`` (by title). ``headline`` is what
    the printed table is called and its measures, of the first protocol; ``told`` are notes and
    doubts.
    """
    names, (protocol, split) = list(measures), next(iter(what))
    group = RowGroup(protocol, [entry.name for entry in task.entries])
    called, printed = headline
    return Scored(
        source.benchmark.title,
        {text: table_with_intervals(task, source, *one, names) for one, text in what.items()},
        list_tests(task, source, what, slices),
        score_table(source, {RANKERS: group}, split, list(printed), {}),
        f"{called}, {what[protocol, split]}",
        *told,
        section,
    )


def table_with_intervals(
    task: Task, source: TableSource, protocol: str, split: str, measures: Iterable[str]
) -> ScoreTable:
    """Return the figures of one protocol and split in their slices, all with their intervals."""
    names = list(measures)
    columns = [(split, name, measure) for name in source.benchmark.slices for measure in names]
    group = RowGroup(protocol, [entry.name for entry in task.entries])
    return score_table(source, {RANKERS: group}, split, names, {}, columns)


def list_tests(
    task: Task, source: TableSource, what: Mapping[tuple[str, str], str], slices: Mapping[str, str]
) -> list[TestTable]:
    """Return the paired tests in ``slices``, by title, of each protocol and split of ``what``.

    A pair of rankers stands once: against the one that is a baseline first.
    """
    benchmark = source.benchmark
    tested = [benchmark.measure_titles[measure] for measure in benchmark.tested]
    tables = []
    for (protocol, split), text in what.items():
        for i, baseline in enumerate(task.baselines):
            groups = paired_table(
                source.comparisons, baseline, protocol, benchmark.tested, slices, split
            )
            if shown := leave_out(groups, task.baselines[:i]):
                tables.append(TestTable(baseline, text, tested, shown))
    return tables


def leave_out(groups: Iterable[PairedGroup], rankers: Iterable[str]) -> list[PairedGroup]:
    """Return the groups without the rows of some rankers, those that have any."""
    left = set(rankers)
    kept = [
        PairedGroup(group.title, [row for row in group.rows if row[0] not in left])
        for group in groups
    ]
    return [group for group in kept if group.rows]
