"""Relevance feedback with settings that are chosen on other queries than those that it judges.

Every setting of a grid is replayed. The one that needs the fewest judgments on one half of the
queries judges the other half, and the other way round.
"""

from __future__ import annotations

from functools import partial
from itertools import product

import pandas as pd

from paperpool.extras.active_pooling.orders import SHIPPED, FeedbackSettings, order_by_feedback
from paperpool.extras.active_pooling.pools import Pair
from replays.replay import Places, Replay

NESTED = "feedback_nested"
"""The name of the order."""

LEVEL = 0.9
"""The share of the relevant candidates that a setting is to find with few judgments."""

GRID = sorted(
    (FeedbackSettings(*values) for values in product((20, 60), (1.0, 2.0), (1.0, 3.0), (0.3, 1.0))),
    key=lambda settings: settings != SHIPPED,
)
"""The settings to choose from; of equally good ones the first is chosen, so the shipped one."""

SETTING_COLUMNS = (
    "rank_constant weight ridge unjudged slice recall share n_judged is_chosen"
).split()


def judge_nested(replay: Replay) -> tuple[dict[str, dict[Pair, Places]], pd.DataFrame]:
    """Return the nested order under its name, and the table of ``SETTING_COLUMNS``.

    The table tells what every setting needs on each half until ``LEVEL`` of the relevant candidates
    are found; one is chosen for each half, and judges the other. Of a collection without halves
    there is no such order.
    """
    if not replay.halves:
        return {}, pd.DataFrame(columns=SETTING_COLUMNS)
    judged = {
        settings: replay.judge(partial(order_by_feedback, settings=settings)) for settings in GRID
    }
    rows, chosen = [], {}
    for name, pairs in replay.halves.items():
        needed = {
            settings: next(row for row in replay.need(judged[settings], pairs) if row[0] == LEVEL)
            for settings in GRID
        }
        chosen[name] = min(GRID, key=lambda settings: needed[settings][2])
        for settings, row in needed.items():
            rows.append((*vars(settings).values(), name, *row, settings == chosen[name]))
    whole = {}
    for half, other in zip(replay.halves, reversed(replay.halves), strict=True):
        whole |= {pair: judged[chosen[other]][pair] for pair in replay.halves[half]}
    table = pd.DataFrame(rows, columns=SETTING_COLUMNS)
    return {NESTED: {pair: whole[pair] for pair in replay.pools}}, table
