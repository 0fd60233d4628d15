"""Tables of the practice round, of the full-text pass and of judging in batches on the report."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.annotation.full_text_agreement import SECONDS
from paperpool.annotation.full_text_pairs import ABSTRACT, FULL_TEXT
from paperpool.annotation.practice import MEASURES, YES
from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.grid import GridCell
from paperpool.pages.wording import MISSING, decimal, figure, percent
from paperpool.report.annotation.tables import MEASURE_NAMES, agreement_cell, format_agreement


@dataclass(frozen=True)
class PracticeRow:
    """An annotator over all pairs; ``values`` are rho, alpha and the weighted kappa as texts."""

    annotator: str
    n_pairs: int
    n_asked: int
    values: list[str]
    threshold: str
    has_passed: bool


def read_practice(path: str | Path) -> list[PracticeRow]:
    """Read practice.csv, the rows over all facets."""
    return [
        PracticeRow(
            row["annotator"],
            int(row["pairs"]),
            int(row["asked"]),
            [decimal(read_number(row[name])) for name in MEASURES],
            decimal(read_number(row["threshold"])),
            row["passed"] == YES,
        )
        for row in read_rows(path)
        if row["facet"] == "all"
    ]


COLUMN_NAMES = MEASURE_NAMES | {
    SECONDS[ABSTRACT]: "seconds, abstract",
    SECONDS[FULL_TEXT]: "seconds, full text",
}
"""The columns of the table."""


@dataclass(frozen=True)
class FullTextRow:
    """The figures of one facet or over all, in the order of ``COLUMN_NAMES``."""

    slice: str
    n_pairs: int
    cells: list[GridCell]


def read_full_text(path: str | Path) -> list[FullTextRow]:
    """Read full_text_agreement.csv; the times of a pair are known over all alone."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for row in read_rows(path):
        found.setdefault(row["facet"], {})[row["measure"]] = row
    return [
        FullTextRow(
            BENCHMARK.slices[facet],
            max(int(rows[measure]["n_pairs"]) for measure in MEASURE_NAMES),
            [_make_cell(rows.get(measure), measure) for measure in COLUMN_NAMES],
        )
        for facet, rows in found.items()
    ]


def _make_cell(row: dict[str, str] | None, measure: str) -> GridCell:
    if row is None:
        return agreement_cell("")
    texts = [_format(row[name], measure) for name in ("value", "published")]
    return agreement_cell(texts[0] or MISSING, texts[1])


def _format(text: str, measure: str) -> str:
    if measure in MEASURE_NAMES:
        return format_agreement(text, measure)
    value = read_number(text)
    return "" if value is None else figure(value)


@dataclass(frozen=True)
class StopRow:
    """One query and facet, or all together; recall in percent, with its interval."""

    query: str
    facet: str
    state: str
    n_pool: int
    n_asked: int
    n_judged: int
    n_found: int
    recall: str
    interval: str


def read_stops(path: str | Path) -> list[StopRow]:
    """Read stops.csv; its last row is of all pairs together."""
    return [_read_row(row) for row in read_rows(path)]


def _read_row(row: dict[str, str]) -> StopRow:
    recall, low, high = (read_number(row[n]) for n in ("recall", "recall_low", "recall_high"))
    return StopRow(
        row["query_id"],
        row["facet"],
        row["state"],
        int(row["n_pool"]),
        int(row["n_asked"]),
        int(row["n_judged"]),
        int(row["n_found"]),
        MISSING if recall is None else percent(recall, 0),
        "" if recall is None else f" [{percent(low, 0)}, {percent(high, 0)}]",
    )
