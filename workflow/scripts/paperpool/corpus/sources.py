"""What a corpus is read from: S2ORC metadata, bulk datasets, CSFCube's abstracts, OpenAlex's works.

A source of ``data.s2orc`` is a path or glob of S2ORC metadata shards, a mapping of the three bulk
datasets to lists of paths and globs, or one of ``csfcube_abstracts`` or ``openalex`` to such a
list. A mapping of ``s2ag`` names a release of the bulk datasets, one of ``openalex`` to a release
those works; its files are those that have been listed, and they need not be there, as each is
downloaded when it is read. Each file is a shard, which has a name.
"""

import fnmatch
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from paperpool.corpus.bulk_rows import DATASETS
from paperpool.errors import Problem, UserError
from paperpool.fetch import openalex, s2ag
from paperpool.fetch.listing import Listing, listing_path, read_listing
from paperpool.io.files import expand_globs

METADATA = "metadata"
"""The kind of a shard of S2ORC metadata; those of the bulk format are ``DATASETS``."""

CSFCUBE_ABSTRACTS = "csfcube_abstracts"
"""The kind of a shard of CSFCube's released abstracts, as a mapping of ``data.s2orc`` names it."""

OPENALEX = "openalex"
"""The kind of a part of OpenAlex's works, JSON lines or Parquet, named so in ``data.s2orc``."""

KINDS = (METADATA, CSFCUBE_ABSTRACTS, OPENALEX, *DATASETS)

RELEASES = {
    s2ag.SOURCE: {dataset: dataset for dataset in DATASETS},
    openalex.SOURCE: {openalex.WORKS: OPENALEX},
}
"""The kind of the files of each dataset that a corpus is read from, by the source of releases."""

Source = str | Mapping[str, Any]


def list_sources(sources: Iterable[Source]) -> dict[str, list[str]]:
    """Return the files of each of ``KINDS``, sorted, each once.

    Raises UserError for a release that has not been listed.
    """
    patterns: dict[str, list[str]] = {kind: [] for kind in KINDS}
    listed: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for source in sources:
        if listing := find_listing(source):
            for dataset, kind in RELEASES[listing.source].items():
                listed[kind] += listing.raw_paths(dataset)
        for kind, of_kind in source_patterns(source).items():
            patterns[kind] += of_kind
    return {kind: sorted({*expand_globs(patterns[kind]), *listed[kind]}) for kind in KINDS}


def find_listing(source: Source) -> Listing | None:
    """Return the listing of a source that is a release, None for any other.

    Raises UserError where it has not been listed, or not all that a corpus is read from.
    """
    name = find_release(source)
    if name is None:
        return None
    release = source[name]["release"]  # pyrefly: ignore
    listing = read_listing(name, release)
    if lacking := [dataset for dataset in RELEASES[name] if not listing.raw_paths(dataset)]:
        what = f"The listing has no files of {', '.join(lacking)}."
        hint = f"Run `paperpool fetch {name} {release}`."
        raise UserError(Problem(what, str(listing_path(name, release)), hint))
    return listing


def expand_listed(patterns: Iterable[str], sources: Iterable[Source] | None) -> list[str]:
    """Return the files that match patterns, those of listed releases even if they are not there.

    ``sources`` names the releases. Raises UserError for one that has not been listed.
    """
    listings = [listing for source in sources or [] if (listing := find_listing(source))]
    listed = {path for one in listings for name in one.datasets for path in one.raw_paths(name)}
    patterns = list(patterns)
    matching = {path for pattern in patterns for path in fnmatch.filter(listed, pattern)}
    return sorted({*expand_globs(patterns), *matching})


def find_release(source: Source) -> str | None:
    """Return which of ``RELEASES`` a source is one of, None for any other."""
    given = {} if isinstance(source, str) else source
    return next((name for name in RELEASES if isinstance(given.get(name), Mapping)), None)


def source_patterns(source: Source) -> dict[str, list[str]]:
    """Return the paths and globs of one source by kind; a release has none."""
    if isinstance(source, str):
        return {METADATA: [source]}
    if find_release(source):
        return {}
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


_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def name_shards(paths: Iterable[str | Path]) -> dict[str, Path]:
    """Return the shards by name, in the order in which they are read.

    A shard's name is its path below the common parent of all, with ``/``; a single shard is
    named by its file name. A file reached by several paths (links) counts once, under the first
    of them in sorted order.
    """
    once: dict[Path, Path] = {}
    for path in sorted({Path(os.path.normpath(Path(path).absolute())) for path in paths}):
        once.setdefault(path.resolve(), path)
    if not once:
        return {}
    parent = os.path.commonpath([path.parent for path in once.values()])
    names = {path.relative_to(parent).as_posix(): path for path in once.values()}
    return dict(sorted(names.items()))


def short_names(shards: Iterable[str]) -> dict[str, str]:
    """Return the shards' names by a short form that is safe in a file's name, in their order.

    The short form is the name without its ending, ``/`` as ``--`` and other characters than
    letters, digits, ``.``, ``_`` and ``-`` as ``_``. Where two names have the same short form
    each carries a digest of its name.
    """
    names = list(shards)
    stems = [_stem(name) for name in names]
    counts = Counter(stem.lower() for stem in stems)  # file systems may not tell case
    unique = {stem for stem in stems if stem and counts[stem.lower()] == 1}
    return {
        stem if stem in unique else f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:8]}": name
        for stem, name in zip(stems, names, strict=True)
    }


def _stem(name: str) -> str:
    stem = name.removesuffix(".gz").removesuffix(".jsonl").replace("/", "--")
    return _UNSAFE.sub("_", stem).lstrip(".-")
