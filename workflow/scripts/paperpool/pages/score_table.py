"""The table of scores of every benchmark: a row per ranker, beside published scores.

Rows stand in groups of one protocol. Scores are ×100.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paperpool.errors import name_some
from paperpool.evaluation.published import PublishedScore
from paperpool.pages import wording
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, Mark, list_grid, number, numbers
from paperpool.pages.results import Column, PublishedScores, Results
from paperpool.pages.scores import FEWEST, Score
from paperpool.pages.wording import MISSING, ExactText, percent, plural, signed_percent, times_100

OTHERS = "Published only"
"""The title of systems without a ranker in the run."""

Row = list[GridCell]

Changes = Mapping[tuple[str, Column], Mapping[str, Any]]
"""Fields of cells (``GridCell``) by ranker and column."""


@dataclass(frozen=True)
class RowGroup:
    """Rankers under one protocol, in the order of their rows."""

    protocol: str
    rankers: Sequence[str]


@dataclass(frozen=True)
class Columns:
    """The columns of a table: their heads, and heads over several columns ``above``."""

    above: Sequence[GridCell]
    heads: Sequence[GridCell]
    cells: Sequence[Column]


def slice_columns(
    results: Results, groups: Collection[RowGroup], split: str, measures: Sequence[str]
) -> Columns:
    """Return a column per measure for each described slice with scores of any group."""
    above = []
    cells = []
    for name, title in results.benchmark.slices.items():
        columns = [(split, name, measure) for measure in measures]
        scores = list(find_scores(results, groups, columns))
        if scores:
            n_queries = max(score.n_queries for score in scores)
            above.append(GridCell(title, len(columns), plural(n_queries, "query")))
            cells += columns

    titles = results.benchmark.measure_titles
    return Columns(above, [number(titles[measure]) for *_, measure in cells], cells)


def find_scores(
    results: Results, groups: Iterable[RowGroup], columns: Collection[Column]
) -> Iterable[Score]:
    """Yield the scores of some groups in some columns."""
    for group in groups:
        for ranker in group.rankers:
            for column in columns:
                score = results.cells.get((group.protocol, ranker, column))
                if score:
                    yield score


def score_table(
    results: Results,
    groups: Mapping[str, RowGroup],
    columns: Columns,
    words: tuple[str, str],
    others: PublishedScores | None = None,
    *,
    more: Mapping[str, Sequence[Row]] | None = None,
    changes: Changes | None = None,
    with_intervals: Collection[Column] = (),
    at_least: int = 1,
    name_slice: Callable[[str], str] | None = None,
) -> Grid:
    """Return the scores of ``groups`` by title, then the rows ``more``, then the systems
    ``others``.

    ``words`` are caption and label. The best score of a column is bold within its protocol, if it
    has ``at_least`` so many scores and its slice enough queries; ``name_slice`` names slices that
    have not. ``changes`` are fields of the cells of (ranker, column).
    """
    cells = columns.cells
    values: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for score in find_scores(results, groups.values(), cells):
        if score.value is not None and score.n_queries >= FEWEST:
            values[score.protocol, score.split, score.slice, score.measure].append(score.value)
    best = {}
    for place, of_place in values.items():
        if len(of_place) >= at_least:
            best[place] = percent(max(of_place))

    parts: dict[str, Sequence[Row]] = {}
    for title, group in groups.items():
        rows = []
        rankers = dict.fromkeys(score.ranker for score in find_scores(results, [group], cells))
        for ranker in rankers:
            protocol = group.protocol
            rows.append(
                _score_row(results, protocol, ranker, cells, best, with_intervals, changes or {})
            )
        parts[title] = rows
    parts |= more or {}
    parts[OTHERS] = _published_rows(others or {}, cells)

    kind = "scores matrix many" if len(cells) > 12 else "scores matrix"
    heads = [("ranker", 0), *numbers(columns.heads)]
    few = tell_few(results, find_scores(results, groups.values(), cells), name_slice)
    caption = f"{words[0]} {few}".strip()
    return list_grid(words[1], caption, heads, parts, kind, columns.above)


def tell_few(
    results: Results, scores: Iterable[Score], name_slice: Callable[[str], str] | None = None
) -> str:
    """Return a sentence on the slices of few queries; empty if there are none.

    Slices have the titles of ``name_slice``, or else the benchmark's.
    """
    name_slice = name_slice or results.benchmark.slice_title
    small = {score.slice: score.n_queries for score in scores if score.n_queries < FEWEST}
    if not small:
        return ""
    named = [f"{name_slice(name)} ({n})" for name, n in small.items()]
    return f"Means over fewer than {FEWEST} have no interval and no best: {name_some(named, 10)}."


def _score_row(
    results: Results,
    protocol: str,
    ranker: str,
    columns: Iterable[Column],
    best: Mapping[tuple[str, ...], str],
    with_intervals: Collection[Column],
    changes: Changes,
) -> Row:
    """Return a ranker's row; scores equal to the ``best`` of their columns, as text, are bold."""
    cells = []
    n_runs = 1
    for column in columns:
        key = (protocol, ranker, column)
        score = results.cells.get(key)
        if score:
            n_runs = max(n_runs, score.n_runs)
        cell = score_cell(score, results.marks.get(key, ()), column in with_intervals)
        is_best = cell.text == best.get((protocol, *column))
        change = changes.get((ranker, column), {})
        cells.append(replace(cell, bold=is_best, **change))

    below = {}
    if n_runs > 1:
        below["runs"] = f"± over {plural(n_runs, 'run')}"
    return [GridCell(ranker, letter=results.letters.get(ranker, ""), below=below), *cells]


def score_cell(
    score: Score | None, marks: tuple[Mark, ...] = (), has_interval: bool = False
) -> GridCell:
    """Return a score, with its spread over runs, interval and published score below."""
    if score is None or score.value is None:
        return number(MISSING)

    value = percent(score.value)
    below = {"sd": spread(score.sd)}
    if has_interval:
        below["interval"] = interval(score)
    if score.published is not None:
        published = percent(score.published)
        below[PUBLISHED] = published
        below["difference"] = text_difference(value, published)
    below = {name: text for name, text in below.items() if text}
    return GridCell(value, marks=marks, below=below, is_number=True)


def _published_rows(systems: PublishedScores, columns: Sequence[Column]) -> list[Row]:
    """Return a row of each system that has a score in any of the columns."""
    rows = []
    for system, scores in systems.items():
        if any(column in scores for column in columns):
            row = [GridCell(system, kind="other")]
            row += [_published_cell(scores.get(column)) for column in columns]
            rows.append(row)
    return rows


def _published_cell(score: PublishedScore | None) -> GridCell:
    if score is None:
        return number(MISSING)
    below = {}
    if score.sd is not None:
        below["sd"] = spread(score.sd)
    return GridCell(percent(score.value), below=below, is_number=True)


def transpose(grid: Grid, head: str) -> Grid:
    """Transpose a table of scores: a column per ranker, rows below their common head.

    ``head`` is that of the rows. Columns of systems without a ranker are muted.
    """
    names = []
    rankers = []
    for title, row in grid.titled_rows:
        note = OTHERS.lower() if title and title.text == OTHERS else ""
        kind = "soft" if row[0].kind else ""
        names.append(replace(row[0], below={}, is_number=True, note=note, kind=kind))
        rankers.append(row)

    lines: list[Row] = []
    for column, name in enumerate(grid.columns[1:], 1):
        title = grid.upper.get(column)
        if title and title.text:
            lines.append([replace(title, span=1 + len(names))])
        line = [replace(name, is_number=False)]
        for row, ranker in zip(rankers, names, strict=True):
            line.append(replace(row[column], kind=row[column].kind or ranker.kind))
        lines.append(line)
    return Grid(grid.title, [[GridCell(head), *names]], lines, grid.label, "scores matrix parts")


def text_difference(value: str, other: str) -> str:
    """Return the difference of two scores as text, from the rounded scores so that readers can
    check it.

    Its exact value is that of the exact scores.
    """
    text = signed_percent((float(value) - float(other)) / 100)
    return ExactText(text, round(_exact(value) - _exact(other), 12))


def _exact(text: str) -> float:
    """Return the exact value of a score as text."""
    if isinstance(text, ExactText):
        return text.exact
    return float(text)


def interval(score: Score | None) -> str:
    """Return a score's interval as text (×100); empty if missing."""
    if score is None or score.ends is None:
        return ""
    low, high = score.ends
    return wording.interval(percent(low), percent(high))


def spread(sd: float | None) -> str:
    """Return a standard deviation as text (×100); empty if missing."""
    if sd is None:
        return ""
    return ExactText(f"± {percent(sd)}", times_100(sd))
