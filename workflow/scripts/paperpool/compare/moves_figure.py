"""A pair's queries as bars, from the one that gained most to the one that lost most."""

from __future__ import annotations

from matplotlib.ticker import FuncFormatter

from paperpool.compare.moves import Moves
from paperpool.pages.svg import ACCENT, DROP, INK, MUTED, drawing, make_svg
from paperpool.pages.wording import plural, signed_count, signed_percent

_HEIGHT_INCHES = 3.1
_MIN_LIMIT = 5.0
"""The y axis reaches at least this far both ways (×100), so that small differences look small."""


def draw_moves(moves: Moves, name: str) -> str:
    """Return the figure as SVG, differences ×100; ``name`` sets its ids apart on the page."""
    values = [100 * move.difference for move in moves.queries]
    with drawing(9.0, _HEIGHT_INCHES) as figure:
        axes = figure.add_subplot()
        titles = {}
        for x, (move, value) in enumerate(zip(moves.queries, values, strict=True)):
            gid = f"query-{x}"
            if value:
                colour = ACCENT if value > 0 else DROP
                axes.bar([x], [value], width=0.72, color=colour, linewidth=0)[0].set_gid(gid)
            else:
                axes.plot([x], [0], "o", color=MUTED, markersize=3.5, gid=gid)
            titles[gid] = f"{move.title} — {move.facet}: {signed_percent(move.difference)}"
        mean = 100 * moves.difference
        axes.axhline(0, color=INK, linewidth=0.9)
        axes.axhline(mean, color=MUTED, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.annotate(
            f"mean {signed_percent(moves.difference)}",
            (1.0, mean),
            xycoords=axes.get_yaxis_transform(),
            xytext=(6, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
        )
        axes.set_ylim(1.08 * min(-_MIN_LIMIT, *values), 1.08 * max(_MIN_LIMIT, *values))
        axes.set_xlim(-0.8, len(values) - 0.2)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: signed_count(round(y))))
        axes.grid(axis="y")
        axes.set_ylabel("NDCG%20 (×100), B − A")
        axes.set_xlabel(count_moves(moves))
        return make_svg(figure, name, _describe(moves), titles)


def count_moves(moves: Moves) -> str:
    """Return how many queries went up, stayed and went down."""
    counts = f"{len(moves.up)} up, {moves.n_equal} unchanged, {len(moves.down)} down"
    return f"{plural(len(moves.queries), 'query')}: {counts}"


def _describe(moves: Moves) -> str:
    return (
        f"Difference of NDCG%20 per query, {moves.pair.name}, sorted. {count_moves(moves)}. "
        f"Mean {signed_percent(moves.difference)}."
    )
