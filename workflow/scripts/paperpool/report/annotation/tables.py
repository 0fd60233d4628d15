"""The tables of the annotation: agreement and the collection's size, beside the paper's figures."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.grid import PUBLISHED, GridCell
from paperpool.pages.wording import MISSING, count, decimal, percent

MEASURE_NAMES = {
    "rho": "Spearman's ρ",
    "alpha": "Krippendorff's α",
    "kappa": "Cohen's κ",
    "agreement": "agreement, %",
}
"""The measures in the order of CSFCube's Table 2."""

STAGE_NAMES = {
    "pre": "Before adjudication: one annotator against the other",
    "post": "After: each annotator against the adjudicated grades, mean of the two",
}

_STATISTICS = {
    ("query_facet_pairs", "total"): ("Queries (a paper and a facet)", 0),
    ("query_papers", "total"): ("Query papers", 0),
    ("pool_size", "mean"): ("Judged candidates per query, mean", 1),
    ("query_candidate_pairs", "total"): ("Judged candidates of all queries", 0),
    ("rated_1_or_more", "min"): ("Candidates graded 1 or more per query, least", 0),
    ("rated_1_or_more", "max"): ("Candidates graded 1 or more per query, most", 0),
    ("rated_1_or_more", "mean"): ("Candidates graded 1 or more per query, mean", 1),
    ("rated_2_or_3", "min"): ("Candidates graded 2 or 3 per query, least", 0),
    ("rated_2_or_3", "max"): ("Candidates graded 2 or 3 per query, most", 0),
    ("rated_2_or_3", "mean"): ("Candidates graded 2 or 3 per query, mean", 1),
}
"""What Table 1 calls each statistic, and its digits there."""


def agreement_cell(value: str, published: str = "") -> GridCell:
    """Return a figure, the paper's below where there is one."""
    return GridCell(value, below={PUBLISHED: published} if published else {})


@dataclass(frozen=True)
class AgreementRow:
    """The cells of one facet at one stage, in the order of ``MEASURE_NAMES``."""

    facet: str
    n_queries: int
    cells: list[GridCell]


@dataclass(frozen=True)
class OverruledRow:
    """How often the adjudicator overruled all annotators, in one facet or over all."""

    slice: str
    value: float | None
    n_overruled: int
    n_candidates: int
    n_queries: int


@dataclass(frozen=True)
class Statistic:
    """A row of the collection's table as text; ``published`` is empty where there is none."""

    name: str
    value: str
    published: str


@dataclass(frozen=True)
class QueryCount:
    """How many queries and query papers are of one period or type."""

    name: str
    n_pairs: int
    n_papers: int


@dataclass(frozen=True)
class CollectionTables:
    """The collection's statistics, its queries by period and type, and its cited papers.

    ``cited`` is the share of cited candidates graded 0 or 1, by facet.
    """

    statistics: list[Statistic]
    periods: list[QueryCount]
    types: list[QueryCount]
    cited: list[Statistic]


def read_agreement(path: str | Path) -> dict[str, list[AgreementRow]]:
    """Read agreement.csv: {stage: a row per facet}."""
    cells = {(row["facet"], row["stage"], row["measure"]): row for row in read_rows(path)}
    return {
        stage: [
            AgreementRow(
                BENCHMARK.slices[facet],
                max(int(cells[facet, stage, measure]["n_queries"]) for measure in MEASURE_NAMES),
                [
                    agreement_cell(
                        format_agreement(cells[facet, stage, measure]["value"], measure) or MISSING,
                        format_agreement(cells[facet, stage, measure]["published"], measure),
                    )
                    for measure in MEASURE_NAMES
                ],
            )
            for facet in FACETS
        ]
        for stage in STAGE_NAMES
    }


def format_agreement(text: str, measure: str) -> str:
    """Return a figure with the digits of Table 2: a coefficient, or a share ×100."""
    value = read_number(text)
    if value is None:
        return ""
    return percent(value) if measure == "agreement" else decimal(value)


def read_overruled(path: str | Path) -> list[OverruledRow]:
    """Read overruled.csv."""
    return [
        OverruledRow(
            BENCHMARK.slices[row["facet"]],
            read_number(row["value"]),
            int(row["n_overruled"]),
            int(row["n_candidates"]),
            int(row["n_queries"]),
        )
        for row in read_rows(path)
    ]


def read_overruled_range(path: str | Path) -> tuple[float, float] | None:
    """Return the paper's range in overruled.csv, None where it has none."""
    for row in read_rows(path):
        low, high = read_number(row["published_low"]), read_number(row["published_high"])
        if low is not None and high is not None:
            return low, high
    return None


def read_collection_tables(path: str | Path) -> CollectionTables:
    """Read collection.csv; of an import without a complete pair it has no means and ranges."""
    rows = {(row["statistic"], row["aggregate"]): row for row in read_rows(path)}
    return CollectionTables(
        [
            Statistic(name, _fixed(rows[key]["value"], n), _fixed(rows[key]["published"], n))
            for key, (name, n) in _STATISTICS.items()
            if key in rows
        ],
        _count_queries(rows, "period"),
        _count_queries(rows, "type"),
        [
            Statistic(
                BENCHMARK.slices[facet],
                percent(read_number(row["value"]), 1),
                percent(read_number(row["published"]), 0) if row["published"] else "",
            )
            for facet in FACETS
            if (row := rows.get(("cited_rated_0_or_1", facet)))
        ],
    )


def _count_queries(rows: dict[tuple[str, str], dict[str, str]], name: str) -> list[QueryCount]:
    return [
        QueryCount(
            aggregate,
            int(float(row["value"])),
            int(float(rows[f"papers_by_{name}", aggregate]["value"])),
        )
        for (statistic, aggregate), row in rows.items()
        if statistic == f"pairs_by_{name}" and (f"papers_by_{name}", aggregate) in rows
    ]


def _fixed(text: str, digits: int) -> str:
    value = read_number(text)
    if value is None:
        return ""
    return f"{value:.{digits}f}" if digits else count(round(value))
