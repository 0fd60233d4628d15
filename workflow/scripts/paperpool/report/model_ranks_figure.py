"""At which ranks the negatives of each model stood in its own ranking, as histograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.ticker import MaxNLocator

from paperpool.report.svg import ACCENT, drawing, make_svg
from paperpool.report.wording import plural, visible


def draw_model_ranks(
    counts: Mapping[str, Sequence[int]], top: int, name: str = "model-ranks"
) -> str:
    """Return the figure as SVG, a panel per model (at least one).

    ``counts`` divide the ranks 1 to ``top`` into bins of one length, as near as can be.
    """
    titles: dict[str, str] = {}
    with drawing(3.3 * max(2, len(counts)), 1.9) as figure:
        panels = figure.subplots(1, max(2, len(counts)), squeeze=False, sharey=True)[0]
        for axes in panels[len(counts) :]:
            axes.set_axis_off()
        for index, (model, bins) in enumerate(counts.items()):
            axes = panels[index]
            edges = [-(-top * i // len(bins)) for i in range(len(bins) + 1)]
            for number, n in enumerate(bins):
                first, last = edges[number] + 1, edges[number + 1]
                gid = f"m{index}-{number}"
                width = last - first + 1
                bar = axes.bar([first - 0.5 + width / 2], [n], width=0.9 * width, color=ACCENT)
                bar.patches[0].set_gid(gid)
                titles[gid] = f"{model}, ranks {first} to {last}: {plural(n, 'negative')}"
            axes.set_title(visible(model))
            axes.set_xlim(0, top + 1)
            axes.set_xlabel("rank in the model")
            axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
            axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
            axes.yaxis.grid(True)
        panels[0].set_ylabel("negatives")
        sums = "; ".join(f"{model}: {sum(bins):,} negatives" for model, bins in counts.items())
        return make_svg(figure, name, f"Ranks of the models' negatives. {sums}.", titles)
