"""The charts of the corpus: the funnel, and how often papers are cited."""

from collections.abc import Mapping
from itertools import accumulate

from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import ACCENT, DROP, LINE
from paperpool.pages.wording import plural, share
from paperpool.report.corpus.funnel import Funnel, Step

_READ, _LEFT = Style(colour=LINE, opacity=0.35), Style(opacity=0.25)
_REMAIN, _DROPPED = Style("remain", colour=ACCENT), Style("dropped", colour=DROP)


def funnel_chart(funnel: Funnel) -> RowChart:
    """Return a bar per step, dropped rows beside those left; steps without rows are left out."""
    rows = [
        _funnel_row(step, title, funnel.read)
        for title, steps in funnel.groups.items()
        for step in steps
        if step.kind == "remain" or step.n
    ]
    limits = (0, max(funnel.read, 1))
    return RowChart("funnel", "Corpus funnel", [RowPanel(rows)], limits=limits)


def _funnel_row(step: Step, group: str, read: int) -> Row:
    drops = step.kind == "drop"
    left = step.left if drops else 0
    style, title = _DROPPED if drops else _REMAIN, f"{group}, {step.label}: {step.n:,} rows"
    marks = [Mark(_READ, read), Mark(_LEFT, left), Mark(style, left + step.n, title, left)]
    return Row(step.label, marks, [f"{'−' * drops}{step.n:,}", share(step.n, read)], group)


def in_degrees(papers_by_times: Mapping[str, int]) -> LineChart:
    """Return the papers that are cited at least k times, for each k from 1 on.

    ``papers_by_times`` maps times cited to papers; some paper is cited.
    """
    times = sorted((int(n) for n in papers_by_times if int(n)), reverse=True)
    papers = accumulate(papers_by_times[str(n)] for n in times)
    points = [
        Point(k, n, f"cited at least {plural(k, 'time')}: {plural(n, 'paper')}")
        for k, n in zip(times, papers, strict=True)
    ]
    x_axis = "cited at least so many times by papers of the corpus"
    series = Series(Style(kind="line", width=1, marker="o"), points)
    said = f"{plural(int(points[-1].y), 'paper')} cited, the most often {plural(times[0], 'time')}"
    panel = Panel([series], "", x_axis, "papers", "xy")
    about = "Papers by how often they are cited"
    return LineChart("in-degrees", about, [[panel]], height=2.6, said=said)
