"""The first screen of the report: the run, its headline scores, their distance from the papers'."""

from collections.abc import Iterable, Iterator, Sequence

from markupsafe import Markup

from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.headline import HeadlineCard, largest_differences
from paperpool.pages.run_info import RunInfo
from paperpool.pages.score_table import text_difference
from paperpool.pages.section import Facts, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import MISSING, count, percent, plural, visible

MOST_ROWS = 10
"""Rankers that the first screen has room for; further ones are a click away."""

MOST_DIFFERENCES = 6
"""Differences from the papers that it shows."""

CLOSE = 0.005
"""Up to this difference, half a point, a score counts as close to the published one."""


def make_opening(run: RunInfo, cards: Sequence[HeadlineCard], written: str = "") -> Section:
    """Return the section; ``written`` is the date of the results, ``cards`` are by benchmark."""
    keys = [Markup("{} (<code>{}</code>)").format(name, key) for name, key in run.left_out.items()]
    facts = {
        "Data": "generated demo data" if run.is_demo else ", ".join(run.data) or "none named",
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
    """Yield the table rankers × benchmarks, with the best ranker of each; the others are folded."""
    cards = [front for front in cards if front.values]
    order = list_rankers(cards)
    first = [*dict.fromkeys([*(next(iter(front.values)) for front in cards), *order])][:MOST_ROWS]
    if not order:
        yield Text("No ranker was scored on a benchmark in this run.")
        return
    caption = "The headline score of each benchmark (×100), the best bold."
    shown = [name for name in order if name in first]
    yield _overview(cards, shown, "Headline scores", caption)
    yield from (Text(front.note, "sources") for front in cards if front.note)
    if more := [name for name in order if name not in first]:
        label = "Headline scores of further rankers"
        table = _overview(cards, more, label, "The headline scores of the other rankers (×100).")
        yield Fold(plural(len(more), "further ranker"), [table])


def _overview(
    cards: Sequence[HeadlineCard], rankers: Sequence[str], label: str, caption: str
) -> Grid:
    link = Markup('<a href="#{}">{}</a>')
    heads = []
    for front in cards:
        note = f"{front.measure}, {front.cell}, n = {count(front.n_queries)}"
        heads.append(GridCell(link.format(front.anchor, visible(front.title)), note=note))
    rows = [[name, *(_cell(front, name) for front in cards)] for name in rankers]
    return list_grid(label, caption, [("ranker", 0), *numbers(heads)], rows, "overview")


def _cell(front: HeadlineCard, ranker: str) -> GridCell:
    """Return a ranker's headline score, bold if it is the best of several."""
    if ranker not in front.values:
        return GridCell(MISSING)
    value, best = percent(front.values[ranker]), percent(max(front.values.values()))
    return GridCell(value, bold=len(front.values) > 1 and value == best)


def _list_agreement(cards: Sequence[HeadlineCard], is_demo: bool) -> Iterator[Part]:
    """Yield how many scores are close to the papers', and those that are furthest."""
    yield Heading("What differs most from the papers", "papers")
    beside = [one for front in cards for one in front.beside]
    if not beside:
        reason = ": the data are generated, and no paper has them" * is_demo
        yield Text(f"No score of this run can be compared with that of a paper{reason}.")
        return
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
