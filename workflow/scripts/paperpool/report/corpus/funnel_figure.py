"""The corpus funnel as a figure: a bar per step, dropped rows beside those that remain."""

from __future__ import annotations

from paperpool.pages.svg import ACCENT, DROP, INK, LINE, MUTED, drawing, make_svg
from paperpool.pages.wording import share
from paperpool.report.corpus.funnel import Funnel, Group, Step

_ROW_INCHES = 0.24


def draw_funnel(funnel: Funnel, name: str = "funnel") -> str:
    """Return the figure as SVG; steps that dropped nothing are left to the table."""
    groups = [
        Group(group.title, [step for step in group.steps if step.kind == "remain" or step.n])
        for group in funnel.groups
    ]
    rows = sum(len(group.steps) + 1 for group in groups)
    with drawing(9.0, _ROW_INCHES * rows + 0.2) as figure:
        axes = figure.add_subplot()
        labels, positions, titles = [], [], {}
        y = 0
        for group in groups:
            y += 1
            axes.text(
                0,
                y - 0.88,
                group.title,
                transform=axes.get_yaxis_transform(),
                ha="left",
                va="center",
                color=MUTED,
                fontsize=8.5,
                fontweight="bold",
            )
            for step in group.steps:
                gid = f"step-{y}"
                _draw_step(axes, step, y, funnel.read, gid)
                titles[gid] = f"{group.title}, {step.label}: {step.n:,} rows"
                labels.append(step.label)
                positions.append(y)
                y += 1
        axes.set_yticks(positions, labels)
        axes.set_xlim(0, max(funnel.read, 1))
        axes.set_ylim(y - 0.4, -0.5)
        axes.set_xticks([])
        axes.spines[["bottom", "left"]].set_visible(False)
        return make_svg(figure, name, _describe(funnel), titles)


def _draw_step(axes, step: Step, y: int, read: int, gid: str) -> None:
    start = step.left if step.kind == "drop" else 0
    axes.barh(y, read, height=0.72, color=LINE, alpha=0.35, linewidth=0)
    if step.kind == "drop":
        axes.barh(y, start, height=0.72, color=ACCENT, alpha=0.25, linewidth=0)
    bar = axes.barh(
        y, step.n, left=start, height=0.72, color=DROP if step.kind == "drop" else ACCENT
    )
    bar.patches[0].set_gid(gid)
    sign = "−" if step.kind == "drop" else ""
    right_of_count = 8 + 5.6 * len(f"−{read:,}")
    for offset, text, colour in (
        (right_of_count, f"{sign}{step.n:,}", INK),
        (right_of_count + 40, share(step.n, read), MUTED),
    ):
        axes.annotate(
            text,
            (1, y),
            xycoords=axes.get_yaxis_transform(),
            xytext=(offset, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=colour,
            fontsize=8.5,
        )


def _describe(funnel: Funnel) -> str:
    filters = "; ".join(
        f"{group.title.lower()} keeps {group.steps[-1].n:,}" for group in funnel.groups[1:-1]
    )
    return (
        f"Corpus funnel: {funnel.read:,} rows read, {funnel.quarantined:,} quarantined"
        + (f"; {filters}" if filters else "")
        + f"; {funnel.kept:,} kept. The table below has every step."
    )
