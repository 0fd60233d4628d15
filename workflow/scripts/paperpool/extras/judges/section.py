"""The report's section on model judges: one table, the board."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.schemes import read_scheme
from paperpool.extras.judges.agreement import ALL, GRADE
from paperpool.extras.judges.board import (
    ALL_JUDGES,
    METRICS,
    RANKERS,
    SAME_MODEL,
    TOP,
)
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Format, Grid, list_grid, numbers
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Items, Part, Section, Text
from paperpool.pages.wording import count, decimal, estimate, signed_percent

Row = Mapping[str, str]

Key = tuple[str, str, str]
"""The part, the slice and the measure of a row of the board."""

Board = dict[str, dict[str, dict[Key, Row]]]
"""The rows of the board by whom a judge is compared with, by the judge, and by their key."""


def build_section(
    label: RunLabel, files: Mapping[str, str | Path], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section, for the page."""
    parts = list(list_judges(files))
    return make_fragment([Section("judges", "Model judges", parts, link="Judges")])


def list_judges(files: Mapping[str, str | Path]) -> Iterator[Part]:
    """Yield the counts of the judges and the board; ``files`` are those of ``list_files``."""
    yield Text(
        "Models that graded the same candidates as people; no grade of theirs is part of the "
        "collection. Intervals are over queries and facets."
    )
    judges = []
    for row in read_rows(files["counts"]):
        graded, blank, both = (count(int(row[name])) for name in ("n_graded", "n_blank", "n_both"))
        judges.append(f"{row['judge']}: {graded}; without a grade {blank}; by people too {both}")
    yield Items(judges, "Pairs graded")

    board: Board = {}
    for row in read_rows(files["board"]):
        rows = board.setdefault(row["against"], {}).setdefault(row["judge"], {})
        rows[row["part"], row["slice"], row["measure"]] = row
    among = board.pop(ALL_JUDGES, {})
    if not board:
        yield Text("Nothing to compare.")
        return
    yield _list_board(board, read_scheme(files["scheme"]).n_grades)
    for rows in among.values():
        alpha = _write_value(rows[ALL, ALL, "alpha"])
        yield Text(f"Krippendorff's α of all judges: {alpha}.")


def _list_board(board: Board, n_grades: int) -> Grid:
    """Return the table of a row for each judge and whom it is compared with."""
    metric = METRICS[0]
    as_gain = partial(_write_interval, form=signed_percent)
    shown: list[tuple[str, Key, Callable[[Row], str]]] = [
        ("κ", (ALL, ALL, "kappa"), _write_interval),
        ("α", (ALL, ALL, "alpha"), _write_value),
        ("τ", (RANKERS, ALL, f"tau_{metric}"), _write_interval),
        (f"τ, {TOP}", (RANKERS, TOP, f"tau_{metric}"), _write_interval),
        ("circularity", (RANKERS, SAME_MODEL, f"circularity_{metric}"), as_gain),
        ("ranks won", (RANKERS, SAME_MODEL, f"rise_{metric}"), _write_value),
        ("bias", (ALL, ALL, "bias"), _write_value),
    ]
    for grade in range(n_grades):
        shown.append((str(grade), (GRADE, str(grade), "bias"), _write_value))
    groups = {}
    for against, of_judges in board.items():
        lines = groups.setdefault(f"beside {against}", [])
        for judge, rows in of_judges.items():
            n_pairs = count(int(rows[ALL, ALL, "kappa"]["n"]))
            lines.append([judge, n_pairs, *(form(rows.get(key, {})) for _, key, form in shown)])

    title = judged_benchmark().measure_titles[metric]
    caption = (
        "Each judge beside people's settled grades, and beside the other judges. τ: Kendall's, of "
        f"the orders of rankers by {title}. Circularity: how much more the judge raises rankers "
        "that share its model than the others (×100), and how many ranks these win. Bias: above 0 "
        "the judge grades higher, over all pairs and over those with a 0, a 1, … by the other side."
    )
    columns = [("judge", 0), *numbers(["pairs", *(name for name, *_ in shown)])]
    return list_grid("The board of judges", caption, columns, groups, "", {"of grade": n_grades})


def _write_value(row: Row) -> str:
    """Return a value of the board; a sign if it is missing."""
    return decimal(read_number(row.get("value")))


def _write_interval(row: Row, form: Format = decimal) -> str:
    """Return a value of the board with its interval."""
    value, low, high = (read_number(row.get(name)) for name in ("value", "ci_low", "ci_high"))
    return estimate(value, low, high, form=form)
