"""Choose the models that give the benchmark its model-based negatives.

Source: MDCR section 4.1, model-based selection: the three models with the lowest average pairwise
Jaccard index of their highest-ranked negatives.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from paperpool.errors import Problem, UserError
from paperpool.workflow.corpus.database import Database

N_MODELS = 3

_TOPS = "CREATE TEMP TABLE tops (ranker VARCHAR, query_id VARCHAR, candidate_id VARCHAR)"

_ADD_TOP = """
INSERT INTO tops
SELECT getvariable('ranker'), query_id, candidate_id FROM run
ANTI JOIN cited ON run.query_id = cited.query_id AND candidate_id = cited_id
WHERE split = 'test' AND sampling = 1 AND rank <= getvariable('top')
"""

_JACCARD = """
WITH sizes AS (SELECT ranker, query_id, count(*) AS n FROM tops GROUP BY ALL),
shared AS (
    SELECT a.ranker, b.ranker AS other, a.query_id, count(*) AS n
    FROM tops AS a JOIN tops AS b USING (query_id, candidate_id)
    GROUP BY ALL
),
asked AS (SELECT count(*) AS n FROM queries WHERE level = 'field' AND split = 'test')
SELECT
    a.ranker,
    b.ranker AS other,
    -- in order, as the rounding of a sum depends on it
    sum(coalesce(shared.n, 0) / (a.n + b.n - coalesce(shared.n, 0)) ORDER BY a.query_id)
    / any_value(asked.n) AS jaccard
FROM sizes AS a
JOIN sizes AS b ON a.query_id = b.query_id AND a.ranker <> b.ranker
LEFT JOIN shared
    ON shared.ranker = a.ranker AND shared.other = b.ranker AND shared.query_id = a.query_id,
asked
GROUP BY a.ranker, b.ranker
ORDER BY a.ranker, b.ranker
"""


def compare_models(database: Database, runs: Mapping[str, str | Path], top: int) -> pd.DataFrame:
    """Return the mean Jaccard index over test queries of every two models' top negatives.

    ``runs`` are of the field level; the ``top`` candidates of their first sampling are compared,
    without papers that the query cites. Columns ranker, other, jaccard; a row for each ordered
    pair. The index is 0 if a model has no negative for a query.
    """
    database.set_variable("top", top)
    database.execute(_TOPS)
    for ranker, path in runs.items():
        database.set_variable("ranker", ranker)
        database.add_files("run", [path])
        database.execute(_ADD_TOP)
    return database.fetch(_JACCARD).to_pandas()


def choose_models(
    jaccard: pd.DataFrame, rankers: Sequence[str], pinned: Sequence[str] | None
) -> pd.DataFrame:
    """Choose ``pinned`` models, or the three with the lowest mean index, ties by name.

    Returns a table with columns ranker, mean_jaccard, chosen (boolean). Raises UserError if there
    are fewer than three rankers.
    """
    if pinned is None and len(rankers) < N_MODELS:
        message = (
            f"The benchmark takes candidates of {N_MODELS} models, and {len(rankers)} rank MDCR's "
            f"pools: {', '.join(rankers) or 'none'}."
        )
        hint = "Add rankers that search large pools, or name the models in mdcr.models."
        raise UserError(Problem(message, "mdcr.rankers", hint))

    means = jaccard.groupby("ranker")["jaccard"].mean().reindex(rankers).astype(float)
    by_mean = sorted(rankers, key=lambda name: (means[name], name))
    chosen = pinned or by_mean[:N_MODELS]
    return pd.DataFrame(
        {
            "ranker": list(rankers),
            "mean_jaccard": means.to_numpy(),
            "chosen": [name in chosen for name in rankers],
        }
    )
