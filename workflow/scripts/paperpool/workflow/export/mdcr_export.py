"""MDCR's benchmark as it is exported: its runs, and the texts of its datasheet.

Source: MDCR sections 3 and 4. Scores of pairs stay as they are, in trec_eval's order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from paperpool.benchmarks.mdcr_strategies import STRATEGIES
from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import TRUE, Benchmark, iterate_pools
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.io.files import read_json
from paperpool.workflow.export.exported import RankedRun, Ranking
from paperpool.workflow.export.sheets import Sheet
from paperpool.workflow.export.trec import order_as_trec_eval


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
    """Yield the ranking of each topic of a split by its name, in the order of names."""
    names = collection.topic_names()
    for pair in sorted(collection.folds["all"][split], key=lambda pair: names[pair]):
        of_topic = []
        for candidate in collection.judgments[pair].candidates:
            of_topic.append((candidate, scores[pair_key(pair[0], candidate)]))
        yield names[pair], order_as_trec_eval(of_topic)


def mdcr_sheet(
    origin: str, splits: Mapping[str, Benchmark], settings: Mapping[str, object]
) -> Sheet:
    """Return the texts on the benchmark ``splits``; ``origin`` is one of those of ``sheets``."""
    types = count_types(splits)
    models, share = share_of_models(types)
    facts = {"types": types, "positive": TRUE, "models": models, "share_of_models": share}
    return Sheet("mdcr.md.jinja", origin, settings, facts)


def share_of_models(types: list[tuple[str, str, int]]) -> tuple[list[str], float]:
    """Return the rankers that chose negatives, and the share of the negatives that they chose."""
    not_models = {TRUE}
    not_models.update(strategy.name for strategy in STRATEGIES)
    chosen: Counter[str] = Counter()
    n_negatives = 0
    for _, kind, n in types:
        if kind != TRUE:
            n_negatives += n
        if kind not in not_models:
            chosen[kind] += n

    if not chosen.total():
        return [], 0.0
    return list(chosen), chosen.total() / n_negatives


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order of the types in pools."""
    counts: Counter[tuple[str, str]] = Counter()
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)

    rows = []
    for (split, kind), n_candidates in counts.items():
        rows.append((split, kind, n_candidates))
    return rows
