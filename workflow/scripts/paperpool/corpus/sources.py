"""What a corpus is read from: S2ORC metadata, bulk datasets, CSFCube's abstracts, OpenAlex's works.

A source of ``data.s2orc`` is a path or glob of S2ORC metadata shards, a mapping of the three bulk
datasets to lists of paths and globs, or one of ``csfcube_abstracts`` or ``openalex`` to such a
list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from paperpool.corpus.bulk_rows import DATASETS
from paperpool.io.files import expand_globs

METADATA = "metadata"
"""The kind of a shard of S2ORC metadata; those of the bulk format are ``DATASETS``."""

CSFCUBE_ABSTRACTS = "csfcube_abstracts"
"""The kind of a shard of CSFCube's released abstracts, as a mapping of ``data.s2orc`` names it."""

OPENALEX = "openalex"
"""The kind of a part of OpenAlex's works, JSON lines or Parquet, named so in ``data.s2orc``."""

KINDS = (METADATA, CSFCUBE_ABSTRACTS, OPENALEX, *DATASETS)

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
    for kind in (CSFCUBE_ABSTRACTS, OPENALEX):
        if kind in source:
            return {kind: list(source[kind])}
    return {dataset: list(source[dataset]) for dataset in DATASETS}


def is_released(source: Source) -> bool:
    """Tell whether a source holds CSFCube's released abstracts."""
    return not isinstance(source, str) and CSFCUBE_ABSTRACTS in source


def has_citations(sources: Iterable[Source] | None) -> bool:
    """Tell whether any of the sources knows who cites whom."""
    return any(not is_released(source) for source in sources or [])
