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
    absolute = sorted({_normalise(path) for path in paths})
    by_target: dict[Path, Path] = {}
    for path in absolute:
        by_target.setdefault(path.resolve(), path)
    if not by_target:
        return {}

    parent = os.path.commonpath([path.parent for path in by_target.values()])
    names = {path.relative_to(parent).as_posix(): path for path in by_target.values()}
    return dict(sorted(names.items()))


def short_names(shards: Iterable[str]) -> dict[str, str]:
    """Return the shards' names by a short form that is safe in a file's name, in their order.

    It lacks the ending and has ``--`` for ``/`` and ``_`` for other unsafe characters. Names with
    one short form each carry a digest.
    """
    names = list(shards)
    stems = [_stem(name) for name in names]
    counts = Counter(stem.lower() for stem in stems)  # file systems may not tell case

    shorts = {}
    for stem, name in zip(stems, names, strict=True):
        short = stem
        if not stem or counts[stem.lower()] > 1:
            short = f"{stem}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
        shorts[short] = name
    return shorts


class Shard(NamedTuple):
    """A shard: its name, the kind of its rows, and its file as it was given."""

    name: str
    kind: str
    file: str


def list_shards(files: Mapping[str, Sequence[str]]) -> dict[str, Shard]:
    """Return the shards of the files of each kind by their short names, in reading order."""
    as_given: dict[Path, tuple[str, str]] = {}
    for kind, files_of_kind in files.items():
        for file in reversed(files_of_kind):  # of several spellings of a path the first one stays
            as_given[_normalise(file)] = kind, file

    paths = name_shards(file for _, file in as_given.values())
    shards = {}
    for short, name in short_names(paths).items():
        kind, file = as_given[paths[name]]
        shards[short] = Shard(name, kind, file)
    return shards


def _normalise(path: str | Path) -> Path:
    """Return the absolute path without ``..``; links stay."""
    return Path(os.path.normpath(Path(path).absolute()))


def _stem(name: str) -> str:
    stem = name.removesuffix(".gz").removesuffix(".jsonl").replace("/", "--")
    return _UNSAFE.sub("_", stem).lstrip(".-")
