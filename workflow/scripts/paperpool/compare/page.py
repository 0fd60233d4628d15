"""The comparison: one HTML page in the report's look, and the same tables as text and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.rankers import Rankings
from paperpool.compare.scores import BenchmarkScores, of_headline
from paperpool.compare.sides import Side
from paperpool.compare.tables import (
    list_changes,
    list_differences,
    list_headline,
    list_moves,
    name_pair,
)
from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.section import Items, Part, Section, Text, list_tables
from paperpool.pages.wording import count, p_value, percent, plural, signed_percent

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
        summary += (
            f" {' and '.join(generated)} data are generated; {whose} scores say nothing about "
        )
        summary += "real papers."
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
