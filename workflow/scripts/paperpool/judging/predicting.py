"""Scores of runs from a model's grades of all items and people's grades of a few drawn ones.

A score is a sum over items (``judging.measures``), so it is estimated as the difference of two runs
is (``judging.estimating``): by people's grades, each divided by the probability of its draw. A
model's grades take a part of the error away (``judging.powering``). The interval is of *these*
topics: only the judgments are a sample, as in ``judging.comparing``.

The error of NDCG has that of the ideals besides, of which a model's grades tell nothing here.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.judging.comparing import LEVEL, SLOPE
from paperpool.judging.drawing import Sample
from paperpool.judging.estimating import Prior, estimate_by_draw, estimate_difference
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
    ideals = np.ones(len(items.topics))
    doubts = np.zeros(len(items.topics))
    if items.measure.kind == "ndcg":
        found = estimate_ideals(items, drawn.sample)
        ideals = np.where(found.values > 0, found.values, np.inf)
        doubts = found.errors / ideals

    gains = items.measure.gain(np.nan_to_num(predicted), items.relevant)
    scaled = items.weights / ideals[items.places]
    estimates = []
    for name, weights in zip(items.runs, scaled, strict=True):
        estimates.append(_predict((name, ""), weights, drawn, gains, doubts))
    for first, second in combinations(range(len(items.runs)), 2):
        names = (items.runs[first], items.runs[second])
        difference = scaled[first] - scaled[second]
        estimates.append(_predict(names, difference, drawn, gains, doubts))
    return estimates


def _predict(
    names: tuple[str, str], weights: Floats, drawn: Drawn, gains: Floats, doubts: Floats
) -> Predicted:
    """Return the estimate of a sum of items by their weights; ``doubts`` are relative errors."""
    items = drawn.items
    n_beyond = int(((weights != 0) & ~items.known & ~drawn.is_drawable).sum())
    if n_beyond:
        nothing = (np.nan, np.nan)
        return Predicted(*names, np.nan, nothing, nothing, np.nan, np.nan, n_beyond)

    prior = Prior(LEVEL * items.best_gain, SLOPE * items.best_gain)
    whole = estimate_difference(weights, items, drawn.sample, prior)
    if whole.is_whole:
        radius = NORMAL * _doubt(whole.value, whole.by_topic, doubts)
        interval = (whole.value - radius, whole.value + radius)
        return Predicted(*names, whole.value, interval, interval, 1.0, 0.0, 0)

    people = estimate_by_draw(weights, items, items.gains, drawn.sample, prior)
    model = estimate_by_draw(weights, items, gains, drawn.sample, prior)
    truth = items.sum_topics(weights * gains)
    draws = Draws(people.means, model.means - truth.mean(), people.weights)

    found = {}
    for tuning in (0.0, draws.tuning):
        value = draws.estimate(tuning)
        by_topic = people.by_topic - tuning * (model.by_topic - truth)
        error = np.hypot(draws.find_error(tuning), _doubt(value, by_topic, doubts))
        found[tuning] = (value, draws.find_quantile(tuning, CONFIDENCE) * float(error))

    alone = found[0.0]
    tuning = min(found, key=lambda tuning: found[tuning][1])
    value, radius = found[tuning]
    return Predicted(
        *names,
        value,
        (value - radius, value + radius),
        (alone[0] - alone[1], alone[0] + alone[1]),
        (radius / alone[1]) ** 2 if alone[1] else 1.0,
        tuning,
        0,
    )


def _doubt(value: float, by_topic: Floats, doubts: Floats) -> float:
    """Return the standard error that the ideals bring: a topic's own, and that of all together."""
    own = np.sqrt((by_topic**2 * doubts**2).sum()) / len(doubts)
    return float(np.hypot(own, value * doubts.mean()))
