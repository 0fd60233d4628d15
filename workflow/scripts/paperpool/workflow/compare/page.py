"""A comparison as text, JSON and page: the tables of scoring, and the settings that differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.pages.fragments import make_fragment, write_page
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.section import Items, Part, Section, Text
from paperpool.pages.wording import count, percent, plural, quote, signed_percent
from paperpool.scoring.text import write_scored
from paperpool.workflow.compare.places import Compared
from paperpool.workflow.compare.rankers import name_pair
from paperpool.workflow.compare.scores import BothScores
from paperpool.workflow.compare.sides import Side
from paperpool.workflow.config.changed import Change

SAME = "The two configurations have the same settings."


@dataclass(frozen=True)
class Contents:
    """The content of a comparison.

    ``compared`` are the collections with rankings of both runs, ``others`` what else both scored.
    """

    sides: Sequence[Side]
    notes: Sequence[str]
    compared: Sequence[Compared]
    others: Sequence[BothScores]
    settings: Sequence[Change]
    confidence: float

    @property
    def summary(self) -> str:
        """One sentence: how many scores differ, and settings."""
        parts = []
        tables = [(each.scored.title, each.differences) for each in self.compared]
        tables += [(each.title, each.table) for each in self.others]
        for title, table in tables:
            n_changed = int((table.value_a != table.value_b).sum())
            parts.append(f"{title}: {n_changed:,} of {plural(len(table), 'score')} differ")

        if len(self.settings) == 1:
            parts.append("1 setting differs")
        else:
            parts.append(f"{plural(len(self.settings), 'setting')} differ")
        return "; ".join(parts) + "."


def build_page(contents: Contents) -> str:
    """Return the page."""
    summary = contents.summary
    generated = [f"{side.letter}'s" for side in contents.sides if side.is_demo]
    if generated:
        whose = "its" if len(generated) == 1 else "their"
        summary += (
            f" {' and '.join(generated)} data are generated; {whose} scores say nothing about real "
            "papers."
        )

    title = " vs ".join(side.name for side in contents.sides)
    fragments = [make_fragment([section]) for section in _list_sections(contents)]
    return write_page("paperpool comparison", title, summary, fragments)


def _list_sections(contents: Contents) -> Iterator[Section]:
    about = ", ".join(f"{side.letter} is {side.name}" for side in contents.sides)
    notes: list[Part] = [Text(f"{about}. All scores are ×100; differences are B minus A.")]
    if contents.notes:
        notes.append(Items(contents.notes))
    yield Section("compared", "What is compared", notes)

    for number, compared in enumerate(contents.compared, 1):
        scored = compared.scored
        parts: list[Part] = [Text(note, "label warn") for note in scored.notes]
        parts += scored.tables
        parts += scored.tests
        yield Section(f"scored-{number}", scored.title, parts, "broad")

    tables = list(_list_headlines(contents))
    if tables:
        about = "The headline scores of both runs' tables, without tests; figures.csv has all."
        yield Section("scores", "Scores of the reports", [Text(about), *tables])

    yield Section("settings", "Settings", [_list_settings(contents.settings) or Text(SAME)])


def print_contents(contents: Contents, *, colour: bool) -> str:
    """Return the notes and the tables as they stand in a terminal."""
    parts = [contents.summary]
    parts += [f"Note: {note}" for note in contents.notes]
    for compared in contents.compared:
        scored = write_scored(compared.scored, contents.confidence, colour=colour)
        parts.append(scored.rstrip("\n"))

    for grid in _list_closing_tables(contents):
        parts.append(f"{grid.title}\n{write_text(grid, colour=colour)}")
    return "\n\n".join(parts) + "\n"


def list_contents(contents: Contents) -> dict[str, Any]:
    """Return a comparison as JSON values."""
    a, b = contents.sides
    tables: list[Grid] = []
    notes = list(contents.notes)
    for compared in contents.compared:
        tables += compared.scored.tables
        tables += compared.scored.tests
        notes += compared.scored.notes
    tables += _list_closing_tables(contents)

    return {
        "a": a.name,
        "b": b.name,
        "summary": contents.summary,
        "notes": notes,
        "tables": [list_values(table) for table in tables],
    }


def _list_closing_tables(contents: Contents) -> list[Grid]:
    """Return the tables of headline scores, and that of settings if some differ."""
    tables = list(_list_headlines(contents))
    settings = _list_settings(contents.settings)
    if settings is not None:
        tables.append(settings)
    return tables


def _list_headlines(contents: Contents) -> Iterator[Grid]:
    """Yield the headline score of each ranker, in the order of A's table."""
    for other in contents.others:
        rows = []
        for row in other.headline.itertuples():
            queries = GridCell(count(row.n_a))
            if row.n_a != row.n_b:
                queries = GridCell(f"{row.n_a} → {row.n_b}", kind="warn")
            pair = name_pair((str(row.ranker_a), str(row.ranker_b)))
            name = GridCell(pair, kind="changed" if row.difference else "")
            value_a = percent(row.value_a)
            value_b = percent(row.value_b)
            rows.append([name, value_a, value_b, signed_percent(row.difference), queries])
        if not rows:
            continue

        first = other.headline.iloc[0]
        measure = other.benchmark.measure_titles.get(first.metric, first.metric)
        about = f"{measure}, {first.protocol}, {first.split} split"
        columns = [("ranker", 0), *numbers(("A", "B", "difference", "queries"))]
        caption = f"{other.title}: {about} (×100), and the number of queries."
        yield list_grid(f"Scores, {other.title}", caption, columns, rows)


def _list_settings(changes: Sequence[Change]) -> Grid | None:
    """Return the settings that differ, if any."""
    if not changes:
        return None
    rows = []
    for change in changes:
        # of a setting that a run does not have, the value is empty
        value_a = change.a and quote(change.a)
        value_b = change.b and quote(change.b)
        rows.append([quote(change.key), value_a, value_b])

    verb = "differs" if len(rows) == 1 else "differ"
    title = (
        f"{plural(len(rows), 'setting')} {verb} besides the runs' names, often the reason of other "
        "scores. A dash stands for a setting that a run does not have."
    )
    columns = [("setting", 0), ("A", 1), ("B", 2)]
    return list_grid("Settings that differ", title, columns, rows, "settings")
