"""The comparison: one HTML page in the report's look, and the same tables as text and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.figures import BenchmarkFigures, of_headline
from paperpool.compare.rankers import Rankings
from paperpool.compare.sides import Side
from paperpool.compare.tables import (
    list_changes,
    list_differences,
    list_headline,
    list_moves,
    name_pair,
)
from paperpool.pages.environment import make_environment
from paperpool.pages.grid import Grid
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.wording import p_value, percent, plural, signed_percent

_MAX_NAMED = 3


@dataclass(frozen=True)
class Contents:
    """What a comparison has: one sentence, notes, and the tables.

    ``differences`` have their protocol and part. ``counts`` are None where not both runs have a
    corpus, and then ``has_corpora`` is false, or where none differs.
    """

    sides: Sequence[Side]
    summary: str
    notes: Sequence[str]
    differences: Sequence[tuple[str, str, Grid]]
    moves: Grid | None
    figures: Sequence[tuple[BenchmarkFigures, Grid | None]]
    has_corpora: bool
    counts: Grid | None
    settings: Grid | None

    @property
    def tables(self) -> list[Grid]:
        """The tables in the order of the page."""
        shown = [grid for *_, grid in self.differences]
        others = (self.moves, *(grid for _, grid in self.figures), self.counts, self.settings)
        return [*shown, *(grid for grid in others if grid is not None)]


def make_contents(
    sides: Sequence[Side],
    differences: Differences | None,
    rankings: Rankings,
    figures: Sequence[BenchmarkFigures],
    counts: Sequence[Change] | None,
    settings: Sequence[Change],
) -> Contents:
    """Return the tables of a comparison.

    ``differences`` are None where no rankers are compared; the notes of ``rankings`` then say why.
    ``counts`` are None where not both runs have a corpus.
    """
    return Contents(
        sides,
        summarise(differences, figures, counts),
        rankings.notes,
        list(list_differences(differences)),
        list_moves(differences, rankings),
        [(one, list_headline(one)) for one in figures],
        counts is not None,
        list_changes(counts, "count", " of rows and papers"),
        list_changes(settings, "setting"),
    )


def build_page(contents: Contents) -> str:
    """Return the page."""
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    a, b = (side.name for side in contents.sides)
    generated = [side.letter for side in contents.sides if side.is_demo]
    return template.render(contents=contents, a=a, b=b, generated=generated)


def print_contents(contents: Contents, *, colour: bool) -> str:
    """Return the sentence, the notes and the tables as they stand in a terminal.

    Of CSFCube's differences it has those of all test queries; the page has the others.
    """
    left_out = [grid for _, part, grid in contents.differences if part != "all"]
    tables = [grid for grid in contents.tables if grid not in left_out]
    parts = [contents.summary, *(f"Note: {note}" for note in contents.notes)]
    parts += [f"{grid.title}\n{write_text(grid, colour=colour)}" for grid in tables]
    return "\n\n".join(parts) + "\n"


def list_contents(contents: Contents) -> dict[str, Any]:
    """Return a comparison as JSON values."""
    return {
        "a": contents.sides[0].name,
        "b": contents.sides[1].name,
        "summary": contents.summary,
        "notes": list(contents.notes),
        "tables": [list_values(grid) for grid in contents.tables],
    }


def summarise(
    differences: Differences | None,
    figures: Sequence[BenchmarkFigures],
    counts: Sequence[Change] | None,
) -> str:
    """Return one sentence: the rankers whose headline figure moved furthest, or what else did."""
    if differences is None:
        changed = sum(one.n_changed for one in figures)
        if total := sum(len(one.table) for one in figures):
            titles = ", ".join(one.benchmark.title for one in figures)
            return f"{changed:,} of {plural(total, 'figure')} differ ({titles})."
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
