"""What a corpus is read from: shards of S2ORC metadata and datasets of the bulk format.

A source of ``data.s2orc`` is a path or glob of S2ORC metadata shards, or a mapping of the three
bulk datasets to lists of paths and globs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from paperpool.corpus.bulk_shards import DATASETS
from paperpool.files import expand_globs

METADATA = "metadata"
"""The kind of a shard of S2ORC metadata; those of the bulk format are ``DATASETS``."""

KINDS = (METADATA, *DATASETS)

Source = str | Mapping[str, Sequence[str]]


def list_sources(sources: Iterable[Source]) -> dict[str, list[str]]:
    """Return the files of each of ``KINDS``, sorted, each once."""
    patterns: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for source in sources:
        for kind, of_kind in source_patterns(source).items():
            patterns[kind] += of_kind
    return {kind: expand_globs(of_kind) for kind, of_kind in patterns.items()}


def source_patterns(source: Source) -> dict[str, list[str]]:
    """Return the paths and globs of one source by kind."""
    if isinstance(source, str):
        return {METADATA: [source]}
    return {dataset: list(source[dataset]) for dataset in DATASETS}
