"""Groups: small shards that one job reads one after another, as one part of the corpus.

A row's place is one number: its line, and above ``LINE_BITS`` bits the number of its shard.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paperpool.io.files import read_json
from paperpool.io.json_lines import order_reasons
from paperpool.workflow.corpus.names import Shard

LINE_BITS = 32
"""The bits of a place that are the line."""

MOST_SHARDS = 255
"""The shards of a group: a place has at most 40 bits (see ``twins``)."""


class Part(NamedTuple):
    """A part of the corpus, its shards and their files; ``kept_files`` are of no release."""

    name: str
    kind: str
    shards: list[str]
    files: list[str]
    kept_files: list[str]


def make_parts(
    shards: Mapping[str, Shard],
    listed: Mapping[str, int],
    most_bytes: int | None,
    kinds: Collection[str],
) -> dict[str, Part]:
    """Return the parts of the corpus by the short names that their files carry.

    ``shards`` are those of papers, ``listed`` the bytes of files of releases. Neighbours of one of
    ``kinds`` with up to ``most_bytes`` together are one part; without ``most_bytes`` each shard is.
    """
    sizes: dict[str, tuple[Any, int]] = {}
    for short, (_, kind, file) in shards.items():
        if not most_bytes or kind not in kinds:
            sizes[short] = short, 0
        elif file in listed:
            sizes[short] = (kind, "listed"), listed[file]
        else:
            sizes[short] = kind, Path(file).stat().st_size
    parts = {}
    for first, *others in group_sizes(sizes, most_bytes or 0):
        of_part = [shards[short] for short in (first, *others)]
        files = [shard.file for shard in of_part]
        kept = [file for file in files if file not in listed]
        short = f"{first}-and-{len(others)}-more" if others else first
        name = short if others else of_part[0].name
        parts[short] = Part(name, of_part[0].kind, [one.name for one in of_part], files, kept)
    return parts


def group_sizes(sizes: Mapping[str, tuple[Any, int]], most_bytes: int) -> list[list[str]]:
    """Return names in groups of neighbours; ``sizes`` gives the kind and the bytes of each.

    A group has one kind, at most ``MOST_SHARDS`` names and ``most_bytes`` bytes; a larger shard is
    a group of its own.
    """
    groups: list[list[str]] = []
    last, n_bytes = None, 0
    for name, (kind, size) in sizes.items():
        if kind != last or n_bytes + size > most_bytes or len(groups[-1]) == MOST_SHARDS:
            groups.append([])
            last, n_bytes = kind, 0
        groups[-1].append(name)
        n_bytes += size
    return groups


def make_places(lines: Sequence[int], number: int) -> np.ndarray:
    """Return the places of lines of the shard with this number in its group, from 0."""
    return np.asarray(lines, np.int64) + (number << LINE_BITS)


def find_line(place: int) -> tuple[int, int]:
    """Return the number of the shard and the line of a place."""
    return place >> LINE_BITS, place & ((1 << LINE_BITS) - 1)


def add_counts(shards: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return ``{"read", "readable", "quarantined"}`` of all shards, and ``missing_keys`` if any."""
    counts = list(shards)
    quarantined = sum((Counter(one["quarantined"]) for one in counts), Counter[str]())
    missing = sum((Counter(one.get("missing_keys", {})) for one in counts), Counter[str]())
    added: dict[str, Any] = {
        "read": sum(one["read"] for one in counts),
        "readable": sum(one["readable"] for one in counts),
        "quarantined": order_reasons(quarantined),
    }
    if missing:
        added["missing_keys"] = dict(sorted(missing.items()))
    return added


def join_counts(shards: Mapping[str, Any]) -> dict[str, Any]:
    """Return the counts of a job's shards: those of one shard as they are."""
    return next(iter(shards.values())) if len(shards) == 1 else {"shards": dict(shards)}


def read_counts(summaries: Iterable[tuple[str, str | Path]]) -> dict[str, Any]:
    """Return each shard's counts from files of ``join_counts``."""
    counts: dict[str, Any] = {}
    for name, path in summaries:
        written = read_json(path)
        counts |= written.get("shards", {name: written})
    return counts
