"""How far those who graded agree: tables of measures by facet, beside the paper's scores."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, list_grid, numbers, parsed
from paperpool.pages.section import Heading, Part
from paperpool.pages.wording import count, decimal, percent, rounded
from paperpool.workflow.annotation.full_text_agreement import SECONDS
from paperpool.workflow.annotation.full_text_pairs import ABSTRACT, FULL_TEXT

MEASURE_NAMES = {
    "rho": "Spearman's ρ",
    "alpha": "Krippendorff's α",
    "kappa": "Cohen's κ",
    "agreement": "agreement, %",
}
"""The measures in the order of CSFCube's Table 2."""

_STAGES = {
    "pre": "Before adjudication: one annotator against the other",
    "post": "After: each annotator against the adjudicated grades, mean of the two",
}

_SECONDS = {SECONDS[ABSTRACT]: "seconds, abstract", SECONDS[FULL_TEXT]: "seconds, full text"}

_FORMATS = {"agreement": percent} | dict.fromkeys(_SECONDS, rounded)
"""The formats of measures that are no coefficients."""


Titles = Mapping[str, str]
"""The titles of the facets, and of all together, by name."""


def list_agreement(
    agreement: str | Path, overruled: str | Path, titles: Titles, *, imported: bool
) -> list[Part]:
    """Return the values of Table 2 and how often the adjudicator overruled all annotators."""
    rows = [row | {"stage": _STAGES[row["stage"]]} for row in read_rows(agreement)]
    caption = "Medians over the queries of a facet"
    if any(row["published"] for row in rows):
        caption += "; below, the paper's (Table 2)"
    caption += ". α takes grades as ordered, κ as labels."
    if imported:
        caption += " After adjudication only fully settled queries count."
    return [
        Heading("Agreement", "agreement"),
        _list_measures("Agreement", caption, rows, titles, "queries", group="stage"),
        Heading("Overruled", "overruled"),
        _list_overruled(read_rows(overruled), titles),
    ]


def _list_overruled(rows: list[dict[str, str]], titles: Titles) -> Grid:
    caption = "Share of candidates whose adjudicated grade no annotator gave, mean over queries"
    for row in rows:
        low = read_number(row["published_low"])
        high = read_number(row["published_high"])
        if low is not None and high is not None:
            caption += f"; the paper says {percent(low, 0)}–{percent(high, 0)}% over all facets"

    keys = {"candidates": "n_overruled", "of": "n_candidates", "queries": "n_queries"}
    columns = [("facet", "facet"), ("overruled, %", "value", parsed(percent))]
    columns += [(title, key, parsed(count)) for title, key in keys.items()]
    named = [row | {"facet": titles[row["facet"]]} for row in rows]
    return list_grid("Overruled", f"{caption}.", columns, named, "scores narrow")


def list_further(path: str | Path, titles: Titles) -> Iterator[Part]:
    """Yield the further passes against the settled grades, if there are any."""
    rows = read_rows(path)
    if not rows:
        return
    yield Heading("Further passes", "further")
    caption = (
        "Grades of further passes (Mysore et al. 2021, appendix B), never part of the collection, "
        "against the settled ones, over the pairs of a facet with both."
    )
    yield _list_measures(
        "Further passes", caption, rows, titles, "pairs", group="name", kind="narrow"
    )


def list_full_text(path: str | Path, titles: Titles) -> Iterator[Part]:
    """Yield one annotator's grades from abstracts against those from full texts.

    The times of a pair are known over all facets alone.
    """
    yield Heading("Abstracts and full texts", "full-text")
    caption = (
        "One annotator's grades from abstracts against those from full texts (Mysore et al. 2021, "
        "appendix B), over the pairs with both. Seconds: medians. Below, the paper's, of 45 other "
        "pairs."
    )
    rows = read_rows(path)
    label = "Abstracts and full texts"
    yield _list_measures(label, caption, rows, titles, "pairs", more=_SECONDS)


def _list_measures(
    label: str,
    caption: str,
    rows: Iterable[Mapping[str, str]],
    titles: Titles,
    unit: str,
    *,
    group: str = "",
    more: Mapping[str, str] | None = None,
    kind: str = "scores narrow",
) -> Grid:
    """Return a line per facet: its measures, and the number of its ``unit`` (queries or pairs).

    Rows are grouped by the column ``group``. ``more`` are measures beside those of Table 2.
    """
    names = dict(MEASURE_NAMES)
    names.update(more or {})
    found: dict[tuple[str, str], dict[str, Mapping[str, str]]] = {}
    for row in rows:
        found.setdefault((row.get(group, ""), row["facet"]), {})[row["measure"]] = row

    lines: dict[str, list[list[str | GridCell]]] = {}
    for (title, facet), measures in found.items():
        cells = [_make_cell(measures.get(name), name) for name in names]
        n = max(int(measures[name][f"n_{unit}"]) for name in MEASURE_NAMES)
        line = [titles[facet], *cells, count(n)]
        lines.setdefault(title, []).append(line)
    columns = [("facet", 0), *numbers([*names.values(), unit])]
    return list_grid(label, caption, columns, lines, kind)


def _make_cell(row: Mapping[str, str] | None, measure: str) -> GridCell:
    if row is None:
        return GridCell()
    form = parsed(_FORMATS.get(measure, decimal))
    below = {}
    published = row.get("published", "")
    if published:
        below[PUBLISHED] = form(published)
    return GridCell(form(row["value"]), below=below)
