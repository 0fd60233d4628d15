"""A query's graph candidates as a drawing: the query, papers it cites, and their neighbours."""

from __future__ import annotations

from string import ascii_uppercase

from matplotlib.lines import Line2D

from paperpool.pages.svg import ACCENT, DROP, INK, LINE, MUTED, SURFACE, drawing, make_svg
from paperpool.pages.wording import plural, shorten, visible
from paperpool.report.mdcr.neighbourhood import Neighbourhood

_TITLE = 54
"""Characters of a title in the key."""

_LINE_INCHES = 0.19

_SHAPES = {"cited": ("s", DROP, 15), "candidate": ("o", ACCENT, 17)}


def draw_neighbourhood(shown: Neighbourhood, name: str = "neighbourhood") -> str:
    """Return the figure as SVG, a key of titles beside it.

    Candidates bear their numbers in the benchmark, from 1, and cited papers letters.
    """
    letters = {paper: _letter(number) for number, paper in enumerate(shown.cited)}
    titles: dict[str, str] = {}
    n_lines = len(letters) + len(shown.candidates)
    with drawing(10.4, max(4.4, _LINE_INCHES * n_lines + 0.8)) as figure:
        axes, key = figure.subplots(1, 2, width_ratios=(1.25, 1))
        _draw_edges(axes, shown)
        for paper, letter in letters.items():
            gid = f"cited-{letter}"
            _draw_paper(axes, shown, paper, letter, "cited", gid)
            titles[gid] = f"cited, {letter}: {shown.title(paper)} ({_overlap(shown, paper)})"
        for number, candidate in enumerate(shown.candidates, 1):
            gid = f"candidate-{number}"
            _draw_paper(axes, shown, candidate.paper_id, str(number), "candidate", gid)
            titles[gid] = f"candidate {number}: {shown.title(candidate.paper_id)}"
        x, y = shown.places[shown.query_id]
        axes.plot([x], [y], "D", color=INK, markersize=11, gid="query")
        titles["query"] = f"query: {shown.title(shown.query_id)}"
        axes.margins(0.06)
        axes.autoscale_view()  # else labels are laid out by limits of before
        axes.set_axis_off()
        _write_key(key, shown, letters)
        _add_legend(figure)
        return make_svg(figure, name, _describe(shown, letters), titles)


def _letter(number: int) -> str:
    """Return A to Z, then A2 to Z2, and so on."""
    turn, place = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[place] + (str(turn + 1) if turn else "")


def _overlap(shown: Neighbourhood, paper: str) -> str:
    return f"overlap {shown.cited[paper]:.3f}"


def _draw_edges(axes, shown: Neighbourhood) -> None:
    qx, qy = shown.places[shown.query_id]
    for paper in shown.cited:
        x, y = shown.places[paper]
        axes.plot([qx, x], [qy, y], color=MUTED, linewidth=1.6, zorder=1)
    for candidate in shown.candidates:
        (ax, ay), (bx, by) = shown.places[candidate.via_id], shown.places[candidate.paper_id]
        axes.plot([ax, bx], [ay, by], color=LINE, linewidth=1.4, zorder=1)


def _draw_paper(axes, shown: Neighbourhood, paper: str, label: str, kind: str, gid: str) -> None:
    x, y = shown.places[paper]
    shape, colour, size = _SHAPES[kind]
    axes.plot(
        [x], [y], shape, markerfacecolor=SURFACE, markeredgecolor=colour, markeredgewidth=1.6,
        markersize=size, gid=gid,
    )  # fmt: skip
    axes.text(x, y, label, color=INK, ha="center", va="center", fontsize=8.5)


def _write_key(axes, shown: Neighbourhood, letters: dict[str, str]) -> None:
    """Write the cited papers' titles with their overlaps, below each its candidates'."""
    lines = []
    for paper, letter in letters.items():
        title = shorten(shown.title(paper), _TITLE - 10)
        lines.append((0.0, letter, f"{title} ({shown.cited[paper]:.3f})", DROP))
        for number, candidate in enumerate(shown.candidates, 1):
            if candidate.via_id == paper:
                title = shorten(shown.title(candidate.paper_id), _TITLE)
                lines.append((0.05, str(number), title, ACCENT))
    for i, (indent, label, text, colour) in enumerate(lines):
        for x, part, shade, weight in (
            (indent, label, colour, "bold"),
            (indent + 0.055, text, INK if indent == 0 else MUTED, "normal"),
        ):
            # a long title runs out of the axes rather than making the drawing smaller
            axes.text(
                x, len(lines) - i, visible(part), color=shade, va="center", fontsize=8,
                fontweight=weight,
            ).set_in_layout(False)  # fmt: skip
    axes.set_xlim(0, 1)
    axes.set_ylim(0, len(lines) + 1)
    axes.set_axis_off()


def _add_legend(figure) -> None:
    marks = [Line2D([], [], marker="D", linestyle="", color=INK, label="query")]
    for kind, label in (
        ("cited", "paper that it cites"),
        ("candidate", "candidate: a neighbour of that one"),
    ):
        shape, colour, _ = _SHAPES[kind]
        marks.append(
            Line2D(
                [], [], marker=shape, linestyle="", markerfacecolor=SURFACE,
                markeredgecolor=colour, markersize=9, label=label,
            )
        )  # fmt: skip
    figure.legend(handles=marks, loc="outside upper left", ncols=3)


def _describe(shown: Neighbourhood, letters: dict[str, str]) -> str:
    parts = "; ".join(
        f"{letter}, {shown.title(paper)} ({_overlap(shown, paper)}), with candidates "
        + ", ".join(str(i) for i, c in enumerate(shown.candidates, 1) if c.via_id == paper)
        for paper, letter in letters.items()
    )
    return (
        f"{plural(len(shown.candidates), 'graph candidate')} of {shown.title(shown.query_id)}, "
        f"by the paper that it cites: {parts}."
    )
