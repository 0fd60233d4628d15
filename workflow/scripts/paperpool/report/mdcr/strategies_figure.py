"""How the types of candidates were filled: found and missing of those wanted, by strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperpool.pages.svg import ACCENT, DROP, INK, LINE, MUTED, drawing, make_svg
from paperpool.pages.wording import plural, share, visible
from paperpool.report.mdcr.construction import Filling

_ROW_INCHES = 0.25


def draw_strategies(
    fillings: Sequence[Filling], queries: Mapping[str, int], name: str = "strategies"
) -> str:
    """Return the figure as SVG: a bar per type, as wide as wanted; ``queries`` counts by split."""
    groups: dict[str, list[Filling]] = {}
    for filling in fillings:
        groups.setdefault(filling.strategy, []).append(filling)
    widest = max((filling.wanted for filling in fillings), default=0) or 1
    rows = len(fillings) + len(groups)
    titles: dict[str, str] = {}
    with drawing(9.0, _ROW_INCHES * rows + 0.3) as figure:
        axes = figure.add_subplot()
        labels, places = [], []
        y = 0
        for title, types in groups.items():
            axes.text(
                0, y + 0.12, title, transform=axes.get_yaxis_transform(), ha="left", va="center",
                color=MUTED, fontsize=8.5, fontweight="bold",
            )  # fmt: skip
            y += 1
            for filling in types:
                _draw_type(axes, filling, y, widest, titles)
                labels.append(visible(filling.title))
                places.append(y)
                y += 1
        axes.set_yticks(places, labels)
        axes.set_xlim(0, widest)
        axes.set_ylim(y - 0.4, -0.5)
        axes.set_xticks([])
        axes.spines[["bottom", "left"]].set_visible(False)
        asked = ", ".join(f"{plural(n, f'{split} query')}" for split, n in queries.items())
        about = f"Candidates found and wanted for {asked or 'no query'}"
        return make_svg(figure, name, f"{about}. {'; '.join(titles.values())}.", titles)


def _draw_type(axes, filling: Filling, y: int, widest: int, titles: dict[str, str]) -> None:
    axes.barh(y, filling.wanted, height=0.72, color=LINE, alpha=0.35, linewidth=0)
    found = axes.barh(y, filling.found, height=0.72, color=ACCENT)
    found.patches[0].set_gid(f"found-{y}")
    titles[f"found-{y}"] = f"{filling.title}: {filling.found:,} of {filling.wanted:,} found"
    if filling.missing > 0:
        missing = axes.barh(y, filling.missing, left=filling.found, height=0.72, color=DROP)
        missing.patches[0].set_gid(f"missing-{y}")
        titles[f"missing-{y}"] = (
            f"{filling.title}: {filling.missing:,} missing, "
            f"{plural(filling.short, 'query')} with too few"
        )
    width = 8 + 5.6 * len(f"{widest:,} of {widest:,}")
    for offset, text, colour in (
        (width, f"{filling.found:,} of {filling.wanted:,}", INK),
        (width + 42, share(filling.found, filling.wanted), MUTED),
        (width + 84, f"−{filling.missing:,}" if filling.missing > 0 else "", DROP),
    ):
        axes.annotate(
            text, (1, y), xycoords=axes.get_yaxis_transform(), xytext=(offset, 0),
            textcoords="offset points", ha="right", va="center", color=colour, fontsize=8.5,
        )  # fmt: skip
