"""The comparison as one HTML page that needs nothing else, in the report's look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from markupsafe import Markup

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.corpora import Count
from paperpool.compare.differences import Differences
from paperpool.compare.figures import BenchmarkFigures
from paperpool.compare.moves import MAX_MOVES, Moves, summarise_moves
from paperpool.compare.moves_figure import count_moves, draw_moves
from paperpool.compare.rankers import Pair
from paperpool.compare.settings import Change
from paperpool.pages.environment import make_environment
from paperpool.pages.paired_tests import PairedCell, paired_cell
from paperpool.pages.scores import Comparison
from paperpool.pages.wording import plural, signed_count


@dataclass(frozen=True)
class Row:
    """A figure of one measure under both rankers (fractions), and its test as text."""

    measure: str
    a: float
    b: float
    test: PairedCell


@dataclass(frozen=True)
class SliceRows:
    """The rows of one slice by the name of the pair."""

    title: str
    note: str
    pairs: dict[str, list[Row]]


@dataclass(frozen=True)
class Comparisons:
    """What the page shows of the compared rankers; ``confidence`` is the intervals' coverage."""

    differences: Differences
    moves: Sequence[Moves]
    confidence: float


@dataclass(frozen=True)
class Content:
    """What the page shows: ``a`` and ``b`` name the sides, ``generated`` those on demo data.

    ``rankers`` is None, ``corpora`` and ``figures`` empty where they are not compared; ``notes``
    are on the rankers, or say why there are none.
    """

    a: str
    b: str
    generated: Sequence[str]
    settings: Sequence[Change]
    rankers: Comparisons | None
    notes: Sequence[str]
    corpora: Mapping[str, Sequence[Count]]
    figures: Sequence[BenchmarkFigures] = ()


def build_page(content: Content) -> str:
    """Return the page."""
    rankers = content.rankers
    return (
        make_environment(Path(__file__).parent)
        .get_template("page.html.jinja")
        .render(
            a=content.a,
            b=content.b,
            summary=_summarise(content),
            generated=content.generated,
            notes=content.notes,
            csfcube=None if rankers is None else _csfcube_section(rankers),
            corpora=content.corpora,
            figures=content.figures,
            same_corpora=all(c.a == c.b for counts in content.corpora.values() for c in counts),
            settings=content.settings,
        )
    )


def _summarise(content: Content) -> str:
    if content.rankers:
        return summarise_moves(content.rankers.moves)
    if not content.corpora:
        changed = sum(figures.n_changed for figures in content.figures)
        total = sum(len(figures.table) for figures in content.figures)
        titles = ", ".join(figures.benchmark.title for figures in content.figures)
        return f"{changed:,} of {plural(total, 'figure')} differ ({titles})."
    counts = {count.label: count for count in content.corpora["Rows"]}
    read, kept = counts["read"], counts["kept by any filter"]
    return (
        f"{kept.a:,} → {kept.b:,} papers kept ({signed_count(kept.difference) or 0}) "
        f"of {read.a:,} → {read.b:,} rows read."
    )


def _csfcube_section(rankers: Comparisons) -> dict[str, object]:
    pairs = [moves.pair for moves in rankers.moves]
    return {
        "tables": {
            (protocol, split): difference_table(rankers.differences.table, pairs, protocol, split)
            for protocol in ("official", "corrected")
            for split in ("test", "dev")
        },
        "confidence": f"{100 * rankers.confidence:g}%",
        "moves": [
            {
                "pair": moves.pair.name,
                "counts": count_moves(moves),
                "figure": Markup(draw_moves(moves, f"moves-{index}")),
                "groups": _groups(moves),
            }
            for index, moves in enumerate(rankers.moves)
        ],
    }


def _groups(moves: Moves) -> list[tuple[str, list[object]]]:
    """Return the queries that moved most as (title, queries), up before down."""
    return [
        (f"{direction}: {_first_of(len(queries))}", list(queries[:MAX_MOVES]))
        for direction, queries in (("Up", moves.up), ("Down", moves.down))
        if queries
    ]


def _first_of(n: int) -> str:
    return plural(n, "query") if n <= MAX_MOVES else f"{MAX_MOVES} of {plural(n, 'query')}"


def difference_table(
    table: pd.DataFrame, pairs: Sequence[Pair], protocol: str, split: str
) -> list[SliceRows]:
    """Return the figures of one protocol and split, all queries first, then a group per facet."""
    chosen = table[(table.protocol == protocol) & (table.split == split)]
    by_cell = {(r.slice, r.ranker_a, r.ranker_b, r.metric): r for r in chosen.itertuples()}
    slices = []
    for slice_name, title in BENCHMARK.slices.items():
        found = {
            pair.name: [
                by_cell[slice_name, pair.a, pair.b, measure] for measure in BENCHMARK.measure_titles
            ]
            for pair in pairs
        }
        rows = {
            name: [
                Row(BENCHMARK.measure_titles[r.metric], r.value_a, r.value_b, _test(r))
                for r in figures
            ]
            for name, figures in found.items()
        }
        n_queries = next(iter(found.values()))[0].n_queries
        slices.append(SliceRows(title, plural(n_queries, "query"), rows))
    return slices


def _test(row) -> PairedCell:
    """Return the test of a row of the table, as the report writes it."""
    return paired_cell(
        Comparison(
            protocol=row.protocol,
            split=row.split,
            ranker=row.ranker_b,
            baseline=row.ranker_a,
            slice=row.slice,
            measure=row.metric,
            difference=row.difference,
            low=row.ci_low,
            high=row.ci_high,
            p=row.p,
            p_holm=row.p_holm,
        )
    )
