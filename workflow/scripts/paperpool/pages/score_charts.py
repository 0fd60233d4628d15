"""Charts of scores ×100 for every benchmark: intervals, and bars by slice."""

from collections.abc import Mapping, Sequence

from paperpool.benchmarks.benchmark import Headline
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import DROP, INK, MUTED
from paperpool.pages.headline import headline
from paperpool.pages.results import Results
from paperpool.pages.score_table import RowGroup, find_scores
from paperpool.pages.score_table import interval as write_interval
from paperpool.pages.scores import Score
from paperpool.pages.wording import percent

Looks = tuple[Style, Style, Style]
"""The styles of a score, its interval and the published score."""


def interval_chart(results: Results, kind: Headline | None = None) -> RowChart:
    """Return every ranker's headline score, or score of another ``kind``, with its interval.

    The best is on top. A published score is a hollow mark, a baseline a line across all rows.
    """
    benchmark = results.benchmark
    kind = kind or benchmark.headline
    covered = f"{100 * results.confidence:g}%"
    looks = (
        Style("this run", "point", marker="o"),
        Style(f"{covered} bootstrap interval", "line", width=2),
        Style("published", "point", INK, marker="D", size=8, fill="none"),
    )
    baseline = Style("baseline", "rule", MUTED, width=0.9, dashes=(0, (4, 3)))

    rows = []
    for score in headline(results.scores, kind):
        marks = _marks(score, score.ranker, looks)
        name = score.ranker
        if score.ranker in results.baselines:
            marks.insert(0, Mark(baseline, 100 * score.known))
            name += " (baseline)"
        rows.append(Row(name, marks, [_text(score)]))

    measure = benchmark.measure_titles[kind.measure]
    slice_title = benchmark.slice_title(kind.slice).lower()
    about = f"{measure} of {slice_title} with {covered} intervals"
    axis = f"{measure} (×100), {slice_title}, {kind.protocol} protocol"
    name = "intervals"
    if kind != benchmark.headline:
        name = f"intervals-{kind.measure}"
    return RowChart(name, about, [RowPanel(rows)], axis)


def slice_bars(
    results: Results,
    groups: Mapping[str, Sequence[str]],
    slices: Sequence[str],
    name: str,
) -> RowChart:
    """Return the headline's measure of every ranker in ``slices``, a panel for each.

    ``groups`` has the rankers in the order shown.
    """
    benchmark = results.benchmark
    kind = benchmark.headline
    looks = (
        Style("this run", opacity=0.45),
        Style(f"{100 * results.confidence:g}% interval", "line", INK, width=1.1),
        Style("published", "tick", DROP, width=2.2),
    )

    columns = [(kind.split, name_of_slice, kind.measure) for name_of_slice in slices]
    row_groups = [RowGroup(kind.protocol, names) for names in groups.values()]
    found = {}
    for score in find_scores(results, row_groups, columns):
        if score.value is not None:
            found[score.ranker, score.slice] = score
    scored = {ranker for ranker, _ in found}

    panels = []
    for name_of_slice in slices:
        rows = []
        for group, rankers in groups.items():
            for ranker in rankers:
                if ranker not in scored:
                    continue
                score = found.get((ranker, name_of_slice))
                if score:
                    marks = _marks(score, f"{ranker}, {name_of_slice}", looks)
                    rows.append(Row(ranker, marks, [percent(score.value)], group))
                else:
                    rows.append(Row(ranker, [], [], group))
        panels.append(RowPanel(rows, benchmark.slice_title(name_of_slice)))
    title = benchmark.measure_titles[kind.measure]
    return RowChart(name, f"{title} of every ranker by slice", panels, f"{title} (×100)")


def _marks(score: Score, name: str, looks: Looks) -> list[Mark]:
    """Return a score, its interval and the published score in the styles of ``looks``."""
    value, interval, published = looks
    marks = [Mark(value, 100 * score.known, f"{name}: {_text(score)}")]
    if score.ends:
        low, high = score.ends
        marks.append(Mark(interval, 100 * high, start=100 * low))
    if score.published is not None:
        title = f"{name}, published: {percent(score.published)}"
        marks.append(Mark(published, 100 * score.published, title))
    return marks


def _text(score: Score) -> str:
    ends = write_interval(score)
    return f"{percent(score.value)} {ends}".rstrip()
