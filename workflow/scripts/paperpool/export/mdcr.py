"""MDCR's benchmark as it is exported.

A topic is a query paper in a field; its text is title and abstract. Its pool are its judged
candidates, of grade 1 (cited) and 0. Scores stay as they are: trec_eval on them is the official
protocol.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.export.exported import (
    Document,
    ExportedCollection,
    Place,
    Qrels,
    RankedRun,
    Ranking,
    Topic,
    check_ids,
)
from paperpool.export.trec import order_as_trec_eval
from paperpool.files import read_json
from paperpool.mdcr.benchmark import Benchmark, Pool, Text, iterate_pools
from paperpool.mdcr.paper_texts import join_text

RELEVANT = 1
"""The grade of a paper that the query cites."""

TopicIds = dict[tuple[str, str], str]
"""The id of each topic by (query paper, field)."""


def name_topics(splits: Mapping[str, Benchmark]) -> TopicIds:
    """Return the ids of all topics.

    A topic has its paper's id, as in the official files. A paper that is asked for in several
    fields has a topic, and a pool, for each: ``<paper>_<field>``, blanks as hyphens.
    """
    fields: dict[str, set[str]] = defaultdict(set)
    for benchmark in splits.values():
        for field, query, _ in iterate_pools(benchmark):
            fields[query].add(field)
    return {
        (query, field): query if len(of_query) == 1 else f"{query}_{field.replace(' ', '-')}"
        for query, of_query in fields.items()
        for field in of_query
    }


def export_benchmark(
    splits: Mapping[str, Benchmark], texts: Mapping[str, Text]
) -> ExportedCollection:
    """Return the benchmark as it is exported; raise UserError for ids that TREC cannot hold.

    ``texts`` has every paper of every split.
    """
    ids = name_topics(splits)
    qrels = {split: _qrels(benchmark, ids) for split, benchmark in splits.items()}
    pools = [grades for of_split in qrels.values() for grades in of_split.values()]
    candidates = sorted({i for grades in pools for i in grades})
    check_ids("papers and fields", [*candidates, *ids.values()])
    return ExportedCollection(
        topics=sorted(
            (
                Topic(name, query, field, *texts[query], join_text(*texts[query]))
                for (query, field), name in ids.items()
            ),
            key=lambda topic: topic.topic_id,
        ),
        documents={i: Document(*texts[i]) for i in candidates},
        qrels=qrels,
        beir=qrels,
        places=[
            Place(name, field, split)
            for split, benchmark in splits.items()
            for field, of_field in benchmark.items()
            for name in sorted(ids[query, field] for query in of_field)
        ],
        relevant=RELEVANT,
    )


def _qrels(benchmark: Benchmark, ids: TopicIds) -> Qrels:
    return {ids[query, field]: _grades(pool) for field, query, pool in iterate_pools(benchmark)}


def _grades(pool: Pool) -> dict[str, int]:
    return dict.fromkeys(pool.negatives(), 0) | dict.fromkeys(pool.positives, RELEVANT)


def read_rankings(
    splits: Mapping[str, Benchmark], scores: Mapping[str, Mapping[str, str | Path]]
) -> Iterator[RankedRun]:
    """Yield the run of each ranker of each split from its file of scores (see ``pair_scores``)."""
    ids = name_topics(splits)
    for split, of_split in scores.items():
        for name, path in of_split.items():
            yield split, name, _rankings(splits[split], ids, read_json(path))


def _rankings(benchmark: Benchmark, ids: TopicIds, scores: Scores) -> Iterator[tuple[str, Ranking]]:
    pools = {
        ids[query, field]: (query, pool.candidates())
        for field, query, pool in iterate_pools(benchmark)
    }
    for name, (query, candidates) in sorted(pools.items()):
        yield name, order_as_trec_eval((i, scores[pair_key(query, i)]) for i in candidates)


def count_types(splits: Mapping[str, Benchmark]) -> list[tuple[str, str, int]]:
    """Return (split, type, number of candidates), in the order in which pools name the types."""
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for split, benchmark in splits.items():
        for _, _, pool in iterate_pools(benchmark):
            for kind, ids in pool.types.items():
                counts[split, kind] += len(ids)
    return [(*key, count) for key, count in counts.items()]


def merge_texts(splits: Sequence[Mapping[str, Text]]) -> tuple[dict[str, Text], list[str]]:
    """Return the texts of all splits, and the papers that have another text in a later one.

    The first text is kept: there is one document of each id.
    """
    merged: dict[str, Text] = {}
    for texts in splits:
        merged = {**texts, **merged}
    changed = {i for texts in splits for i, text in texts.items() if text != merged[i]}
    return merged, sorted(changed)
