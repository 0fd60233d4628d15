"""Names of shards: what they are called in tables, and in the names of files."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

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
