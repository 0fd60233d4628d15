"""At which ranks the negatives of each model stood in its own ranking, as histograms."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.ticker import MaxNLocator

from paperpool.pages.svg import ACCENT, drawing, make_svg
from paperpool.pages.wording import plural, visible
from paperpool.report.pools.sizes_figure import choose_width


def draw_model_ranks(
    counts: Mapping[str, Mapping[int, int]], top: int, name: str = "model-ranks"
) -> str:
    """Return the figure as SVG, a panel per model (at least one).

    ``counts`` are negatives by model and rank, of which the last is ``top``.
    """
    titles: dict[str, str] = {}
    n_panels = max(2, len(counts))
    with drawing(3.3 * n_panels, 1.9) as figure:
        panels = figure.subplots(1, n_panels, squeeze=False, sharey=True)[0]
        for axes in panels[len(counts) :]:
            axes.set_axis_off()
        for index, (model, ranks) in enumerate(counts.items()):
            titles |= _draw_panel(panels[index], f"m{index}", model, ranks, top)
        panels[0].set_ylabel("negatives")
        sums = "; ".join(
            f"{model}: {plural(sum(ranks.values()), 'negative')}" for model, ranks in counts.items()
        )
        return make_svg(figure, name, f"Ranks of the models' negatives. {sums}.", titles)


def _draw_panel(
    axes, prefix: str, model: str, ranks: Mapping[int, int], top: int
) -> dict[str, str]:
    width = choose_width(0, top - 1)
    titles = {}
    for first in range(1, top + 1, width):
        last = min(first + width - 1, top)
        n = sum(ranks.get(rank, 0) for rank in range(first, last + 1))
        gid = f"{prefix}-{first}"
        bar = axes.bar([(first + last) / 2], [n], width=0.9 * (last - first + 1), color=ACCENT)
        bar.patches[0].set_gid(gid)
        span = f"rank {first}" if first == last else f"ranks {first} to {last}"
        titles[gid] = f"{model}, {span}: {plural(n, 'negative')}"
    axes.set_title(visible(model))
    axes.set_xlim(0, top + 1)
    axes.set_xlabel("rank in the model")
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10], integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
    axes.yaxis.grid(True)
    return titles
