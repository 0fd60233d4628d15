"""Scores from a model's grades of all pairs and people's of a few drawn ones, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run, first_runs
from paperpool.io.csv_rows import Rows, read_records
from paperpool.io.tables import list_records
from paperpool.judging.drawn_grades import DrawnGrades, read_drawn_grades
from paperpool.judging.files import PREDICTED
from paperpool.judging.items import gather_items
from paperpool.judging.model_grades import ModelGrades, read_model_grades
from paperpool.judging.powering import FEWEST
from paperpool.judging.predicting import Drawn, predict_scores
from paperpool.pages.grid import Grid, list_grid, numbers
from paperpool.pages.wording import MISSING
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.checking import check_runs
from paperpool.scoring.differences import choose_measure
from paperpool.scoring.task import Place, Scored, Task

if TYPE_CHECKING:
    import pandas as pd

MEASURES = ("dcg@10", "p@10", "ndcg@10")

COLUMNS = (
    "measure run other value low high low_by_people high_by_people from_people tuning beyond drawn"
).split()

ABOUT = (
    "A model's grades, corrected by people's. Intervals (95%) are of these queries, those of which "
    "no pair was drawn among them: only the judgments are a sample. From people: the share of the "
    "information that comes from people's grades; of 100% the model's do not count."
)


def find_drawn_folder(place: Place, where: str = "--predicted") -> Path:
    """Return the folder with the draws of a place; raise UserError if it has no place for them."""
    if place.benchmark != "collections":
        message = f"A model's grades do not go with {place.name}: all of its pairs are judged."
        hint = "They go with a collection whose judgments were drawn: `paperpool next` writes one."
        raise UserError(Problem(message, where, hint))
    return Path(str(place.settings.get("path", place.folder)))


def open_drawn(place: Place) -> tuple[Collection, DrawnGrades]:
    """Return the collection of a place, and how its grades were drawn; UserError if it has none."""
    folder = find_drawn_folder(place)
    collection = find_adapter(place.benchmark).open_data(place)
    return collection, read_drawn_grades(folder, collection.topics())


def tabulate_predicted(
    collection: Collection,
    runs: Mapping[str, Run],
    drawn: DrawnGrades,
    model: ModelGrades,
    measures: Sequence[str] = MEASURES,
) -> pd.DataFrame:
    """Return COLUMNS of each measure: a row for each run, then for each pair of runs (``other``).

    Raises UserError for grades of a model that do not fit, and for runs and measures that do not.
    """
    import pandas as pd

    tables = []
    for name in measures:
        measure = choose_measure(name, collection, "measures")
        items = gather_items(collection, runs, measure, drawn.max_grade)
        tables.append(tabulate_drawn(drawn.mark(items), collection, model))
    return pd.concat(tables, ignore_index=True)


def tabulate_drawn(drawn: Drawn, collection: Collection, model: ModelGrades) -> pd.DataFrame:
    """Return COLUMNS of the measure of some items."""
    import pandas as pd

    items = drawn.items
    grades = model.align(drawn, collection.topics(), collection.documents, items.max_grade)
    rows = []
    for found in predict_scores(drawn, grades):
        run, other, value, interval, alone, share, tuning, n_beyond = astuple(found)
        cells = [value, *interval, *alone, share, tuning, n_beyond, len(drawn.sample)]
        rows.append([items.measure.name, run, other, *cells])
    return pd.DataFrame(rows, columns=COLUMNS)


def add_predicted(
    task: Task, scored: Scored, path: str, collection: Collection, drawn: DrawnGrades
) -> Scored:
    """Return what is scored with the table of a model's grades in a file, and its notes.

    ``collection`` and ``drawn`` are those of ``open_drawn``.
    """
    adapter = find_adapter(task.place.benchmark)
    checked, _, _ = check_runs(
        task, collection, lambda _, file: adapter.read_rankings(file, collection)
    )
    table = tabulate_predicted(collection, first_runs(checked), drawn, read_model_grades(path))

    others = {**scored.evaluation.others, PREDICTED: table}
    evaluation = replace(scored.evaluation, others=others)
    notes = [*scored.notes, *describe_predicted(list_records(table)), *describe_waiting(drawn)]
    grids = [make_grid(list_records(table))]
    return replace(scored, evaluation=evaluation, predicted=grids, notes=notes)


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    measure: str
    run: str
    other: str
    value: float | None
    low: float | None
    high: float | None
    low_by_people: float | None
    high_by_people: float | None
    from_people: float | None
    beyond: int
    drawn: int

    @property
    def title(self) -> str:
        """The run, or the two that are compared."""
        if not self.other:
            return self.run
        return f"{self.run} − {self.other}"

    @property
    def scale(self) -> float:
        """What values are shown times: DCG as it is, others as percentages."""
        return 1.0 if self.measure.startswith("dcg") else 100.0


def make_grid(table: str | Path | Rows) -> Grid:
    """Return the table as it is printed: the rows of each measure below its title."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for row in read_records(table, Row):
        unit = "" if row.scale == 1 else " (×100)"
        cells = list(_format(row))
        groups.setdefault(f"{row.measure}{unit}", []).append((row.title, *cells))
    heads = numbers(["estimate", "interval", "by people alone", "from people"])
    return list_grid("Prediction-powered scores", ABOUT, [("", 0), *heads], groups)


def _format(row: Row) -> Iterator[str]:
    """Yield the cells of a row, empty if it has no estimate."""
    if row.value is None or row.from_people is None:
        yield from [MISSING] * 4
        return
    sign = "+" if row.other else ""
    yield f"{row.scale * row.value:{sign}.2f}"
    for low, high in ((row.low, row.high), (row.low_by_people, row.high_by_people)):
        if low is None or high is None:
            yield MISSING
        else:
            yield f"[{row.scale * low:{sign}.2f}, {row.scale * high:{sign}.2f}]"
    yield f"{row.from_people:.0%}"


def describe_waiting(drawn: DrawnGrades) -> list[str]:
    """Return a note of grades that do not count yet, if there are any."""
    if not drawn.waiting:
        return []
    return [
        f"{len(drawn.waiting):,} drawn grades do not count yet: pairs that were drawn before them "
        "have none."
    ]


def describe_predicted(table: str | Path | Rows) -> list[str]:
    """Return notes of few grades, estimates by people alone, and pairs that could not be drawn."""
    rows = read_records(table, Row)
    notes = []
    few = [row.drawn for row in rows if row.drawn < FEWEST]
    n_alone = sum(row.from_people == 1 for row in rows)
    if few:
        notes.append(
            f"Estimates are by people's grades alone: {few[0]:,} are drawn, and a model's grades "
            f"count from {FEWEST} on."
        )
    elif n_alone:
        notes.append(
            f"{n_alone} of {len(rows)} estimates are by people's grades alone: the model's do not "
            "make them narrower."
        )

    for row in rows:
        if row.beyond:
            notes.append(
                f"{row.title}, {row.measure}: no estimate, as {row.beyond:,} pairs could not be "
                "drawn. Draw with these runs: paperpool next --for scores."
            )
    return notes
