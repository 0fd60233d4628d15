"""Figures 1 and 2 of SciSearch: distributions over the grades, and the Gaussians beside them.

Figure 1 has what a model learns, around the true grade; Figure 2 what it predicts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperpool.pages.svg import ACCENT, DROP, INK, drawing, make_svg

_OPACITY = 0.45
"""Of the bars, so that the curve stands out from them."""


@dataclass(frozen=True)
class GradePanel:
    """A true grade: the probabilities of the grades from 0, and a Gaussian (both in grades)."""

    title: str
    grade: int
    probabilities: Sequence[float]
    mean: float
    sd: float


def draw_grade_panels(panels: Sequence[GradePanel], label: str, name: str) -> str:
    """Return the figure as SVG, a panel per true grade (at least one), on one scale.

    Bars are a grade wide, so that their heights compare with the curve's density. ``label`` says
    what the bars are.
    """
    titles: dict[str, str] = {}
    with drawing(9.4, 2.7) as figure:
        places = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for number, (axes, panel) in enumerate(zip(places, panels, strict=True)):
            _draw_panel(axes, number, panel, titles)
        places[0].set_ylabel(label)
        places[0].set_ylim(0, None)
        return make_svg(figure, name, _describe(panels, label), titles)


def _draw_panel(axes, number: int, panel: GradePanel, titles: dict[str, str]) -> None:
    n_grades = len(panel.probabilities)
    for grade, probability in enumerate(panel.probabilities):
        gid = f"bar-{number}-{grade}"
        bar = axes.bar([grade], [probability], width=0.94, color=ACCENT, alpha=_OPACITY)
        bar[0].set_gid(gid)
        titles[gid] = f"{panel.title}: probability of grade {grade} {probability:.3f}"
    if panel.sd > 0:
        xs = np.linspace(-1, n_grades, 121)
        density = np.exp(-0.5 * ((xs - panel.mean) / panel.sd) ** 2)
        gid = f"curve-{number}"
        axes.plot(
            xs, density / (panel.sd * math.sqrt(2 * math.pi)), color=DROP, linewidth=1.6, gid=gid
        )
        titles[gid] = f"Gaussian of mean {panel.mean:.2f} and sd {panel.sd:.2f}"
    axes.axvline(panel.grade, color=INK, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0)
    axes.set_title(panel.title)
    axes.set_xticks(range(n_grades))
    axes.set_xlim(-1, n_grades)
    axes.set_xlabel("grade")
    axes.grid(axis="y")


def _describe(panels: Sequence[GradePanel], label: str) -> str:
    parts = "; ".join(
        f"{panel.title}: {', '.join(f'{p:.3f}' for p in panel.probabilities)}, "
        f"Gaussian of mean {panel.mean:.2f} and sd {panel.sd:.2f}"
        for panel in panels
    )
    return f"{label} of grades 0 to {len(panels[0].probabilities) - 1}. {parts}."
