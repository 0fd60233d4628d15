"""The table of `make bench`: the speed of the stages beside that of alternatives."""

from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import read_records
from paperpool.pages.grid import Column, list_grid
from paperpool.pages.section import Section, Text
from paperpool.pages.wording import count, duration, megabytes, rounded


@dataclass(frozen=True)
class BenchRow:
    """A line of bench.csv: ``ours`` beside ``other``, in the unit in ``name``.

    ``seconds`` and ``peak_mb`` (of the largest process) are of ours, ``n`` is the number of papers.
    """

    name: str
    ours: float
    other: float
    ratio: float
    seconds: float
    peak_mb: float
    n: int


def read_bench(path: str | Path) -> list[BenchRow]:
    """Return the rows of ``results/bench/bench.csv``; raise UserError for another file."""
    try:
        return read_records(path, BenchRow)
    except (KeyError, TypeError, ValueError) as error:
        hint = "Delete it, or run `make bench` again."
        raise UserError(Problem(f"Not a table of benchmarks: {error}.", str(path), hint)) from error


def show_bench(path: str | Path) -> Section | None:
    """Return the section on the table of ``make bench``, if it has rows."""
    rows = read_bench(path)
    if not rows:
        return None

    about = Markup("Measured by <code>make bench</code> on this report's machine, not in this run.")
    columns: list[Column] = [
        ("what; beside what", "name"),
        ("ours", "ours", rounded),
        ("other", "other", rounded),
        ("ratio", "ratio", rounded),
        ("papers", "n", count),
        ("time", "seconds", duration),
        ("peak memory", "peak_mb", megabytes),
    ]
    caption = "Ratio is ours to the other; time and memory (of the largest process) are of ours."
    table = list_grid("Benchmarks", caption, columns, rows, "")
    return Section("bench", "Benchmarks", [Text(about), table])
