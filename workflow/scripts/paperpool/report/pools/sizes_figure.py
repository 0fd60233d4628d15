"""How many pools have which size, as a histogram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from matplotlib.ticker import MaxNLocator

from paperpool.pages.svg import ACCENT, drawing, make_svg
from paperpool.pages.wording import plural

MAX_BINS = 24
"""The bins are the narrowest of 1, 2, 5, 10, 20, ... candidates with which there are no more."""


def choose_width(smallest: int, largest: int) -> int:
    """Return the width of the bins."""
    power = 1
    while True:
        for width in (power, 2 * power, 5 * power):
            if largest // width - smallest // width < MAX_BINS:
                return width
        power *= 10


def draw_pool_sizes(sizes: Mapping[str, int], name: str = "pool-sizes") -> str:
    """Return the figure as SVG: ``sizes`` (at least one) maps a query to its pool's size."""
    width = choose_width(min(sizes.values()), max(sizes.values()))
    counts = Counter(size // width * width for size in sizes.values())
    spans = {
        begin: f"{begin} candidates" if width == 1 else f"{begin} to {begin + width - 1} candidates"
        for begin in sorted(counts)
    }
    titles = {}
    with drawing(10.4, 2.2) as figure:
        axes = figure.subplots()
        for begin, span in spans.items():
            gid = f"bin-{begin}"
            axes.bar([begin + (width - 1) / 2], [counts[begin]], width=0.92 * width, color=ACCENT)[
                0
            ].set_gid(gid)
            titles[gid] = f"{span}: {plural(counts[begin], 'pool')}"
        axes.set_xlim(min(spans) - width, max(spans) + 2 * width - 1)
        axes.xaxis.set_major_locator(MaxNLocator(12, steps=[1, 2, 5, 10], integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.grid(True)
        axes.set_xlabel("candidates in the pool")
        axes.set_ylabel("pools")
        return make_svg(figure, name, f"Sizes of the pools. {'; '.join(titles.values())}.", titles)
