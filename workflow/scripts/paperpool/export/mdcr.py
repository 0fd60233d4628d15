"""The scores of MDCR's pairs as they are exported, and how many candidates there are of each type.

Scores stay as they are: trec_eval on them is the official protocol.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import Benchmark, iterate_pools
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.export.exported import RankedRun, Ranking
from paperpool.export.trec import order_as_trec_eval
from paperpool.io.files import read_json


def read_rankings(
    collection: Collection, scores: Mapping[str, Mapping[str, str | Path]]
) -> Iterator[RankedRun]:
    """Yield the run of each ranker of each split from its file of scores (see ``pair_scores``)."""
    for split, of_split in scores.items():
        for name, path in of_split.items():
            yield split, name, _rankings(collection, split, read_json(path))


def _rankings(collection: Collection, split: str, scores: Scores) -> Iterator[tuple[str, Ranking]]:
    names = collection.topic_names()
    for pair in sorted(collection.folds["all"][split], key=lambda pair: names[pair]):
        judged = collection.judgments[pair].candidates
        yield names[pair], order_as_trec_eval((i, scores[pair_key(pair[0], i)]) for i in judged)


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order in which pools name the types."""
    counts: Counter[tuple[str, str]] = Counter()
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)
    return [(*key, count) for key, count in counts.items()]
