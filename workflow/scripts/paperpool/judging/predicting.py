"""Scores of runs from a model's grades of all items and people's grades of a few drawn ones.

A score is a sum over items (``judging.measures``), so it is estimated as the difference of two runs
is (``judging.estimating``): by people's grades, each divided by the probability of its draw. A
model's grades take a part of the error away (``judging.powering``). The interval is of *these*
topics: only the judgments are a sample, as in ``judging.comparing``.

The error of NDCG has that of the ideals besides, of which a model's grades tell nothing here.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.judging.comparing import LEVEL, SLOPE
from paperpool.judging.drawing import Sample
from paperpool.judging.estimating import ByDraw, Prior, estimate_by_draw
from paperpool.judging.expecting import CONFIDENCE, NORMAL
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items
from paperpool.judging.powering import Draws


@dataclass(frozen=True)
class Drawn:
    """Items of which some are drawn: ``items`` have people's grades, ``sample`` is among them.

    ``is_drawable`` marks the items that could be drawn, those of the sample included. The others
    are known, or out of reach: no draw tells anything of them.
    """

    items: Items
    sample: Sample
    is_drawable: NDArray[np.bool_]


@dataclass(frozen=True)
class Predicted:
    """The score of ``run``, or its difference from ``other``: the mean over topics.

    ``interval`` is of these topics, ``alone`` that by people's grades alone. ``share`` is that of
    the information that comes from people: the squared width of ``interval`` over that of
    ``alone``. It is 1, and ``tuning`` 0, if the model's grades do not narrow the interval; then all
    is as by people alone. If ``n_beyond`` items are not known and could not be drawn, there is no
    estimate: all numbers are NaN.
    """

    run: str
    other: str
    value: float
    interval: tuple[float, float]
    alone: tuple[float, float]
    share: float
    tuning: float
    n_beyond: int


def predict_scores(drawn: Drawn, predicted: Floats) -> list[Predicted]:
    """Return the score of each run, and after them the difference of each pair of runs.

    ``predicted`` are a model's grades of the items, shape (items,); of items without a weight in
    any run, and of known ones that were not drawn, they do not count and may be NaN.
    """
    items = drawn.items
    gains = items.measure.gain(np.nan_to_num(predicted), items.relevant)
    return [by_people.correct(gains) for by_people in estimate_by_people(drawn)]


@dataclass(frozen=True)
class ByPeople:
    """A score, or the difference of two runs, by people's grades alone: the sum of ``weights``.

    ``doubts`` are the relative errors of the topics' ideals.
    """

    run: str
    other: str
    weights: Floats
    drawn: Drawn
    doubts: Floats

    @cached_property
    def by_draw(self) -> ByDraw:
        """What each draw estimates."""
        return self._estimate(self.drawn.items.gains)

    def correct(self, gains: Floats) -> Predicted:
        """Return the estimate with the gains of a model's grades, shape (items,)."""
        items = self.drawn.items
        is_open = (self.weights != 0) & ~items.known
        n_beyond = int((is_open & ~self.drawn.is_drawable).sum())
        if n_beyond:
            nothing = (np.nan, np.nan)
            return Predicted(
                self.run, self.other, np.nan, nothing, nothing, np.nan, np.nan, n_beyond
            )
        if not is_open.any():
            return self._tell_known()

        # what is known without a draw is the same by people and by the model: it has no error
        people = self.by_draw
        model = self._estimate(gains)
        truth = items.sum_topics(self.weights * gains)
        draws = Draws(people.means, model.means - truth.mean(), people.weights)

        found = {}
        for tuning in (0.0, draws.tuning):
            value = draws.estimate(tuning)
            by_topic = people.by_topic - tuning * (model.by_topic - truth)
            error = float(np.hypot(draws.find_error(tuning), self._doubt(value, by_topic)))
            found[tuning] = (value, draws.find_quantile(tuning, CONFIDENCE) * error)

        alone, radius_alone = found[0.0]
        tuning = min(found, key=lambda tuning: found[tuning][1])
        value, radius = found[tuning]
        share = 1.0
        if tuning:
            share = (radius / radius_alone) ** 2
        return Predicted(
            self.run,
            self.other,
            value,
            (value - radius, value + radius),
            (alone - radius_alone, alone + radius_alone),
            share,
            tuning,
            n_beyond,
        )

    def _tell_known(self) -> Predicted:
        """Return the score if every grade that counts is known."""
        items = self.drawn.items
        by_topic = items.sum_topics(self.weights * np.nan_to_num(items.gains))
        value = float(by_topic.mean())
        radius = NORMAL * self._doubt(value, by_topic)
        interval = (value - radius, value + radius)
        return Predicted(self.run, self.other, value, interval, interval, 1.0, 0.0, 0)

    def _estimate(self, gains: Floats) -> ByDraw:
        items = self.drawn.items
        prior = Prior(LEVEL * items.best_gain, SLOPE * items.best_gain)
        return estimate_by_draw(self.weights, items, gains, self.drawn.sample, prior)

    def _doubt(self, value: float, by_topic: Floats) -> float:
        """Return the error that the ideals bring: a topic's own, and that of all together."""
        own = np.sqrt((by_topic**2 * self.doubts**2).sum()) / len(self.doubts)
        return float(np.hypot(own, value * self.doubts.mean()))


def estimate_by_people(drawn: Drawn) -> list[ByPeople]:
    """Return the estimates of each run's score, and then of the difference of each pair."""
    items = drawn.items
    ideals = np.ones(len(items.topics))
    doubts = np.zeros(len(items.topics))
    if items.measure.kind == "ndcg":
        found = estimate_ideals(items, drawn.sample)
        ideals = np.where(found.values > 0, found.values, np.inf)
        doubts = found.errors / ideals

    scaled = items.weights / ideals[items.places]
    estimates = []
    for run, weights in zip(items.runs, scaled, strict=True):
        estimates.append(ByPeople(run, "", weights, drawn, doubts))
    for first, second in combinations(range(len(items.runs)), 2):
        difference = scaled[first] - scaled[second]
        names = (items.runs[first], items.runs[second])
        estimates.append(ByPeople(*names, difference, drawn, doubts))
    return estimates
