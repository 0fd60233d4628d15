"""The sources of a corpus: S2ORC metadata, bulk datasets, released papers, OpenAlex, tables.

A source of ``data.s2orc`` is a path or glob of S2ORC shards; a mapping of the three bulk datasets,
``csfcube_abstracts`` or ``openalex`` to paths and globs; one of ``s2ag`` or ``openalex`` to a
release, whose listed files are downloaded when they are read; one of ``table`` to a path or glob,
with the names of its columns; or one of ``beir`` or ``cystic_fibrosis`` to a folder.
"""

import fnmatch
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from paperpool.collections.cystic_fibrosis_release import RECORDS
from paperpool.fetch.listing import OPENALEX, Listing
from paperpool.fetch.releases import (
    BULK_DATASETS,
    RELEASES,
    Source,
    find_listing,
    find_release,
)
from paperpool.io.files import expand_globs
from paperpool.workflow.corpus.names import Shard

METADATA = "metadata"
"""The kind of a shard of S2ORC metadata; those of the bulk format are ``BULK_DATASETS``."""

CSFCUBE_ABSTRACTS = "csfcube_abstracts"
"""The kind of a shard of CSFCube's released abstracts, as a mapping of ``data.s2orc`` names it."""

TABLE = "table"
"""The kind of a table of a user's own papers, named so in ``data.s2orc``."""

BEIR = "beir"
"""A source that is a folder in BEIR's layout: its documents are a table."""

CYSTIC_FIBROSIS = "cystic_fibrosis"
"""A source that is the folder of the cystic fibrosis collection: a shard is a file of its records.

References between its files are resolved, so that one job reads all files of a folder.
"""

WHOLE_KINDS = (METADATA, CSFCUBE_ABSTRACTS, OPENALEX, TABLE, CYSTIC_FIBROSIS)
"""The kinds of shards whose rows have all that is read of a paper."""

KINDS = (*WHOLE_KINDS, *BULK_DATASETS)


def list_sources(sources: Iterable[Source]) -> dict[str, list[str]]:
    """Return the files of each of ``KINDS``, sorted; UserError if unlisted."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for source in sources:
        listing = find_listing(source)
        if listing:
            for dataset, kind in RELEASES[listing.source].items():
                found[kind].update(listing.raw_paths(dataset))
        for kind, patterns in source_patterns(source).items():
            found[kind].update(expand_globs(patterns))
    return {kind: sorted(files) for kind, files in found.items()}


def list_declared(listings: Iterable[Listing], shards: Iterable[Shard]) -> list[dict[str, Any]]:
    """Return the datasets of releases that declare their rows: how many, and their shards."""
    names = {shard.file: shard.name for shard in shards}
    declared = []
    for listing in listings:
        for dataset, files in listing.datasets.items():
            if dataset in RELEASES[listing.source]:  # others are no part of a corpus
                declared.append(
                    {
                        "source": listing.source,
                        "release": listing.release,
                        "dataset": dataset,
                        "declared": files.rows,
                        "shards": [names[file] for file in listing.raw_paths(dataset)],
                    }
                )
    return declared


def expand_listed(patterns: Iterable[str], sources: Iterable[Source] | None) -> list[str]:
    """Return the files that match patterns, or of ``sources``' releases; UserError if unlisted."""
    listed: set[str] = set()
    for source in sources or []:
        listing = find_listing(source)
        if listing:
            for dataset in listing.datasets:
                listed.update(listing.raw_paths(dataset))

    patterns = list(patterns)
    matching = set(expand_globs(patterns))
    for pattern in patterns:
        matching.update(fnmatch.filter(listed, pattern))
    return sorted(matching)


def source_patterns(source: Source) -> dict[str, list[str]]:
    """Return the paths and globs of one source by kind; a release is empty."""
    if isinstance(source, str):
        return {METADATA: [source]}
    if find_release(source):
        return {}
    tables = table_pattern(source)
    if tables:
        return {TABLE: [tables]}
    if CYSTIC_FIBROSIS in source:
        return {CYSTIC_FIBROSIS: [str(Path(source[CYSTIC_FIBROSIS], RECORDS))]}
    return {kind: list(source[kind]) for kind in KINDS if kind in source}


def table_pattern(source: Source) -> str | None:
    """Return the path or glob of a source that is a table, or has one, or None."""
    if isinstance(source, str):
        return None
    if BEIR in source:
        documents = Path(source[BEIR], "corpus.jsonl")
        packed = documents.with_suffix(".jsonl.gz")
        if packed.is_file() and not documents.is_file():
            return str(packed)
        return str(documents)
    return source.get(TABLE)


def read_columns(source: Source) -> dict[str, str]:
    """Return the columns of a table by meaning, and ``separator``, as its source names them."""
    if isinstance(source, str):
        return {}
    if BEIR in source:
        return {"id": "_id", "title": "title", "abstract": "text"}
    return {key: value for key, value in source.items() if key != TABLE}


def list_tables(sources: Iterable[Source] | None) -> dict[str, dict[str, str]]:
    """Return the columns (``read_columns``) of each file of the sources that are tables."""
    columns = {}
    for source in sources or []:
        pattern = table_pattern(source)
        if pattern:
            for file in expand_globs([pattern]):
                columns[file] = read_columns(source)
    return columns


def is_known(source: Source, *columns: str) -> bool:
    """Return whether a source has these metadata of papers, as far as its form says."""
    if table_pattern(source):
        return set(columns) <= set(read_columns(source))
    return not is_released(source) or not {"fields", "citations", "cited_by"} & set(columns)


def is_released(source: Source) -> bool:
    """Return whether a source holds CSFCube's released abstracts."""
    return not isinstance(source, str) and CSFCUBE_ABSTRACTS in source


def has_citations(sources: Iterable[Source] | None) -> bool:
    """Return whether any of the sources knows who cites whom."""
    return any(is_known(source, "citations") for source in sources or [])


def name_data(source: Source) -> list[str]:
    """Return the data (``licences.csv``) that the papers of a source come from, by its format."""
    if is_released(source):
        return ["csfcube", "s2orc"]
    if isinstance(source, str):
        return ["s2orc"]
    if table_pattern(source):
        return ["own"]
    if CYSTIC_FIBROSIS in source:
        return [CYSTIC_FIBROSIS]
    if OPENALEX in source:
        return [OPENALEX]
    return ["s2ag"]
