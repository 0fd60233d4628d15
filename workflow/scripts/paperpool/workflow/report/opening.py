"""The first screen of the report: the run, its headline scores, their distance from the papers'."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from paperpool.errors import name_some
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowPanel, SmallRows
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.headline import HeadlineCard, largest_differences
from paperpool.pages.run_info import RunInfo
from paperpool.pages.score_table import interval, text_difference
from paperpool.pages.scores import FEWEST, Score
from paperpool.pages.section import Facts, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import MISSING, count, percent, plural, visible

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
    """Return the section: facts of the run, a row a benchmark, and differences from the papers.

    A row has the best rankers and who is tied with the best; all rankers are folded. ``written`` is
    the date of the results, ``cards`` are by benchmark. ``titles`` are those of the sections, for
    the data that have one.
    """
    parts: list[Part] = [_list_facts(run, written, titles or {})]
    cards_with_scores = [card for card in cards if card.scores]
    if not cards_with_scores:
        parts.append(Text("No ranker was scored on a benchmark in this run."))
        return Section("overview", "At a glance", parts, "opening")

    rows = []
    for number, card in enumerate(cards_with_scores):
        link = Markup('<a href="#{}">{}</a>').format(card.anchor, visible(card.title))
        note = f"{card.measure}, {card.cell}, n = {count(card.n_queries)}"
        best = card.scores[:MOST_RANKERS]
        text = ", ".join(f"{score.ranker} {percent(score.value)}" for score in best)
        drawing = draw_best(f"best-{number}", card, best)
        tied = GridCell(_name_tied(card))
        rows.append([GridCell(link, note=note), GridCell(text, drawing=drawing), tied])
    columns = [("benchmark", 0), ("best rankers", 1), ("tied with the best", 2)]
    caption = (
        "The best rankers of each benchmark by its headline score (×100), with bootstrap "
        "intervals. Tied: the difference from the best cannot be told from chance."
    )
    parts.append(list_grid("Headline scores", caption, columns, rows, "overview"))

    parts += [Text(card.note, "sources") for card in cards_with_scores if card.note]
    if any(len(card.scores) > MOST_RANKERS for card in cards_with_scores):
        n_scores = sum(len(card.scores) for card in cards_with_scores)
        parts.append(Fold(f"All {n_scores} headline scores", [_list_all(cards_with_scores)]))
    parts += _list_agreement(cards, run.is_demo)
    return Section("overview", "At a glance", parts, "opening")


def list_rankers(cards: Sequence[HeadlineCard]) -> list[str]:
    """Return all rankers, the best first, each placed by the first benchmark that scored it."""
    names = [score.ranker for card in cards for score in card.scores]
    return list(dict.fromkeys(names))


def summarise(clauses: Iterable[str], cards: Sequence[HeadlineCard]) -> str:
    """Return the opening sentence: the sections' own facts, then counts of scored queries."""
    parts = [clause for clause in clauses if clause]
    n_rankers = len(list_rankers(cards))
    if n_rankers:
        n_benchmarks = sum(bool(card.scores) for card in cards)
        parts.append(f"{plural(n_rankers, 'ranker')} on {plural(n_benchmarks, 'benchmark')}")
    if not parts:
        return "Nothing was scored in this run."
    return "; ".join(parts) + "."


def _list_facts(run: RunInfo, written: str, titles: Mapping[str, str]) -> Facts:
    """Return the data of a run, its seed and date, and what it leaves out, with the keys to set."""
    data = ", ".join(titles.get(key, key) for key in run.data) or "none named"
    if run.is_demo:
        data = "generated demo data"
    facts: dict[str, str] = {"Data": data, "Seed": str(run.seed)}
    if written:
        facts["Results of"] = written

    keys = []
    for name, key in run.left_out.items():
        keys.append(Markup("{} (<code>{}</code>)").format(name, key))
    facts["Left out"] = Markup(", ").join(keys) or "nothing"
    return Facts(facts)


def draw_best(name: str, card: HeadlineCard, scores: Sequence[Score]) -> SmallRows:
    """Return the chart of some headline scores of a card with their intervals, best on top."""
    point = Style(kind="point", marker="o", size=5)
    line = Style(kind="line", width=1.6)
    rows = []
    for score in scores:
        value = percent(score.value)
        text = f"{score.ranker}: {value} {interval(score)}".rstrip()
        marks = [Mark(point, 100 * score.known, text)]
        if score.ends:
            low, high = score.ends
            marks.insert(0, Mark(line, 100 * high, start=100 * low))
        rows.append(Row(score.ranker, marks, [value]))
    return SmallRows(name, f"{card.title}: {card.measure} of the best rankers", [RowPanel(rows)])


def _name_tied(card: HeadlineCard) -> str:
    """Return the rankers that are tied with the best, or why nobody knows."""
    if len(card.scores) < 2:
        return "one ranker alone"
    if card.n_queries < FEWEST:
        return f"too few queries to tell (fewer than {FEWEST})"
    if card.tied is None:
        return "not tested"
    return name_some(list(card.tied), MOST_TIED) or "none"


def _list_all(cards: Sequence[HeadlineCard]) -> Grid:
    """Return every headline score, in a group a benchmark."""
    rows = {}
    for card in cards:
        tied = {card.scores[0].ranker, *(card.tied or ())}
        lines = []
        for score in card.scores:
            is_tied = MISSING
            if card.tied is not None:
                is_tied = "yes" if score.ranker in tied else "no"
            ends = interval(score) or MISSING
            lines.append((score.ranker, percent(score.value), ends, is_tied))
        rows[f"{card.title}: {card.measure}, {card.cell}"] = lines

    columns = [("ranker", 0), *numbers(["score", "interval"]), ("tied with the best", 3)]
    caption = "The headline scores of all rankers (×100)."
    return list_grid("All headline scores", caption, columns, rows)


def _list_agreement(cards: Sequence[HeadlineCard], is_demo: bool) -> Iterator[Part]:
    """Yield how many scores are close to the papers', and those that are furthest."""
    compared = [score for card in cards for score in card.compared]
    if not compared:
        reason = ""
        if is_demo:
            reason = ": the data are generated, and no paper has them"
        yield Text(f"No score of this run can be compared with that of a paper{reason}.", "sources")
        return

    yield Heading("What differs most from the papers", "papers")
    rows = []
    for score in largest_differences(cards, MOST_DIFFERENCES):
        value = percent(score.value)
        published = percent(score.published)
        if value != published:
            difference = text_difference(value, published)
            rows.append((score.ranker, score.cell, value, published, difference))

    n_close = sum(abs(score.difference) <= CLOSE for score in compared)
    verb = "is" if n_close == 1 else "are"
    about = (
        f"{count(n_close)} of {plural(len(compared), 'score')} that a paper has as well {verb} "
        "within half a point of it."
    )
    if rows:
        about += " Below is the furthest of each ranker and benchmark."
    yield Text(about)

    if rows:
        caption = "Ours and the paper's score for the same cell (×100)."
        columns = [("ranker", 0), ("cell", 1), *numbers(["ours", "published", "difference"], 2)]
        label = "Largest differences from the papers"
        yield list_grid(label, caption, columns, rows, "differences")
