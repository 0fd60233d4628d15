"""One query's graph candidates, and the cited papers whose neighbours they are.

Source: MDCR, section 4.1, graph neighbours-based selection.
"""

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import ascii_uppercase

import pyarrow.compute as pc
import pyarrow.parquet as pq
from markupsafe import Markup

from paperpool.benchmarks.mdcr_strategies import GRAPH
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series
from paperpool.pages.charts.svg import DROP, INK, LINE, MUTED, SURFACE
from paperpool.pages.grid import list_grid
from paperpool.pages.section import Drawing, Fold, Part, Text
from paperpool.pages.wording import decimal, plural, visible

MAX_NODES = 40
"""A neighbourhood with more papers than this is not drawn."""

_ENOUGH_CITED = 5
"""The number of cited papers above which a query is no better an example."""

_CITES, _NEIGHBOUR = Style(kind="line", colour=MUTED), Style(kind="line", colour=LINE)
_QUERY = Style("query", "point", INK, marker="D", size=11)
_CITED = Style("paper that it cites", "point", DROP, marker="s", size=15, fill=SURFACE)
_CANDIDATE = Style("candidate: a neighbour of that one", "point", marker="o", size=17, fill=SURFACE)


@dataclass(frozen=True)
class Candidate:
    """A graph candidate: the cited paper whose neighbour it is, and that one's overlap."""

    paper_id: str
    via_id: str
    overlap: float


@dataclass(frozen=True)
class Neighbourhood:
    """A query, its graph candidates in the order of the benchmark, and titles by paper."""

    query_id: str
    field: str
    candidates: Sequence[Candidate]
    titles: Mapping[str, str]

    @property
    def cited(self) -> dict[str, float]:
        """The cited papers that candidates are neighbours of, with their overlaps."""
        return {candidate.via_id: candidate.overlap for candidate in self.candidates}

    @property
    def letters(self) -> dict[str, str]:
        """The cited papers' letters: A to Z, then A2 to Z2, and so on."""
        n = len(ascii_uppercase)
        return {
            paper: ascii_uppercase[i % n] + (str(i // n + 1) if i >= n else "")
            for i, paper in enumerate(self.cited)
        }

    def title(self, paper_id: str) -> str:
        """Return a paper's title, or its id."""
        return self.titles.get(paper_id) or paper_id


def read_neighbourhood(
    provenance: str | Path, texts: str | Path, max_nodes: int = MAX_NODES
) -> Neighbourhood | None:
    """Return a test query as an example of graph candidates, if there is one.

    Of those with at most ``max_nodes`` papers the one with the most candidates, then the most cited
    papers with a title (five are enough), the fewest papers, the highest overlaps, the lowest id.
    ``texts`` is mdcr_test_data.jsonl.
    """
    wanted = (pc.field("split") == "test") & (pc.field("type") == GRAPH.name)
    columns = ["query_id", "field", "candidate_id", "via_id", "overlap"]
    fields: dict[str, str] = {}
    found: dict[str, list[Candidate]] = {}
    for row in pq.read_table(provenance, columns=columns, filters=wanted).to_pylist():
        fields[row["query_id"]] = row["field"]
        candidate = Candidate(row["candidate_id"], row["via_id"], row["overlap"])
        found.setdefault(row["query_id"], []).append(candidate)
    small = {query: of for query, of in found.items() if len(_papers(query, of)) <= max_nodes}
    if not small:
        return None
    papers = {i for query, candidates in small.items() for i in _papers(query, candidates)}
    titles = read_titles(texts, papers)

    def preference(query: str) -> tuple:
        candidates = small[query]
        cited = {candidate.via_id for candidate in candidates}
        return (
            -len(candidates),
            -min(_ENOUGH_CITED, sum(bool(titles.get(paper)) for paper in cited)),
            len(_papers(query, candidates)),
            -sum(candidate.overlap for candidate in candidates),
            query,
        )

    query = min(small, key=preference)
    shown = {paper: titles[paper] for paper in _papers(query, small[query]) if paper in titles}
    return Neighbourhood(query, fields[query], small[query], shown)


def _papers(query: str, candidates: Sequence[Candidate]) -> list[str]:
    """Return the papers of a neighbourhood, each once: query, cited papers, candidates."""
    cited = (candidate.via_id for candidate in candidates)
    return list(dict.fromkeys([query, *cited, *(c.paper_id for c in candidates)]))


def read_titles(texts: str | Path, papers: Collection[str]) -> dict[str, str]:
    """Return the titles of ``papers`` that a file of texts has."""
    titles = {}
    with Path(texts).open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["paper_id"] in papers:
                titles[row["paper_id"]] = row["title"] or ""
    return titles


def neighbourhood_chart(shown: Neighbourhood) -> LineChart:
    """Return a chart of a query, the papers it cites (letters) and their neighbours (numbers)."""
    at = _lay_out(shown)
    cited, candidates = [], []
    edges = [(_CITES, shown.query_id, paper) for paper in shown.cited]
    edges += [(_NEIGHBOUR, c.via_id, c.paper_id) for c in shown.candidates]
    series = [Series(style, [Point(*at[a]), Point(*at[b])]) for style, a, b in edges]
    for paper, letter in shown.letters.items():
        title = f"cited, {letter}: {shown.title(paper)} (overlap {shown.cited[paper]:.3f})"
        cited.append(Point(*at[paper], title, label=letter))
    for number, candidate in enumerate(shown.candidates, 1):
        of = shown.letters[candidate.via_id]
        title = f"candidate {number}, neighbour of {of}: {shown.title(candidate.paper_id)}"
        candidates.append(Point(*at[candidate.paper_id], title, label=f"{number}"))
    query = Point(*at[shown.query_id], f"query: {shown.title(shown.query_id)}")
    for style, points in ((_CITED, cited), (_CANDIDATE, candidates), (_QUERY, [query])):
        series.append(Series(style, points))
    about = plural(len(candidates), "graph candidate")
    return LineChart("neighbourhood", about, [[Panel(series)]], 4.4, "outside upper left", False)


def _lay_out(shown: Neighbourhood) -> dict[str, tuple[float, float]]:
    """Return a place for each paper: cited ones around the query, candidates in fans on these."""
    places = {shown.query_id: (0.0, 0.0)}
    for number, paper in enumerate(shown.cited):
        angle = 2 * math.pi * number / len(shown.cited)
        x, y = places[paper] = (round(math.cos(angle), 3), round(math.sin(angle), 3))
        fan = [c.paper_id for c in shown.candidates if c.via_id == paper]
        for i, candidate in enumerate(fan):
            turned = angle + (i - (len(fan) - 1) / 2) * min(math.pi / 6, 1.5 * math.pi / len(fan))
            places[candidate] = (x + 0.6 * math.cos(turned), y + 0.6 * math.sin(turned))
    return places


def list_neighbourhood(shown: Neighbourhood | None) -> Iterator[Part]:
    """Yield a query's graph candidates, drawn and by name, if there is such a query."""
    if shown is None:
        return
    about = Markup(
        "<strong>{}</strong> ({}, {}) and its graph candidates. Overlap: the share of common "
        "neighbours among the fewer of both papers' neighbours."
    ).format(visible(shown.title(shown.query_id)), visible(shown.field), visible(shown.query_id))
    rows = []
    for number, one in enumerate(shown.candidates, 1):
        via = f"{shown.letters[one.via_id]}: {shown.title(one.via_id)}"
        rows.append((str(number), shown.title(one.paper_id), via, one.overlap))
    columns = [("no.", 0, str), ("candidate", 1), ("neighbour of the cited paper", 2)]
    columns += [("overlap", 3, partial(decimal, digits=3))]
    label = "Graph candidates of one query"
    table = list_grid(f"{label}, table", "Names as in the drawing.", columns, rows, "")
    drawing = Drawing(label, neighbourhood_chart(shown))
    yield Fold("One query's graph candidates", [Text(about), drawing, table], "mdcr-neighbourhood")
