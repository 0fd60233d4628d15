"""What ``paperpool next`` prints: the pairs of runs, the verdicts, what to do; and the chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from paperpool.judging.asking import Request
from paperpool.judging.comparing import UNDECIDABLE, Comparison
from paperpool.judging.tables import tabulate_widths
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.grid import list_grid, numbers
from paperpool.pages.grid_text import write_text as write_grid
from paperpool.pages.wording import MISSING


def tell_comparison(comparison: Comparison, name: str, notes: Sequence[str]) -> str:
    """Return the tables of pairs of runs, on both questions, and of widths to expect."""
    items = comparison.items
    scale = 1 if items.measure.kind == "dcg" else 100
    unit = "" if scale == 1 else ", ×100"
    rows = []
    for found in comparison.assessments:
        rows.append(
            [
                f"{found.first} − {found.second}",
                f"{scale * found.value:+.2f}",
                _format(found.interval, scale),
                _format(found.sequence, scale),
                f"{found.n_left:,} of {found.n_depends:,}",
                f"{found.n_needed:,}" if found.is_open and found.n_needed else MISSING,
                found.verdict,
            ]
        )
    heads = ["difference", "interval", "at all looks", "unjudged", "needed", "verdict"]
    title = f"{items.measure.name} of {name}{unit}, on these {len(items.topics)} queries"
    first = list_grid("pairs", title, [("runs", 0), *numbers(heads)], rows)

    rows = []
    for found in comparison.assessments:
        wanted = MISSING if found.n_topics is None else f"{found.n_topics:,}"
        cells = [_format(found.sampled, scale), wanted, found.verdict_sampled]
        rows.append([f"{found.first} − {found.second}", *cells])
    title = "on queries like these"
    heads = ["interval", "queries needed", "verdict"]
    second = list_grid("topics", title, [("runs", 0), *numbers(heads)], rows)

    text = f"{first.title}\n{write_grid(first)}\n\n{second.title}\n{write_grid(second)}\n"
    widths = tabulate_widths(comparison)
    if len(widths):
        text += f"\n{_tell_widths(widths, scale)}\n"
    for note in notes:
        text += f"{note}\n"
    return text


def _tell_widths(widths: pd.DataFrame, scale: float) -> str:
    """Return the widths of intervals to expect, a row for each pair of runs."""
    rows = []
    for (run, other), group in widths.groupby(["run", "other"], sort=False):
        cells = [f"{scale * width:.1f}" for width in group["low_to_high"]]
        rows.append([f"{run} − {other}", *cells])
    heads = [str(n) for n in widths["judgments"].unique()]
    title = "width of the interval to expect after so many further judgments"
    grid = list_grid("widths", title, [("runs", 0), *numbers(heads)], rows)
    return f"{title}\n{write_grid(grid)}"


def _format(bounds: tuple[float, float], scale: float) -> str:
    """Return an interval, empty before it can be given."""
    if not np.isfinite(bounds[0]):
        return MISSING
    return f"[{scale * bounds[0]:+.2f}, {scale * bounds[1]:+.2f}]"


def describe_batch(
    comparison: Comparison,
    waiting: Sequence[Request],
    answered: Sequence[Request],
    n_blank: int,
    path: Path,
) -> str:
    """Return the number of requests, and of the answers to them; ``n_blank`` have no grade."""
    lines = []
    if answered:
        n = len(comparison.sample)
        lines.append(f"{len(answered)} answers are taken in: {path / 'requests.csv'}.")
        if n < len(answered):
            lines.append(f"{len(answered) - n} count once those drawn before them are answered.")
    if n_blank:
        lines.append(f"{n_blank:,} answers have no grade: they are blank, or were skipped.")
    if waiting:
        folder = path / f"batch-{waiting[0].batch}"
        lines.append(
            f"{len(waiting)} pairs wait: {folder / 'tasks.json'} (other tools: tasks.csv)."
        )
        lines.append("Give the grades by the same command with --answers FILE.")
    elif comparison.for_scores or not any(found.n_left for found in comparison.assessments):
        lines.append("Every pair that these differences depend on is judged: nothing is asked for.")
    else:
        lines.append("Every pair of runs is decided on these queries: nothing is asked for.")
    if any(found.verdict_sampled == UNDECIDABLE for found in comparison.assessments):
        lines.append("Where more queries are needed, judging more of these does not help.")
    return "\n" + "\n".join(lines) + "\n"


def draw_widths(widths: pd.DataFrame) -> str:
    """Return the chart of the widths to expect, as SVG."""
    series = []
    for number, (names, group) in enumerate(widths.groupby(["run", "other"], sort=False)):
        points = []
        for row in group.itertuples(index=False):
            title = f"{row.judgments} judgments: {row.low_to_high:.3f}"
            points.append(Point(float(row.judgments), float(row.low_to_high), title))
        series.append(Series(line_style(number, " − ".join(names)), points))
    panel = Panel(series, x_axis="further judgments", y_axis="width of the interval")
    chart = LineChart("widths", "Expected widths of intervals", [[panel]])
    return chart.__html__()
