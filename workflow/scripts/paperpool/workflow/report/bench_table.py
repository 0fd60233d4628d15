"""The table of `make bench`: the speed of the stages beside that of alternatives."""

from pathlib import Path

from markupsafe import Markup

from paperpool.pages.grid import Column, list_grid
from paperpool.pages.section import Section, Text
from paperpool.pages.wording import count, duration, megabytes, rounded
from paperpool.workflow.report.bench_rows import read_bench


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
