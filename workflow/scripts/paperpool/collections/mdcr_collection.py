"""MDCR's benchmark as a test collection: a topic is a paper in a field, relevant is what it cites.

Source: MDCR section 4 and the release, whose form is that of ``mdcr.benchmark``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from paperpool.collections.collection import Collection, Judgments, PlainPaper, Pool
from paperpool.collections.mdcr_benchmark import (
    SPLITS,
    Benchmark,
    Text,
    iterate_pools,
    read_benchmark,
    read_texts,
)

RELEVANT = 1
"""The grade of a paper that the query cites; a negative has 0."""

VALIDATION = "val"


def read_mdcr(files: Mapping[str, str | Path]) -> Collection:
    """Read both splits.

    ``files`` has the pools of a split as ``<split>`` and its texts as ``<split>_data``.

    See ``read_benchmark`` and ``read_texts`` for what is checked.
    """
    splits = {split: read_benchmark(files[split]) for split in SPLITS}
    texts = [read_texts(files[f"{split}_data"], splits[split]) for split in SPLITS]
    return as_collection(splits, merge_texts(texts)[0])


def as_collection(splits: Mapping[str, Benchmark], texts: Mapping[str, Text]) -> Collection:
    """Return the benchmark's splits as one collection; ``texts`` has every paper of them.

    A candidate's sources are its types. Papers are those that some pool names, sorted.
    """
    judgments: dict[tuple[str, str], Judgments] = {}
    sources: dict[str, dict[str, list[str]]] = {}
    folds: dict[str, dict[str, list[tuple[str, str]]]] = {"all": {}}
    for split, benchmark in splits.items():
        pairs = folds["all"][split] = []
        for field, query, pool in iterate_pools(benchmark):
            pairs.append((query, field))
            folds.setdefault(field, {}).setdefault(split, []).append((query, field))
            grades = dict.fromkeys(pool.negatives(), 0) | dict.fromkeys(pool.positives, RELEVANT)
            judgments[query, field] = Judgments(tuple(grades), tuple(grades.values()), {})
            types = sources.setdefault(query, {})
            for kind, ids in pool.types.items():
                for candidate in dict.fromkeys(ids):
                    types.setdefault(candidate, []).append(kind)
    named = {i for query, types in sources.items() for i in (query, *types)}
    return Collection(
        papers={i: PlainPaper(i, *texts[i]) for i in sorted(named)},
        pools={
            query: Pool(tuple(types), tuple(map(tuple, types.values())))
            for query, types in sources.items()
        },
        judgments=judgments,
        folds=folds,
        faceted=False,
        relevant=RELEVANT,
        validation=VALIDATION,
    )


def merge_texts(splits: Sequence[Mapping[str, Text]]) -> tuple[dict[str, Text], list[str]]:
    """Return the texts of all splits, and the papers that have another text in a later one.

    The first text is kept: there is one document of each id.
    """
    merged: dict[str, Text] = {}
    for texts in splits:
        merged = {**texts, **merged}
    changed = {i for texts in splits for i, text in texts.items() if text != merged[i]}
    return merged, sorted(changed)
