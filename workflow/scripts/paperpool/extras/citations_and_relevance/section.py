"""The report's section on citations and relevance: relations, candidates, and orders of rankers."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.extras.citations_and_relevance.measuring import CITATIONS, DIFFERENCE
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.charts.svg import MUTED
from paperpool.pages.fragments import Fragment, make_fragment
from paperpool.pages.grid import Column, Grid, list_grid, numbers
from paperpool.pages.run_info import RunLabel
from paperpool.pages.section import Drawing, Fold, Heading, Part, Section, Text
from paperpool.pages.wording import count, decimal, estimate, percent, words

CsvRow = Mapping[str, str]

_TITLES = {
    "cites": "cites",
    "cited_by": "is cited by",
    "either": "either",
    "coupling": "bibliographic coupling",
    "cocitation": "co-citation",
    "two_steps": "two steps",
}

_ABOUT = (
    "Papers that are relevant to a question are compared with papers that they are linked to: "
    "precision is the share of linked papers that are relevant to the question too, chance that of "
    "as many papers drawn from all judged ones; recall is the share of relevant papers that are "
    "linked to another relevant one. Rankers take as many nearest papers in place of the linked "
    "ones. Intervals are over questions."
)


def build_section(
    label: RunLabel, files: Mapping[str, Any], settings: Mapping[str, Any]
) -> Fragment:
    """Return the section of a run's tables."""
    parts: list[Part] = [Text(_ABOUT)]
    for name, relevant in settings["relevant"].items():
        parts.append(Heading(name))
        parts += _list_relations(name, files[name], relevant)
    if "candidates" in files:
        parts += _list_candidates(files["candidates"])
        parts += _list_orders(files["orders"], files["rankers"])
    if "known_citations" in files:
        parts.append(_list_known(files["known_citations"]))
    title = "Citations and relevance"
    return make_fragment([Section("citations-and-relevance", title, parts)])


def _list_relations(name: str, files: Mapping[str, str | Path], relevant: float) -> Iterator[Part]:
    """Yield the chart and the tables of the relations of a collection's papers."""
    rows = read_rows(files["relations"])
    links = {row["relation"]: row for row in read_rows(files["links"])}
    chosen = [row for row in rows if float(row["grade"]) == relevant]
    yield Drawing("Precision of links", make_chart(name, chosen), is_wide=True)
    yield _show_relations(name, f"grades from {relevant:g}", chosen, links)

    for grade in dict.fromkeys(row["grade"] for row in rows):
        if float(grade) == relevant:
            continue
        of_grade = [row for row in rows if row["grade"] == grade]
        title = f"{name}: relevant from the grade {float(grade):g}"
        table = _show_relations(name, f"grades from {float(grade):g}", of_grade, links)
        yield Fold(title, [table])


def make_chart(name: str, rows: Sequence[CsvRow]) -> RowChart:
    """Return the precision of each relation with its interval, and that of neighbours by text."""
    by_citations = Style("linked by citations", "point", marker="o")
    by_text = Style("as many neighbours by text", "point", MUTED, marker="D")
    by_chance = Style("chance", "tick", MUTED, width=2)
    interval = Style("interval", "line", width=2)

    chances = {}
    for row in rows:
        if row["measure"] == "chance" and row["neighbours"] == CITATIONS:
            chances[row["relation"]] = read_number(row["value"])
    lines = []
    for row in rows:
        value = read_number(row["value"])
        if row["measure"] != "precision" or value is None:
            continue
        is_linked = row["neighbours"] == CITATIONS
        marks = [Mark(by_citations if is_linked else by_text, 100 * value)]
        low = read_number(row["ci_low"])
        high = read_number(row["ci_high"])
        if low is not None and high is not None:
            marks.insert(0, Mark(interval, 100 * high, start=100 * low))
        chance = chances.get(row["relation"])
        if chance is not None:
            marks.insert(0, Mark(by_chance, 100 * chance))
        lines.append(Row(row["neighbours"], marks, [percent(value, 1)], _TITLES[row["relation"]]))
    about = f"Precision of links and of neighbours by text, {name}"
    axis = "relevant to the same question, % of linked papers"
    return RowChart(f"links-{name}", about, [RowPanel(lines)], axis)


def _show_relations(
    name: str, grades: str, rows: Sequence[CsvRow], links: Mapping[str, CsvRow]
) -> Grid:
    """Return a table of relations: a line for citations, and for each ranker's neighbours."""
    lines: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if row["measure"] == DIFFERENCE:
            continue
        of_relation = lines.setdefault(row["relation"], {})
        line = of_relation.setdefault(row["neighbours"], [row["neighbours"], row["n_linked"]])
        form = decimal if row["measure"] == "lift" else percent
        line.append(_estimate(row, "value", form))

    groups = {}
    for relation, of_relation in lines.items():
        n_pairs = count(int(links[relation]["n_pairs"]))
        groups[f"{_TITLES[relation]} ({n_pairs} pairs)"] = list(of_relation.values())
    heads = ["linked", "precision, %", "chance, %", "lift", "recall, %", "pairs linked, %"]
    columns: list[Column] = [("neighbours", 0), *numbers(heads)]
    caption = f"{name}, {grades}: papers linked to relevant ones, with intervals over questions."
    return list_grid(f"{name}: relations, {grades}", caption, columns, groups, "broad")


def _list_candidates(path: str | Path) -> Iterator[Part]:
    yield Heading("The benchmark of citations, judged by people")
    groups: dict[str, list[list[str]]] = {}
    for row in read_rows(path):
        title = f"relevant to a question of both, grades from {float(row['weight']):g}"
        share = _estimate(row, "share")
        cells = [words(row["type"]), share, row["n_relevant"], row["n_candidates"]]
        groups.setdefault(title, []).append(cells)
    columns = [("candidates", 0), *numbers(["share, %", "relevant", "candidates"])]
    caption = (
        "Candidates of MDCR's benchmark that people judged relevant to a question that the query "
        "is relevant to. A relevant negative is a false one."
    )
    yield list_grid("Candidates by strategy", caption, columns, groups)


def _list_orders(orders: str | Path, rankers: str | Path) -> Iterator[Part]:
    lines = []
    for row in read_rows(orders):
        tau = _estimate(row, "tau", decimal)
        cells = [row["benchmark"], row["metric"], row["collection"], row["by"], tau]
        lines.append([*cells, row["n_rankers"]])
    columns: list[Column] = [
        ("by citations", 0),
        ("measures", 1),
        ("collection", 2),
        ("queries", 3),
    ]
    columns += numbers(["τ", "rankers"], 4)
    caption = (
        "Kendall's τ of the rankers' orders: by cited papers, and by people's judgments. Some of "
        "the benchmark's negatives come from three of the rankers, which handicaps these."
    )
    yield list_grid("Orders of rankers", caption, columns, lines)

    groups: dict[str, list[list[str]]] = {}
    for row in read_rows(rankers):
        name = row["ranker"]
        if row["trained_on"]:
            name += f" ({row['trained_on']})"
        cells = [name, percent(read_number(row["value"])), row["rank"]]
        cells += [percent(read_number(row["value_by_people"])), row["rank_by_people"]]
        cells.append(_estimate(row, "favour", decimal))
        title = f"{row['benchmark']} and {row['collection']}: {row['metric']}"
        groups.setdefault(title, []).append(cells)
    heads = ["by citations", "rank", "by people", "rank", "favour"]
    caption = (
        "Every ranker on both sides (×100). Favour: how much higher it stands by citations, in "
        "standard deviations of the rankers' scores."
    )
    columns = [("ranker", 0), *numbers(heads)]
    yield Fold("Every ranker", [list_grid("Rankers on both sides", caption, columns, groups)])


def _list_known(path: str | Path) -> Grid:
    lines = []
    for row in read_rows(path):
        n = read_number(row["n_candidates"])
        lines.append([row["slice"], row["candidates"], _estimate(row, "share"), count(n)])
    columns: list[Column] = [("part", 0), ("candidates", 1), *numbers(["relevant, %", "n"], 2)]
    caption = "Judged candidates that the query cites, and others: the share that is relevant."
    return list_grid("Known citations of the judged collection", caption, columns, lines)


def _estimate(row: CsvRow, key: str, form: Any = percent) -> str:
    ends = (read_number(row["ci_low"]), read_number(row["ci_high"]))
    return estimate(read_number(row[key]), *ends, form=form)
