"""The table of the full-text pass: one annotator's grades from abstracts and from full texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperpool.annotation.full_text_agreement import SECONDS
from paperpool.annotation.full_text_tasks import ABSTRACT, FULL_TEXT
from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.pages.csv_rows import read_number, read_rows
from paperpool.pages.wording import MISSING, figure
from paperpool.report.annotation.tables import MEASURE_NAMES, AgreementCell, format_agreement

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
    cells: list[AgreementCell]


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


def _make_cell(row: dict[str, str] | None, measure: str) -> AgreementCell:
    if row is None:
        return AgreementCell("", "")
    texts = [_format(row[name], measure) for name in ("value", "published")]
    return AgreementCell(texts[0] or MISSING, texts[1])


def _format(text: str, measure: str) -> str:
    if measure in MEASURE_NAMES:
        return format_agreement(text, measure)
    value = read_number(text)
    return "" if value is None else figure(value)
