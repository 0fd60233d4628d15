"""The comparison: one HTML page in the report's look, and the same tables as text and JSON."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.rankers import Rankings
from paperpool.compare.scores import BenchmarkScores, of_headline
from paperpool.compare.sides import Side
from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.paired_tests import paired_cells
from paperpool.pages.scores import Comparison
from paperpool.pages.section import Fold, Heading, Items, Part, Section, Text, list_tables
from paperpool.pages.wording import count, p_value, percent, plural, quote, signed_percent

MAX_MOVES = 20
"""Queries shown of those that moved."""

_MAX_NAMED = 3


@dataclass(frozen=True)
class Contents:
    """The content of a comparison: one sentence, notes, and the sections of its page."""

    sides: Sequence[Side]
    summary: str
    notes: Sequence[str]
    sections: Sequence[Section]


def make_contents(
    sides: Sequence[Side],
    differences: Differences | None,
    rankings: Rankings,
    scores: Sequence[BenchmarkScores],
    counts: Sequence[Change] | None,
    settings: Sequence[Change],
) -> Contents:
    """Return the sections of a comparison.

    Without ``differences`` the notes of ``rankings`` give the reason.
    """
    moves = list_moves(differences, rankings) if differences else []
    if counts is None:
        of_corpora: list[Part] = [Text("Not compared: not both runs have a corpus.", "left-out")]
    else:
        same = "Every count of the two corpora is the same."
        of_corpora = [list_changes(counts, "count", " of rows and papers") or Text(same)]
    what = " besides the runs' names: often the reason"
    same = "The two configurations have the same settings."
    sections = [
        Section("csfcube", "CSFCube", list(_list_rankers(sides, differences, rankings.notes))),
        *([Section("moves", "Queries that moved", moves)] if moves else []),
        *map(_list_scores, scores),
        Section("corpus", "Corpus", of_corpora),
        Section("settings", "Settings", [list_changes(settings, "setting", what) or Text(same)]),
    ]
    return Contents(sides, summarise(differences, scores, counts), rankings.notes, sections)


def _list_rankers(
    sides: Sequence[Side], differences: Differences | None, notes: Sequence[str]
) -> Iterator[Part]:
    if differences is None:
        yield Text("No rankers are compared.", "left-out")
    else:
        about = Markup(
            "A is <strong>{}</strong>, B is <strong>{}</strong>. All scores are ×100; differences "
            "are B minus A. The official protocol is that of the release's script; the corrected "
            "one follows the measures' definitions."
        )
        yield Text(about.format(*(side.name for side in sides)))
    if notes:
        yield Items(notes)
    yield from list_differences(differences) if differences else ()


def _list_scores(one: BenchmarkScores) -> Section:
    about = f"{count(one.n_changed)} of {plural(len(one.table), 'score')} that both runs have "
    about += "differ; figures.csv has all. Paired tests are of CSFCube alone."
    return Section(one.benchmark.name, one.benchmark.title, [Text(about), *list_headline(one)])


def build_page(contents: Contents) -> str:
    """Return the page."""
    summary = contents.summary
    if generated := [f"{side.letter}'s" for side in contents.sides if side.is_demo]:
        whose = "its" if len(generated) == 1 else "their"
        summary += f" {' and '.join(generated)} data are generated; {whose} scores say nothing "
        summary += "about real papers."
    title = " vs ".join(side.name for side in contents.sides)
    fragments = [make_fragment([section]) for section in contents.sections]
    return write_page("paperpool comparison", title, summary, fragments)


def print_contents(contents: Contents, *, colour: bool) -> str:
    """Return the sentence, the notes and the tables as they stand in a terminal.

    Tables that the page folds are left out.
    """
    tables = [grid for one in contents.sections for grid in list_tables(one.parts, folded=False)]
    parts = [contents.summary, *(f"Note: {note}" for note in contents.notes)]
    parts += [f"{grid.title}\n{write_text(grid, colour=colour)}" for grid in tables]
    return "\n\n".join(parts) + "\n"


def list_contents(contents: Contents) -> dict[str, Any]:
    """Return a comparison as JSON values."""
    a, b = (side.name for side in contents.sides)
    tables = [list_values(grid) for one in contents.sections for grid in list_tables(one.parts)]
    values = {"a": a, "b": b, "summary": contents.summary, "notes": list(contents.notes)}
    return values | {"tables": tables}


def summarise(
    differences: Differences | None,
    scores: Sequence[BenchmarkScores],
    counts: Sequence[Change] | None,
) -> str:
    """Return one sentence: the rankers whose headline score moved furthest, or other changes."""
    if differences is None:
        changed = sum(one.n_changed for one in scores)
        if total := sum(len(one.table) for one in scores):
            titles = ", ".join(one.benchmark.title for one in scores)
            return f"{changed:,} of {plural(total, 'score')} differ ({titles})."
        return f"{plural(len(counts or ()), 'count')} of the corpora differ."
    table, queries = (
        of_headline(found, BENCHMARK) for found in (differences.table, differences.queries)
    )
    # a ranker whose mean stays while its queries move has moved
    pairs = queries.loc[queries.difference != 0, ["ranker_a", "ranker_b"]].drop_duplicates()
    moved = table.merge(pairs).sort_values("difference", key=lambda d: -d.abs(), kind="stable")
    texts = [
        f"{name_pair(row)}: all-NDCG%20 {percent(row.value_a)} → {percent(row.value_b)} "
        f"({signed_percent(row.difference)}, Holm p {p_value(row.p_holm)})"
        for row in moved[:_MAX_NAMED].itertuples()
    ]
    if len(moved) > _MAX_NAMED:
        texts.append(f"{plural(len(moved) - _MAX_NAMED, 'more ranker')} that moved less")
    if n_still := len(table) - len(moved):
        texts.append(f"{plural(n_still, 'ranker')} unchanged")
    return f"{'; '.join(texts)} over {plural(int(table.n_queries.iloc[0]), 'query')}."


def name_pair(row: Any) -> str:
    """Return the one name of a row's two rankers, or both."""
    a, b = row.ranker_a, row.ranker_b
    return a if a == b else f"{a} → {b}"


def list_differences(found: Differences) -> Iterator[Part]:
    """Yield CSFCube's differences by protocol: on the test split, then by facet and fold."""
    shown = found.table[found.table.metric.isin(BENCHMARK.measure_titles)]
    tables = shown.groupby(["protocol", "split"], sort=False)
    for (protocol, split), table in sorted(tables, key=lambda one: one[0][1] != "test"):
        groups = {
            f"{title} ({plural(int(rows.n_queries.iloc[0]), 'query')})": rows.itertuples()
            for name, title in BENCHMARK.slices.items()
            if len(rows := table[table.slice == name])
        }
        about = f"{protocol} protocol, {split} split"
        if split != "test":
            yield Fold(f"First fold, {about}", [_differences(groups, about, found.confidence)])
            continue
        first, *others = groups
        yield Heading(about.capitalize(), str(protocol))
        yield _differences({first: groups[first]}, about, found.confidence)
        if facets := {title: groups[title] for title in others}:
            table = _differences(facets, f"{about}, each facet", found.confidence)
            yield Fold(f"Each facet, {about}", [table])


def _differences(groups: dict[str, Iterable[Any]], about: str, confidence: float) -> Grid:
    title = (
        f"Both scores (×100), {about}; {100 * confidence:g}% paired bootstrap interval, p of a "
        "two-sided paired permutation test, and after Holm's correction over the compared rankers "
        "of a slice and measure, bold below 0.05."
    )
    names = ("A", "B", "difference", "interval", "p", "Holm p")
    columns = [("ranker", 0), ("measure", 1), *numbers(names, 2)]
    rows = {title: map(_difference, members) for title, members in groups.items()}
    return list_grid(f"Differences, {about}", title, columns, rows, "tests")


def _difference(row: Any) -> list[str | GridCell]:
    """Return the two scores of a row of ``Differences.table`` and their test."""
    cell = (row.protocol, row.split, row.ranker_b, row.ranker_a, row.slice, row.metric)
    test = paired_cells(
        Comparison(*cell, row.difference, row.ci_low, row.ci_high, row.p, row.p_holm, row.n_queries)
    )
    difference = replace(test[0], bold=test[-1].bold)
    names = (name_pair(row), BENCHMARK.measure_titles[row.metric])
    return [*names, percent(row.value_a), percent(row.value_b), difference, *test[1:]]


def list_moves(found: Differences, rankings: Rankings) -> list[Grid]:
    """Return the table of the queries whose headline score moved most, if any moved."""
    papers = {} if rankings.collection is None else rankings.collection.papers
    moved = of_headline(found.queries, BENCHMARK)
    rows = []
    for row in moved[moved.difference != 0][:MAX_MOVES].itertuples():
        paper, facet = str(row.query_id).rsplit("_", 1)
        title = GridCell(papers[paper].title.strip() or paper, note=paper)
        rows.append([title, facet, name_pair(row), *_two_sides(row)])
    caption = (
        f"The {plural(len(rows), 'query')} that moved most, NDCG%20 (×100), official protocol, "
        "test split; queries.csv has all."
    )
    columns = [("query paper", 0), ("facet", 1), ("ranker", 2)]
    columns += numbers(("A", "B", "difference"), 3)
    return [list_grid("Queries that moved most", caption, columns, rows, "moves")] if rows else []


def _two_sides(row: Any) -> tuple[str, str, str]:
    return percent(row.value_a), percent(row.value_b), signed_percent(row.difference)


def list_headline(of: BenchmarkScores) -> list[Grid]:
    """Return the headline score of each ranker, in the order of A's table, if there are any."""
    rows = []
    for row in of_headline(of.table, of.benchmark).itertuples():
        queries = GridCell(count(row.n_a))
        if row.n_a != row.n_b:
            queries = GridCell(f"{row.n_a} → {row.n_b}", kind="warn")
        name = GridCell(name_pair(row), kind="changed" if row.difference else "")
        rows.append([name, *_two_sides(row), queries])
    columns = [("ranker", 0), *numbers(("A", "B", "difference", "queries"))]
    caption, label = f"{of.about} (×100), and the number of queries.", of.benchmark.title
    return [list_grid(f"Scores, {label}", caption, columns, rows)] if rows else []


def list_changes(changes: Sequence[Change], noun: str, what: str) -> Grid | None:
    """Return the values that differ, counted as a ``noun``, if any."""
    if not changes:
        return None
    rows = [[quote(one.key), one.a and quote(one.a), one.b and quote(one.b)] for one in changes]
    title = f"{plural(len(rows), noun)}{what}; a dash stands where a run does not have it."
    columns = [(noun, 0), ("A", 1), ("B", 2)]
    return list_grid(f"{noun.capitalize()}s that differ", title, columns, rows, "settings")
