"""The report's section on the corpus, with its charts: the funnel, and papers by citations."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from paperpool.io.bad_rows import name_reason
from paperpool.io.files import read_json
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import ACCENT, DROP, LINE
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Column, GridCell, list_grid
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Drawing, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import ExactText, count, plural, quote, share, words
from paperpool.workflow.report.corpus.funnel import FATES, Funnel, Step, make_funnel, read_bad_rows

_READ = Style(colour=LINE, opacity=0.35)
_LEFT = Style(opacity=0.25)
_REMAIN = Style("remain", colour=ACCENT)
_DROPPED = Style("dropped", colour=DROP)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's files, and its clause of the page's sentence."""
    funnel = make_funnel(read_json(files["summary"]))
    parts = list(_list_rows(funnel))
    parts += _list_bad_rows(funnel, files["quarantine"])
    parts += _list_joined(funnel)
    parts += _describe_graph(read_json(files["graph"]))

    summary = f"{plural(funnel.kept, 'paper')} kept of {plural(funnel.read, 'row')}"
    if funnel.broken:
        summary += f" ({plural(len(funnel.broken), 'shard')} not read to the end)"
    return make_fragment([Section("corpus", "Corpus", parts)], summary)


def _list_rows(funnel: Funnel) -> Iterator[Part]:
    """Yield the outcome of every row: as a chart, step by step, by shard and by dataset."""
    yield Text(
        "Filters work side by side on the readable rows: each drops a paper for the first of its "
        "conditions that holds, and a paper is kept when any filter keeps it."
    )
    if funnel.broken:
        caption = Markup(
            "Shards that could not be read to the end (<code>corpus.on_bad_shard: keep</code>); "
            "missing rows are not counted, an unread tail is one quarantined row."
        )
        columns: list[Column] = [
            ("shard", "name"),
            ("what is wrong", "why"),
            ("bytes read", "bytes_read", count),
            ("of", "bytes", count),
            ("rows got", "rows", count),
        ]
        yield list_grid("Broken shards", caption, columns, funnel.broken)

    yield Drawing("Corpus funnel", funnel_chart(funnel))
    rows = {}
    for title, steps in funnel.groups.items():
        rows[title] = [_step(step, funnel) for step in steps]
    columns = [("step", 0), ("rows", 1, str), ("share", 2, str), ("remaining", 3, count)]
    caption = "Rows dropped and remaining at each step, and their share of the rows read."
    table = list_grid("Corpus funnel, table", caption, columns, rows)
    yield Fold("Every step in numbers", [table])

    columns = [
        ("shard", "name"),
        ("read", "read", count),
        ("readable", "readable", count),
        ("quarantined", "quarantined", count),
        ("reasons", "reasons"),
    ]
    caption = "Rows by shard, in the order in which shards are read."
    title = plural(len(funnel.shards), "shard")
    if funnel.joined:
        title += " of papers"
    yield Fold(title, [list_grid("Shards", caption, columns, funnel.shards)])

    if funnel.releases:
        columns = [
            ("dataset", "name"),
            ("files", "files", count),
            ("rows read", "read", count),
            ("declared", "declared", count),
        ]
        caption = "Rows read of each dataset of a release, and those it declares (rounded)."
        yield list_grid("Releases", caption, columns, funnel.releases)
    yield from _list_marks(funnel)


def _list_marks(funnel: Funnel) -> Iterator[Part]:
    """Yield sentences on released labels, OpenAlex's marks, and texts that were cleaned."""
    if funnel.own_labels:
        labelled = ", ".join(funnel.own_labels)
        yield Text(f"Sentences and labels of {labelled} are those of CSFCube's released abstracts.")
    if funnel.marks:
        yield Text(f"Readable works of OpenAlex by mark: {funnel.marks}.")
    if funnel.cleaned:
        titles = plural(funnel.cleaned["titles"], "title")
        abstracts = plural(funnel.cleaned["abstracts"], "abstract")
        yield Text(
            f"Tags and entities were cleaned out of {titles} and {abstracts} of kept papers."
        )


def _step(step: Step, funnel: Funnel) -> tuple[GridCell, str, str, int]:
    """Return the row of a step: its name, its rows, their share of all, and those that remain."""
    rows = count(step.n)
    if step.kind == "drop" and step.n:
        rows = ExactText(f"−{rows}", -step.n)
    return GridCell(step.label, kind=step.kind), rows, share(step.n, funnel.read), step.left


def funnel_chart(funnel: Funnel) -> RowChart:
    """Return a bar per step, dropped rows beside those left; steps without rows are left out."""
    rows = []
    for title, steps in funnel.groups.items():
        for step in steps:
            if step.kind == "remain" or step.n:
                rows.append(_funnel_row(step, title, funnel.read))
    limits = (0, max(funnel.read, 1))
    return RowChart("funnel", "Corpus funnel", [RowPanel(rows)], limits=limits)


def _funnel_row(step: Step, group: str, read: int) -> Row:
    """Return the bar of a step, on one of all rows that were read."""
    style = _REMAIN
    left = 0  # where the bar begins: dropped rows stand behind those that are left
    number = f"{step.n:,}"
    if step.kind == "drop":
        style = _DROPPED
        left = step.left
        number = f"−{number}"
    title = f"{group}, {step.label}: {step.n:,} rows"
    marks = [Mark(_READ, read), Mark(_LEFT, left), Mark(style, left + step.n, title, left)]
    return Row(step.label, marks, [number, share(step.n, read)], group)


def _list_bad_rows(funnel: Funnel, quarantine: str | Path) -> Iterator[Part]:
    """Yield the first rows that could not be read."""
    rows = []
    for row in read_bad_rows(quarantine):
        reason = name_reason(words(row["reason"]), row["key"])
        text = GridCell(quote(row["text"]), kind="excerpt")
        rows.append(row | {"reason": reason, "text": text})
    if not rows:
        yield Text("No row was quarantined.")
        return

    caption = Markup("Rows that could not be read; <code>corpus/quarantine.parquet</code> has all.")
    columns: list[Column] = [
        ("shard", "shard"),
        ("line", "line", count),
        ("reason", "reason"),
        ("begins with", "text"),
    ]
    title = f"Quarantined rows: the first {len(rows)} of {count(funnel.bad_rows)}"
    yield Fold(title, [list_grid("Quarantined rows", caption, columns, rows, "bad-rows")])


def _list_joined(funnel: Funnel) -> Iterator[Part]:
    """Yield the outcomes of the datasets that are joined to the papers."""
    if not funnel.joined:
        return

    yield Heading("Abstracts and citations")
    columns: list[Column] = [("dataset", "name")]
    for fate in ("read", "quarantined", *FATES, "joined"):
        columns.append((words(fate), fate, count))
    columns.append(("share", "share", str))
    columns.append(("reasons", "reasons"))
    caption = (
        "Rows of the datasets that are joined to the papers by id. Repeated: an earlier row has "
        "the abstract; unresolved: one end of the citation is unknown; without paper: no readable "
        "row of the papers has its id. The reasons are those of quarantined rows."
    )
    yield list_grid("Joined datasets", caption, columns, funnel.joined, "")


def _describe_graph(graph: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the ends of the corpus's citations."""
    if not graph["citations"]:
        return
    yield Heading("Citation graph", "citation-graph")
    if graph["citations"] > graph["limit"]:
        text = (
            f"The corpus has {count(graph['citations'])} citations, and graphs of more than "
            f"{count(graph['limit'])} are not summed up."
        )
        yield Text(text, "left-out")
        return

    circles = count(graph["circles"])
    if graph["circles"]:
        largest = count(graph["largest_circle"])
        circles += f", with {count(graph['in_circles'])} papers, {largest} of them in the largest"
    yield Text(
        f"Of {plural(graph['citations'], 'citation')}, {count(graph['edges'])} are of one paper of "
        f"the corpus by another. They join its {plural(graph['papers'], 'paper')} to "
        f"{plural(graph['components'], 'component')}, the largest of "
        f"{plural(graph['largest_component'], 'paper')}; {count(graph['in_degrees']['0'])} are "
        f"cited by none. Forward in time, to a paper of a later year, point "
        f"{count(graph['forward'])} of the {count(graph['dated'])} with both years. Papers that "
        f"cite themselves: {count(graph['own'])}. Circles, in which citations lead from each paper "
        f"to each other: {circles}."
    )
    if graph.get("edges"):
        yield Drawing("Papers by how often they are cited", in_degrees(graph["in_degrees"]))


def in_degrees(papers_by_times: Mapping[str, int]) -> LineChart:
    """Return the papers that are cited at least k times, for each k from 1 on.

    ``papers_by_times`` maps times cited to papers; some paper is cited.
    """
    times = sorted((int(k) for k in papers_by_times if int(k)), reverse=True)
    points = []
    n_papers = 0
    for k in times:
        n_papers += papers_by_times[str(k)]
        title = f"cited at least {plural(k, 'time')}: {plural(n_papers, 'paper')}"
        points.append(Point(k, n_papers, title))

    x_axis = "cited at least so many times by papers of the corpus"
    series = Series(Style(kind="line", width=1, marker="o"), points)
    said = f"{plural(n_papers, 'paper')} cited, the most often {plural(times[0], 'time')}"
    panel = Panel([series], "", x_axis, "papers", "xy")
    about = "Papers by how often they are cited"
    return LineChart("in-degrees", about, [[panel]], height=2.6, said=said)
