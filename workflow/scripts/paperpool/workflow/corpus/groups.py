"""Groups: small shards that one job reads one after another, as one part of the corpus."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paperpool.io.bad_rows import order_reasons
from paperpool.io.files import read_json
from paperpool.workflow.corpus.names import Shard

Summary = Mapping[str, Any]
"""The counts of a shard, or of several, as their JSON file has them."""

MOST_SHARDS = 255
"""The shards of a group: a place (``places``) has at most 40 bits (see ``twins``)."""


MANY_FILES = 500
"""From so many files on they are read in groups unless ``corpus.group_bytes`` is set."""

USUAL_BYTES = 500_000_000
"""The bytes of such a group at most: some minutes of reading."""


class Part(NamedTuple):
    """A part of the corpus, its shards and their files; ``kept_files`` are of no release."""

    name: str
    kind: str
    shards: list[str]
    files: list[str]
    kept_files: list[str]


def choose_bytes(most_bytes: int | None, kinds: Iterable[str], grouped: Collection[str]) -> int:
    """Return how many bytes a group has at most, 0 for a job each.

    ``most_bytes`` is ``corpus.group_bytes``, ``kinds`` are those of the files, of which ``grouped``
    can be read in groups.
    """
    if most_bytes is not None:
        return most_bytes
    n_files = sum(kind in grouped for kind in kinds)
    return USUAL_BYTES if n_files >= MANY_FILES else 0


def make_parts(
    shards: Mapping[str, Shard],
    listed: Mapping[str, int],
    most_bytes: int,
    kinds: Collection[str],
    by_folder: Collection[str] = (),
) -> dict[str, Part]:
    """Return the parts of the corpus by the short names that their files carry.

    ``shards`` are those of papers, ``listed`` the bytes of files of releases. Neighbours of one of
    ``kinds`` with up to ``most_bytes`` together are one part; without ``most_bytes`` each shard is.
    Neighbours of a kind of ``by_folder`` are one part for each folder, of any size.
    """
    sizes: dict[str, tuple[Hashable, int]] = {}
    for short, (_, kind, file) in shards.items():
        if kind in by_folder:
            sizes[short] = (kind, str(Path(file).parent)), 0
        elif not most_bytes or kind not in kinds:
            sizes[short] = short, 0
        elif file in listed:
            sizes[short] = (kind, "listed"), listed[file]
        else:
            sizes[short] = kind, Path(file).stat().st_size

    parts = {}
    for group in group_sizes(sizes, most_bytes):
        members = [shards[short] for short in group]
        files = [shard.file for shard in members]
        kept = [file for file in files if file not in listed]
        short = group[0]
        name = members[0].name
        if len(group) > 1:
            short = f"{group[0]}-and-{len(group) - 1}-more"
            name = short
        parts[short] = Part(name, members[0].kind, [shard.name for shard in members], files, kept)
    return parts


def group_sizes(sizes: Mapping[str, tuple[Hashable, int]], most_bytes: int) -> list[list[str]]:
    """Return names in groups of neighbours; ``sizes`` gives the kind and the bytes of each.

    A group has one kind, at most ``MOST_SHARDS`` names and ``most_bytes`` bytes; a larger shard is
    a group of its own.
    """
    groups: list[list[str]] = []
    last: Hashable = None
    n_bytes = 0
    for name, (kind, size) in sizes.items():
        if kind != last or n_bytes + size > most_bytes or len(groups[-1]) == MOST_SHARDS:
            groups.append([])
            last = kind
            n_bytes = 0
        groups[-1].append(name)
        n_bytes += size
    return groups


def add_counts(shards: Iterable[Summary]) -> dict[str, Any]:
    """Return ``{"read", "readable", "quarantined"}`` of all shards.

    If any has them, ``missing_keys`` and ``references`` as well.
    """
    read = 0
    readable = 0
    quarantined: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    references: dict[str, Counter[str]] = {}
    for counts in shards:
        read += counts["read"]
        readable += counts["readable"]
        quarantined.update(counts["quarantined"])
        missing.update(counts.get("missing_keys", {}))
        for kind, outcomes in counts.get("references", {}).items():
            references.setdefault(kind, Counter()).update(outcomes)

    added: dict[str, Any] = {
        "read": read,
        "readable": readable,
        "quarantined": order_reasons(quarantined),
    }
    if missing:
        added["missing_keys"] = dict(sorted(missing.items()))
    if references:
        added["references"] = {kind: dict(counted) for kind, counted in references.items()}
    return added


def add_nested(total: dict[str, Any], counts: Summary) -> None:
    """Add counts at any depth to a total, which may lack their keys."""
    for key, value in counts.items():
        if isinstance(value, Mapping):
            add_nested(total.setdefault(key, {}), value)
        else:
            total[key] = total.get(key, 0) + value


def join_counts(shards: Mapping[str, Summary]) -> dict[str, Any]:
    """Return the counts of a job's shards: those of one shard as they are."""
    if len(shards) == 1:
        [counts] = shards.values()
        return dict(counts)
    return {"shards": dict(shards)}


def read_counts(summaries: Iterable[tuple[str, str | Path]]) -> dict[str, Any]:
    """Return each shard's counts from files of ``join_counts``."""
    counts: dict[str, Any] = {}
    for name, path in summaries:
        written = read_json(path)
        counts |= written.get("shards", {name: written})
    return counts
