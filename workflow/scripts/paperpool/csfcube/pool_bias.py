"""Pool bias of the rankers of a CSFCube collection: see ``evaluation.pool_bias``."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from paperpool.collections.collection import Collection, pair_name
from paperpool.collections.facets import SLICES
from paperpool.csfcube.evaluation import SPLITS, grade_ranking
from paperpool.evaluation.csfcube_measures import bpref
from paperpool.evaluation.pool_bias import PoolBias, warn_of_bias
from paperpool.evaluation.runs import Run


def measure_pool_bias(
    collection: Collection,
    runs: Mapping[str, Run],
    shares: Mapping[str, Mapping[str, float]],
    baseline: str,
) -> list[PoolBias]:
    """Return the pool bias of every ranker on both splits, per facet and over all.

    ``runs`` hold judged candidates only; ``shares`` are, by ranker and <paper>_<facet>, those of
    the runs as they came (``judged_shares``). The query itself is left out.
    """
    rows = []
    for split, folds in SPLITS.items():
        for name in SLICES:
            pairs = [pair for fold in folds for pair in collection.folds[name][fold]]
            names = [pair_name(*pair) for pair in pairs]
            judged = {
                ranker: _mean([shares[ranker][name] for name in names if name in shares[ranker]])
                for ranker in runs
            }
            for ranker, run in runs.items():
                values = [
                    bpref(*grade_ranking(run, pair, collection, with_query=False)) for pair in pairs
                ]
                warning = warn_of_bias(judged[ranker], baseline, judged[baseline])
                mean = _mean(values) or 0.0
                rows.append(
                    PoolBias(ranker, split, name, judged[ranker], mean, len(pairs), warning)
                )
    return rows


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None
