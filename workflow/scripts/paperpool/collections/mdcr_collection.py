"""MDCR's benchmark as a test collection: topics are papers in a field, cited papers are relevant.

Source: MDCR section 4 and the release, in the form of ``mdcr_benchmark``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Self

from paperpool.collections.collection import Judgments, Pair, PlainPaper, Pool, WholePapers
from paperpool.collections.mdcr_benchmark import (
    SPLITS,
    Benchmark,
    Text,
    iterate_pools,
    read_benchmark,
    read_texts,
)

RELEVANT = 1
"""The grade of a cited paper; a negative has 0."""

VALIDATION = "val"


class FieldCollection(WholePapers):
    """MDCR's benchmark: topics are papers in a field; each split has its own term statistics."""

    validation: ClassVar[str | None] = VALIDATION

    def rankable(self, query: str, facet: str) -> list[str]:
        """Return the whole pool of a paper, sorted: it is ranked in each of its fields."""
        return sorted(set(self.pools[query].candidates))

    def bodies(self) -> list[Self]:
        """Return the collection of each split: each has term statistics of its own."""
        return [self.of_split(split) for split in self.folds["all"]]

    def of_split(self, split: str) -> Self:
        """Restrict the collection to a split's topics, their papers and their pools."""
        pairs = self.folds["all"][split]
        queries = sorted({query for query, _ in pairs})
        named = set(queries)
        for query in queries:
            named.update(self.pools[query].candidates)
        return replace(
            self,
            papers={i: self.papers[i] for i in sorted(named)},
            pools={query: self.pools[query] for query in queries},
            judgments={pair: self.judgments[pair] for pair in pairs},
        )

    def topic_names(self) -> dict[Pair, str]:
        """Return the ids of topics: with the field only for a paper of several fields."""
        n_fields = Counter(query for query, _ in self.judgments)
        names = super().topic_names()
        for pair in names:
            query, _ = pair
            if n_fields[query] == 1:
                names[pair] = query
        return names


def read_mdcr(files: Mapping[str, str | Path]) -> FieldCollection:
    """Read both splits: ``files`` has pools as ``<split>`` and texts as ``<split>_data``."""
    splits = {split: read_benchmark(files[split]) for split in SPLITS}
    texts = [read_texts(files[f"{split}_data"], splits[split]) for split in SPLITS]
    return as_collection(splits, merge_texts(texts)[0])


def as_collection(splits: Mapping[str, Benchmark], texts: Mapping[str, Text]) -> FieldCollection:
    """Combine the benchmark's splits into one collection; sources of candidates are their types."""
    judgments: dict[Pair, Judgments] = {}
    sources: dict[str, dict[str, list[str]]] = {}
    folds: dict[str, dict[str, list[Pair]]] = {"all": {}}
    for split, benchmark in splits.items():
        folds["all"][split] = []
        for field, query, pool in iterate_pools(benchmark):
            folds["all"][split].append((query, field))
            folds.setdefault(field, {}).setdefault(split, []).append((query, field))
            grades = dict.fromkeys(pool.negatives(), 0) | dict.fromkeys(pool.positives, RELEVANT)
            judgments[query, field] = Judgments(tuple(grades), tuple(grades.values()), {})

            # a paper that is asked for in several fields has one pool: that of all of them
            types = sources.setdefault(query, {})
            for kind, ids in pool.types.items():
                for candidate in dict.fromkeys(ids):
                    types.setdefault(candidate, []).append(kind)

    pools = {}
    named = set(sources)
    for query, types in sources.items():
        pools[query] = Pool(tuple(types), tuple(map(tuple, types.values())))
        named.update(types)
    return FieldCollection(
        papers={i: PlainPaper(i, *texts[i]) for i in sorted(named)},
        pools=pools,
        judgments=judgments,
        folds=folds,
        relevant=RELEVANT,
    )


def merge_texts(splits: Sequence[Mapping[str, Text]]) -> tuple[dict[str, Text], list[str]]:
    """Merge the texts of all splits, the first of each id; return the changed papers too."""
    merged: dict[str, Text] = {}
    for texts in splits:
        merged = dict(texts) | merged

    changed = set()
    for texts in splits:
        changed.update(i for i, text in texts.items() if text != merged[i])
    return merged, sorted(changed)
