"""The report's section on model judges: one table, the board."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import judged_benchmark
from paperpool.collections.schemes import read_scheme
from paperpool.extras.judges.agreement import ALL, GRADE
from paperpool.extras.judges.board import (
    ALL_JUDGES,
    METRICS,
    N_TOP,
    RANKERS,
    SAME_MODEL,
)
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Format, Grid, list_grid, numbers
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Items, Part, Section, Text
from paperpool.pages.wording import count, decimal, estimate, signed_percent

Row = Mapping[str, str]


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

    found: dict[tuple[str, str], dict[tuple[str, ...], Row]] = {}
    for row in read_rows(files["board"]):
        cells = found.setdefault((row["judge"], row["against"]), {})
        cells[row["part"], row["slice"], row["measure"]] = row
    among = found.pop((ALL_JUDGES, ALL_JUDGES), {})
    if not found:
        yield Text("Nothing to compare.")
        return
    yield _list_board(found, read_scheme(files["scheme"]).n_grades)
    for row in among.values():
        yield Text(f"Krippendorff's α of all judges: {decimal(read_number(row['value']))}.")


def _list_board(
    found: Mapping[tuple[str, str], Mapping[tuple[str, ...], Row]], n_grades: int
) -> Grid:
    """Return a row for each two graders: agreement, bias, and what becomes of the rankers."""
    metric = METRICS[0]
    shown: list[tuple[str, tuple[str, ...], Format]] = [
        ("κ", (ALL, ALL, "kappa"), decimal),
        ("α", (ALL, ALL, "alpha"), decimal),
        ("bias", (ALL, ALL, "bias"), decimal),
    ]
    for grade in range(n_grades):
        shown.append((f"bias at {grade}", (GRADE, str(grade), "bias"), decimal))
    shown += [
        ("τ", (RANKERS, ALL, f"tau_{metric}"), decimal),
        (f"τ, top {N_TOP}", (RANKERS, f"top {N_TOP}", f"tau_{metric}"), decimal),
        ("circularity", (RANKERS, SAME_MODEL, f"circularity_{metric}"), signed_percent),
        ("ranks", (RANKERS, SAME_MODEL, f"rise_{metric}"), decimal),
    ]
    lines = []
    for (judge, against), cells in found.items():
        line = [judge, against, count(int(cells[ALL, ALL, "kappa"]["n"]))]
        for _, key, form in shown:
            row = cells.get(key, {})
            value, low, high = (
                read_number(row.get(name)) for name in ("value", "ci_low", "ci_high")
            )
            line.append(estimate(value, low, high, form=form))
        lines.append(line)

    title = judged_benchmark().measure_titles[metric]
    caption = (
        "Each judge beside people, and beside the other judges. Above 0, bias means that the judge "
        "grades higher; bias at 2 is that of pairs with a 2 by whom it is beside. τ: Kendall's, of "
        f"the orders of rankers by {title}. Circularity: how much more the judge raises rankers "
        "that share its model than the others (×100), and how many ranks they win."
    )
    columns = [("judge", 0), ("beside", 1), *numbers(["pairs", *(name for name, *_ in shown)], 2)]
    return list_grid("The board of judges", caption, columns, lines, "")
