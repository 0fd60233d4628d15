"""The tables of the ablation and of the powers (Ricci et al., table 3 and figure 3)."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from paperpool.evaluation_tables import Evaluation
from paperpool.scisumm.ablation import BASE, CONTEXTUAL_BASE, VARIANTS
from paperpool.scisumm.evaluation import ALL, Published

COLUMNS = ["variant", "split", "protocol", "metric", "value", "difference", "p", "published"]
POWER_COLUMNS = ["direction", "d", "split", "protocol", "f1", "mean_length"]

METRICS = ("f1", "rouge_s_f1")

PUBLISHED_BENCHMARK = "scisumm-ablation"

SYSTEMS: Mapping[str, str] = {
    BASE: "Asymm (d=4)",
    CONTEXTUAL_BASE: "Asymm SciBERT (d=4)",
    **{name: variant.published for name, variant in VARIANTS.items()},
}
"""The paper's name for each row."""


def ablation_table(evaluation: Evaluation, published: Published) -> pd.DataFrame:
    """Return ``COLUMNS`` of an evaluation whose rankers are variants, tested against ``BASE``.

    Rows are in the order of the evaluation's rankers; ``BASE`` differs from itself in nothing, and
    what the paper printed stands beside the official protocol alone.
    """
    keys = ["split", "protocol", "metric"]
    metrics, tests = evaluation.metrics, evaluation.significance
    figures = metrics[(metrics["slice"] == ALL) & metrics["metric"].isin(METRICS)]
    tests = tests[(tests["slice"] == ALL) & (tests["baseline"] == BASE)]
    tested = {
        (row.ranker, row.split, row.protocol, row.metric): (row.difference, row.p)
        for row in tests.itertuples()
    }
    rows = [
        (
            *(row.ranker, row.split, row.protocol, row.metric, row.value),
            *tested.get((row.ranker, row.split, row.protocol, row.metric), (None, None)),
            published.get((row.split, row.ranker, row.metric))
            if row.protocol == "official"
            else None,
        )
        for row in figures.itertuples()
    ]
    table = pd.DataFrame(rows, columns=COLUMNS)
    order = {name: i for i, name in enumerate(dict.fromkeys(figures["ranker"]))}
    return table.sort_values(
        ["variant", *keys], key=lambda c: c.map(order) if c.name == "variant" else c
    ).reset_index(drop=True)
