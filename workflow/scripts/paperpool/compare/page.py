"""The comparison as one HTML page that needs nothing else, in the report's look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.figures import BenchmarkFigures, of_headline
from paperpool.compare.rankers import Pair, Rankings
from paperpool.compare.sides import Side
from paperpool.pages.environment import make_environment
from paperpool.pages.paired_tests import PairedCell, paired_cell
from paperpool.pages.scores import Comparison
from paperpool.pages.wording import p_value, percent, plural, signed_percent

MAX_MOVES = 20
"""Queries shown of those that moved."""

_MAX_NAMED = 3


def build_page(
    sides: Sequence[Side],
    differences: Differences | None,
    rankings: Rankings,
    figures: Sequence[BenchmarkFigures],
    counts: Sequence[Change] | None,
    settings: Sequence[Change],
) -> str:
    """Return the page.

    ``differences`` are None where no rankers are compared; the notes of ``rankings`` then say why.
    ``counts`` are None where not both runs have a corpus.
    """
    template = make_environment(Path(__file__).parent).get_template("page.html.jinja")
    tables = [] if differences is None else _tables(differences)
    return template.render(
        a=sides[0].name,
        b=sides[1].name,
        generated=[side.letter for side in sides if side.is_demo],
        confidence=differences and differences.confidence,
        rankings=rankings,
        figures=figures,
        counts=counts,
        settings=settings,
        summary=summarise(differences, figures, counts),
        tables=sorted(tables, key=lambda table: table[1] != "test"),
        moves=[] if differences is None else find_moves(differences, rankings),
        titles=BENCHMARK.measure_titles,
        paired=_paired,
        name=_name,
    )


def summarise(
    differences: Differences | None,
    figures: Sequence[BenchmarkFigures],
    counts: Sequence[Change] | None,
) -> str:
    """Return one sentence: the rankers whose headline figure moved furthest, or what else did."""
    if differences is None:
        changed = sum(one.n_changed for one in figures)
        if total := sum(len(one.table) for one in figures):
            titles = ", ".join(one.benchmark.title for one in figures)
            return f"{changed:,} of {plural(total, 'figure')} differ ({titles})."
        return f"{plural(len(counts or ()), 'count')} of the corpora differ."
    table, queries = (
        of_headline(found, BENCHMARK) for found in (differences.table, differences.queries)
    )
    # a ranker whose mean stays while its queries move has moved
    pairs = queries.loc[queries.difference != 0, ["ranker_a", "ranker_b"]].drop_duplicates()
    moved = table.merge(pairs).sort_values("difference", key=lambda d: -d.abs(), kind="stable")
    texts = [
        f"{_name(row)}: all-NDCG%20 {percent(row.value_a)} → {percent(row.value_b)} "
        f"({signed_percent(row.difference)}, Holm p {p_value(row.p_holm)})"
        for row in moved[:_MAX_NAMED].itertuples()
    ]
    if len(moved) > _MAX_NAMED:
        texts.append(f"{plural(len(moved) - _MAX_NAMED, 'more ranker')} that moved less")
    if n_still := len(table) - len(moved):
        texts.append(f"{plural(n_still, 'ranker')} unchanged")
    return f"{'; '.join(texts)} over {plural(int(table.n_queries.iloc[0]), 'query')}."


def find_moves(found: Differences, rankings: Rankings) -> list[tuple[Any, str, str, str]]:
    """Return the queries whose headline figure moved most, at most ``MAX_MOVES``, of all rankers.

    Each is its row of ``found.queries``, its paper's id, the paper's title or else its id, and the
    facet.
    """
    papers = {} if rankings.collection is None else rankings.collection.papers
    moved = of_headline(found.queries, BENCHMARK)
    rows = []
    for row in moved[moved.difference != 0][:MAX_MOVES].itertuples():
        paper, facet = str(row.query_id).rsplit("_", 1)
        rows.append((row, paper, papers[paper].title.strip() or paper, facet))
    return rows


def _name(row: Any) -> str:
    return Pair(row.ranker_a, row.ranker_b).name


def _tables(found: Differences) -> Iterator[tuple[str, str, list[tuple[str, list[Any]]]]]:
    """Yield protocol, split and groups of a table: a slice's title and its rows, all queries first.

    Rows are those of ``found.table``, ranker by ranker and measure by measure.
    """
    shown = found.table[found.table.metric.isin(BENCHMARK.measure_titles)]
    for (protocol, split), table in shown.groupby(["protocol", "split"], sort=False):
        groups = [
            (
                f"{title} ({plural(int(rows.n_queries.iloc[0]), 'query')})",
                list(rows.itertuples()),
            )
            for name, title in BENCHMARK.slices.items()
            if len(rows := table[table.slice == name])
        ]
        yield str(protocol), str(split), groups


def _paired(row: Any) -> PairedCell:
    """Return the test of a row of the table, as the report writes it."""
    return paired_cell(
        Comparison(
            *(row.protocol, row.split, row.ranker_b, row.ranker_a, row.slice, row.metric),
            *(row.difference, row.ci_low, row.ci_high, row.p, row.p_holm),
        )
    )
