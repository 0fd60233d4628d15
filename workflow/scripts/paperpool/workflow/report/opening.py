"""The first screen of the report: the run, its headline scores, their distance from the papers'."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from paperpool.errors import name_some
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowPanel, SmallRows
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.headline import HeadlineCard, largest_differences
from paperpool.pages.run_info import RunInfo
from paperpool.pages.score_table import text_difference
from paperpool.pages.scores import FEWEST
from paperpool.pages.section import Facts, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import MISSING, count, interval, percent, plural, visible

MOST_RANKERS = 3
"""Rankers of a benchmark that the first screen has room for; further ones are a click away."""

MOST_TIED = 5
"""Names of tied rankers that it has room for."""

MOST_DIFFERENCES = 6
"""Differences from the papers that it shows."""

CLOSE = 0.005
"""Up to this difference, half a point, a score counts as close to the published one."""


def make_opening(
    run: RunInfo,
    cards: Sequence[HeadlineCard],
    written: str = "",
    titles: Mapping[str, str] | None = None,
) -> Section:
    """Return the section.

    ``written`` is the date of the results, ``cards`` are by benchmark. ``titles`` are those of the
    sections, for the data that have one.
    """
    data = [(titles or {}).get(key, key) for key in run.data]
    keys = [Markup("{} (<code>{}</code>)").format(name, key) for name, key in run.left_out.items()]
    facts = {
        "Data": "generated demo data" if run.is_demo else ", ".join(data) or "none named",
        "Seed": str(run.seed),
        "Results of": written,
        "Left out": Markup(", ").join(keys) or "nothing",
    }
    shown = Facts({name: fact for name, fact in facts.items() if fact})
    parts = [shown, *_list_headline(cards), *_list_agreement(cards, run.is_demo)]
    return Section("overview", "At a glance", parts, "opening")


def list_rankers(cards: Sequence[HeadlineCard]) -> list[str]:
    """Return all rankers, the best first, each placed by the first benchmark that scored it."""
    return list(dict.fromkeys(ranker for front in cards for ranker in front.values))


def summarise(clauses: Iterable[str], cards: Sequence[HeadlineCard]) -> str:
    """Return the opening sentence: the sections' own facts, then counts of scored queries."""
    n_rankers, n_benchmarks = len(list_rankers(cards)), sum(bool(one.values) for one in cards)
    scored = f"{plural(n_rankers, 'ranker')} on {plural(n_benchmarks, 'benchmark')}"
    said = [*filter(None, clauses), *([scored] if n_rankers else [])]
    return "; ".join(said) + "." if said else "Nothing was scored in this run."


def _list_headline(cards: Sequence[HeadlineCard]) -> Iterator[Part]:
    """Yield a table with a row a benchmark, its best rankers and who is tied; all are folded."""
    cards = [front for front in cards if front.values]
    if not cards:
        yield Text("No ranker was scored on a benchmark in this run.")
        return
    caption = (
        "The best rankers of each benchmark by its headline score (×100), with bootstrap "
        "intervals. Tied: the difference from the best cannot be told from chance."
    )
    columns = [("benchmark", 0), ("best rankers", 1), ("tied with the best", 2)]
    rows = [_list_best(number, front) for number, front in enumerate(cards)]
    yield list_grid("Headline scores", caption, columns, rows, "overview")
    yield from (Text(front.note, "sources") for front in cards if front.note)
    n_scores = sum(len(front.values) for front in cards)
    if any(len(front.values) > MOST_RANKERS for front in cards):
        yield Fold(f"All {n_scores} headline scores", [_list_all(cards)])


def _list_best(number: int, front: HeadlineCard) -> list[GridCell]:
    """Return the row of a benchmark; ``number`` tells its chart from the others."""
    link = Markup('<a href="#{}">{}</a>').format(front.anchor, visible(front.title))
    note = f"{front.measure}, {front.cell}, n = {count(front.n_queries)}"
    best = list(front.values)[:MOST_RANKERS]
    drawing = draw_best(f"best-{number}", front, best)
    text = ", ".join(f"{name} {percent(front.values[name])}" for name in best)
    return [GridCell(link, note=note), GridCell(text, drawing=drawing), GridCell(_say_tied(front))]


def draw_best(name: str, front: HeadlineCard, rankers: Sequence[str]) -> SmallRows:
    """Return the chart of some rankers' headline scores with their intervals, the best on top."""
    point, line = Style(kind="point", marker="o", size=5), Style(kind="line", width=1.6)
    rows = []
    for ranker in rankers:
        value = front.values[ranker]
        text = _write_score(front, ranker)
        marks = [Mark(point, 100 * value, f"{ranker}: {text}")]
        if ranker in front.intervals:
            low, high = front.intervals[ranker]
            marks.insert(0, Mark(line, 100 * high, start=100 * low))
        rows.append(Row(ranker, marks, [percent(value)]))
    return SmallRows(name, f"{front.title}: {front.measure} of the best rankers", [RowPanel(rows)])


def _write_score(front: HeadlineCard, ranker: str) -> str:
    value = percent(front.values[ranker])
    if ranker not in front.intervals:
        return value
    return f"{value} {interval(*map(percent, front.intervals[ranker]))}"


def _say_tied(front: HeadlineCard) -> str:
    """Return the rankers that are tied with the best, or why nobody knows."""
    if len(front.values) < 2:
        return "one ranker alone"
    if front.n_queries < FEWEST:
        return f"too few queries to tell (fewer than {FEWEST})"
    if front.tied is None:
        return "not tested"
    return name_some(list(front.tied), MOST_TIED) or "none"


def _list_all(cards: Sequence[HeadlineCard]) -> Grid:
    """Return every headline score, in a group a benchmark."""
    rows = {}
    for front in cards:
        tied = {next(iter(front.values)), *(front.tied or ())}
        rows[f"{front.title}: {front.measure}, {front.cell}"] = [
            (
                ranker,
                percent(value),
                interval(*map(percent, ends)) if (ends := front.intervals.get(ranker)) else MISSING,
                MISSING if front.tied is None else "yes" if ranker in tied else "no",
            )
            for ranker, value in front.values.items()
        ]
    columns = [("ranker", 0), *numbers(["score", "interval"]), ("tied with the best", 3)]
    caption = "The headline scores of all rankers (×100)."
    return list_grid("All headline scores", caption, columns, rows)


def _list_agreement(cards: Sequence[HeadlineCard], is_demo: bool) -> Iterator[Part]:
    """Yield how many scores are close to the papers', and those that are furthest."""
    beside = [one for front in cards for one in front.beside]
    if not any(front.values for front in cards):
        return
    if not beside:
        reason = ": the data are generated, and no paper has them" * is_demo
        yield Text(f"No score of this run can be compared with that of a paper{reason}.", "sources")
        return
    yield Heading("What differs most from the papers", "papers")
    n_close = sum(abs(one.difference) <= CLOSE for one in beside)
    rows = [
        (one.ranker, one.cell, value, published, text_difference(value, published))
        for one in largest_differences(cards, MOST_DIFFERENCES)
        if (value := percent(one.value)) != (published := percent(one.published))
    ]
    furthest = " Below is the furthest of each ranker and benchmark."
    yield Text(
        f"{count(n_close)} of {plural(len(beside), 'score')} that a paper has as well "
        f"{'is' if n_close == 1 else 'are'} within half a point of it.{furthest * bool(rows)}"
    )
    if rows:
        caption = "Ours and the paper's score for the same cell (×100)."
        columns = [("ranker", 0), ("cell", 1), *numbers(["ours", "published", "difference"], 2)]
        label = "Largest differences from the papers"
        yield list_grid(label, caption, columns, rows, "differences")
