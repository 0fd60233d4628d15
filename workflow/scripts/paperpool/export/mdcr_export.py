"""MDCR's benchmark as it is exported: its runs, and the texts of its datasheet.

Source: MDCR sections 3 and 4. Scores of pairs stay as they are, in trec_eval's order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks.mdcr_strategies import STRATEGIES
from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import TRUE, Benchmark, iterate_pools
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.export.datasheet import Sheet
from paperpool.export.exported import RankedRun, Ranking
from paperpool.export.sheets import make_sheet
from paperpool.export.trec import order_as_trec_eval
from paperpool.io.files import read_json


def read_mdcr_rankings(
    collection: Collection, scores: Mapping[str, Mapping[str, str | Path]]
) -> Iterator[RankedRun]:
    """Yield the run of each ranker of each split from its file of scores (see ``pair_scores``)."""
    for split, of_split in scores.items():
        for name, path in of_split.items():
            yield split, name, _order_pairs(collection, split, read_json(path))


def _order_pairs(
    collection: Collection, split: str, scores: Scores
) -> Iterator[tuple[str, Ranking]]:
    names = collection.topic_names()
    for pair in sorted(collection.folds["all"][split], key=lambda pair: names[pair]):
        judged = collection.judgments[pair].candidates
        yield names[pair], order_as_trec_eval((i, scores[pair_key(pair[0], i)]) for i in judged)


def mdcr_sheet(origin: str, splits: Mapping[str, Benchmark], settings: Mapping[str, Any]) -> Sheet:
    """Return the texts on the benchmark ``splits``; ``origin`` is one of the three above."""
    sheet = make_sheet("mdcr", origin, settings, true=TRUE)
    counts = count_types(splits)
    title = "Candidates by type, as the official files list them"
    return replace(
        sheet,
        limitations=[*_model_negatives(counts), *sheet.limitations],
        tables={title: (("split", "type", "candidates"), counts)},
    )


def _model_negatives(counts: list[tuple[str, str, int]]) -> list[str]:
    """Return a line on the share of negatives that rankers chose, or None."""
    others = {TRUE, *(strategy.name for strategy in STRATEGIES)}
    negatives = sum(n for _, kind, n in counts if kind != TRUE)
    models = list(dict.fromkeys(kind for _, kind, _ in counts if kind not in others))
    chosen = sum(n for _, kind, n in counts if kind in models)
    if not chosen:
        return []
    return [
        f"{chosen / negatives:.0%} of the negatives are papers that {', '.join(models)} ranked "
        "high: these rankers, and those like them, have harder pools than others."
    ]


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order of the types in pools."""
    counts: Counter[tuple[str, str]] = Counter()
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)
    return [(*key, count) for key, count in counts.items()]
