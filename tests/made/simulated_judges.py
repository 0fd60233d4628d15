"""Simulated judges of CSFCube: honest ones in three ways, and ones with a planted fault."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from paperpool.extras.judges.agreement import Ground, count_confusions, kappas

Grades = NDArray[np.int_]

SHARE = 0.3
"""The share of the pairs that a planted fault decides."""


@dataclass
class Simulation:
    """The model of judges: the truth, and the frequencies of people's grades."""

    ground: Ground

    @property
    def marginals(self) -> NDArray[np.float64]:
        return np.bincount(self.ground.grades, minlength=4) / len(self.ground.grades)

    def kappa(self, judge: Grades) -> float:
        one = np.zeros(len(judge), dtype=int)
        return float(
            kappas(
                count_confusions(self.ground.grades, judge, one, 1, self.ground.scheme.n_grades)
            )[0]
        )

    def make_honest(self, rng: np.random.Generator, way: str, kappa: float) -> Grades:
        """Return grades with about that kappa; errors depend on the grade alone."""
        low, high = 0.0, 4.0
        draw = rng.integers(2**32)
        for _ in range(9):
            noise = (low + high) / 2
            judge = WAYS[way](self, np.random.default_rng(draw), noise)
            low, high = (noise, high) if self.kappa(judge) > kappa else (low, noise)
        return judge

    def plant(self, rng: np.random.Generator, judge: Grades, fault: str) -> Grades:
        """Return grades with a fault: ``SHARE`` of them one higher, or nine in ten by chance."""
        if fault == "bias":
            return np.where(rng.random(len(judge)) < SHARE, np.minimum(judge + 1, 3), judge)
        drawn = rng.choice(4, len(judge), p=self.marginals)
        return np.where(rng.random(len(judge)) < 0.9, drawn, judge)


def _draw_anew(simulation: Simulation, rng: np.random.Generator, noise: float) -> Grades:
    """Some grades are drawn anew, each as often as people give it."""
    gold = simulation.ground.grades
    drawn = rng.choice(4, len(gold), p=simulation.marginals)
    return np.where(rng.random(len(gold)) < noise / 4, drawn, gold)


def _blur(simulation: Simulation, rng: np.random.Generator, noise: float) -> Grades:
    """Grades are seen through a normal error, and given as often as people do."""
    gold = simulation.ground.grades
    seen = gold + rng.random(len(gold)) + noise * rng.normal(size=len(gold))
    return np.searchsorted(simulation.marginals[:3].cumsum(), (rankdata(seen) - 0.5) / len(gold))


def _step(simulation: Simulation, rng: np.random.Generator, noise: float) -> Grades:
    """Some grades are one higher or lower, as far as there are such."""
    gold = simulation.ground.grades
    steps = rng.choice([-1, 1], len(gold))
    return np.where(rng.random(len(gold)) < noise / 4, np.clip(gold + steps, 0, 3), gold)


WAYS = {"drawn anew": _draw_anew, "blurred": _blur, "a step off": _step}
