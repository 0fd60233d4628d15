"""Names of shards: in tables, and in the names of files."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]")


def name_shards(paths: Iterable[str | Path]) -> dict[str, Path]:
    """Return the shards by name, in the order of reading.

    A name is the path below the common parent of all, with ``/``. A file reached by several paths
    (links) counts once, under the first of them in sorted order.
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

    It lacks the ending and has ``--`` for ``/`` and ``_`` for other unsafe characters. Names with
    one short form each carry a digest.
    """
    names = list(shards)
    stems = [_stem(name) for name in names]
    counts = Counter(stem.lower() for stem in stems)  # file systems may not tell case
    unique = {stem for stem in stems if stem and counts[stem.lower()] == 1}
    return {
        stem if stem in unique else f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:8]}": name
        for stem, name in zip(stems, names, strict=True)
    }


class Shard(NamedTuple):
    """A shard: its name, the kind of its rows, and its file as it was given."""

    name: str
    kind: str
    file: str


def list_shards(files: Mapping[str, Sequence[str]]) -> dict[str, Shard]:
    """Return the shards of the files of each kind by their short names, in reading order."""
    as_given = {
        Path(os.path.normpath(Path(file).absolute())): (kind, file)
        for kind, of_kind in files.items()
        for file in reversed(of_kind)
    }
    paths = name_shards(file for _, file in as_given.values())
    return {s: Shard(name, *as_given[paths[name]]) for s, name in short_names(paths).items()}


def _stem(name: str) -> str:
    stem = name.removesuffix(".gz").removesuffix(".jsonl").replace("/", "--")
    return _UNSAFE.sub("_", stem).lstrip(".-")
