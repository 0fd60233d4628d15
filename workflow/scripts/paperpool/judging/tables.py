"""The comparison of runs as tables: pairs of runs, requests, and widths of intervals to expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from paperpool.collections.collection import Pair
from paperpool.judging.asking import Request
from paperpool.judging.comparing import Comparison
from paperpool.judging.expecting import CONFIDENCE, NORMAL
from paperpool.judging.sequences import find_radius

if TYPE_CHECKING:
    import pandas as pd

FURTHER = (20, 40, 80, 160)
"""The numbers of further judgments for which a width is given."""

SYSTEMS = (
    "run other difference low high low_at_all_looks high_at_all_looks low_of_topics high_of_topics "
    "depends_on left needed topics_needed verdict verdict_of_topics"
).split()

REQUESTS = "batch draw query_id doc_id probability grade".split()

WIDTHS = "run other judgments low_to_high low_to_high_at_all_looks".split()


def tabulate_systems(comparison: Comparison) -> pd.DataFrame:
    """Return a row for each pair of runs (SYSTEMS); bounds are empty before they can be given."""
    import pandas as pd

    rows = []
    for found in comparison.assessments:
        bounds = [*found.interval, *found.sequence, *found.sampled]
        finite = [bound if np.isfinite(bound) else None for bound in bounds]
        counts = [found.n_depends, found.n_left, found.n_needed, found.n_topics]
        verdicts = [found.verdict, found.verdict_sampled]
        rows.append([found.first, found.second, found.value, *finite, *counts, *verdicts])
    table = pd.DataFrame(rows, columns=SYSTEMS)
    bound_columns = dict.fromkeys(SYSTEMS[3:9], "float64")
    return table.astype(bound_columns | {"needed": "Int64", "topics_needed": "Int64"})


def tabulate_requests(requests: Sequence[Request], names: Mapping[Pair, str]) -> pd.DataFrame:
    """Return a row for each request in its order (REQUESTS); ``names`` are the topics' ids."""
    import pandas as pd

    rows = []
    for draw, request in enumerate(requests, 1):
        topic, candidate = request.item
        cells = [request.batch, draw, names[topic], candidate, request.probability, request.grade]
        rows.append(cells)
    return pd.DataFrame(rows, columns=REQUESTS).astype({"grade": "float64"})


def tabulate_widths(comparison: Comparison) -> pd.DataFrame:
    """Return the expected widths of intervals after further judgments (WIDTHS), of open pairs."""
    import pandas as pd

    rows = []
    errors = comparison.expect_errors(FURTHER)
    for place, found in enumerate(comparison.assessments):
        if not found.is_open:
            continue
        for n, error in zip(FURTHER, errors[:, place], strict=True):
            radius = find_radius(len(comparison.sample) + n, CONFIDENCE)
            width = 2 * NORMAL * error
            rows.append([found.first, found.second, n, width, 2 * radius * error])
    return pd.DataFrame(rows, columns=WIDTHS)
