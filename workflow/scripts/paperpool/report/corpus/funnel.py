"""The corpus funnel: what became of every row, from the corpus's summary."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from paperpool.io.tables import QUARANTINE, read_batches
from paperpool.pages.wording import shorten, visible, words

EXCERPT = 120
"""Characters shown of a quarantined row."""


@dataclass(frozen=True)
class Step:
    """A line of the funnel: ``n`` rows are dropped by it, or remain at it; ``left`` remain."""

    label: str
    kind: Literal["drop", "remain"]
    n: int
    left: int


@dataclass(frozen=True)
class Group:
    """Steps that belong together: reading, or one filter."""

    title: str
    steps: list[Step]


_FATES = ("repeated", "unresolved", "without_paper")
"""What may keep a readable row of a joined dataset from its paper, in the order of the page."""


@dataclass(frozen=True)
class Joined:
    """A dataset that is joined to the papers: what became of its rows.

    ``left_out`` gives readable rows by what kept them from a paper, None where that is nothing
    for this dataset; ``reasons`` says why rows were quarantined.
    """

    name: str
    read: int
    quarantined: int
    reasons: str
    left_out: Mapping[str, int | None]
    joined: int


@dataclass(frozen=True)
class Shard:
    """The counts of one shard; ``reasons`` says why rows were quarantined, where known."""

    name: str
    read: int
    readable: int
    quarantined: int
    reasons: str


@dataclass(frozen=True)
class BrokenShard:
    """A shard that was not read to its end: why, bytes read of all its bytes, rows got."""

    name: str
    why: str
    bytes_read: int
    bytes: int
    rows: int


@dataclass(frozen=True)
class ReleasedDataset:
    """A dataset of a release: its files, and its rows beside the declared number, if any."""

    name: str
    files: int
    declared: int | None
    read: int


@dataclass(frozen=True)
class BadRow:
    """A quarantined row, its text cut to ``EXCERPT`` characters."""

    shard: str
    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class Funnel:
    """The groups in order, and the totals that the page's summary names.

    All of them count rows of papers; ``joined`` lists the datasets whose rows are joined to them,
    ``own_labels`` the shards whose sentences came with their labels, ``broken`` those of any
    dataset that were not read to their end; ``marks`` says how many works of OpenAlex have each,
    ``releases`` how many rows datasets of releases have.
    """

    groups: list[Group]
    read: int
    quarantined: int
    kept: int
    shards: list[Shard]
    joined: list[Joined]
    own_labels: list[str]
    broken: list[BrokenShard]
    releases: list[ReleasedDataset]
    marks: str

    @property
    def bad_rows(self) -> int:
        """The rows of ``corpus/quarantine.parquet``: of papers and of the joined datasets."""
        return self.quarantined + sum(one.quarantined for one in self.joined)


def make_funnel(summary: Mapping[str, Any]) -> Funnel:
    """Return the funnel of a corpus summary (``corpus/summary.json``).

    Raises ``ValueError`` when the counts do not account for every row.
    """
    read, readable = summary["read"], summary["readable"]
    reading = _drops(read, summary["quarantined"], "quarantined: ")
    _check(reading, read, readable, "readable")
    groups = [
        Group(
            "Reading",
            [
                Step("rows read", "remain", read, read),
                *reading,
                Step("readable", "remain", readable, readable),
            ],
        )
    ]
    for name, counts in summary["filters"].items():
        drops = _drops(readable, counts["dropped"], "")
        _check(drops, readable, counts["kept"], f"kept by the filter {name}")
        always = counts.get("kept_always", 0)
        label = "kept" + (f" ({always:,} of them always, by id)" if always else "")
        kept = Step(label, "remain", counts["kept"], counts["kept"])
        groups.append(Group(f"Filter {name}", [*drops, kept]))
    kept = summary["kept"]
    groups.append(Group("Corpus", [Step("kept by any filter", "remain", kept, kept)]))
    return Funnel(
        groups=groups,
        read=read,
        quarantined=read - readable,
        kept=kept,
        shards=[_make_shard(name, counts) for name, counts in summary["shards"].items()],
        joined=[_make_joined(name, counts) for name, counts in summary.get("bulk", {}).items()],
        own_labels=summary.get("own_labels", []),
        broken=[
            BrokenShard(name=name, **one) for name, one in summary.get("broken_shards", {}).items()
        ],
        releases=[_make_released(one) for one in summary.get("releases", [])],
        marks=_list_reasons(summary.get("marks", {})),
    )


def read_bad_rows(path: str | Path, limit: int = 20) -> list[BadRow]:
    """Return the first quarantined rows of ``corpus/quarantine.parquet``."""
    rows = (
        row for batch in read_batches([path], QUARANTINE.names, limit) for row in batch.to_pylist()
    )
    return [
        BadRow(row["shard"], row["line"], row["reason"], shorten(visible(row["text"]), EXCERPT))
        for row in islice(rows, limit)
    ]


def _drops(start: int, reasons: Mapping[str, int], prefix: str) -> list[Step]:
    steps, left = [], start
    for reason, n in reasons.items():
        left -= n
        steps.append(Step(prefix + words(reason), "drop", n, left))
    return steps


def _check(drops: list[Step], start: int, remaining: int, what: str) -> None:
    left = drops[-1].left if drops else start
    if left != remaining:
        raise ValueError(f"{start} rows leave {left} after every drop, but {remaining} are {what}")


def _make_released(counts: Mapping[str, Any]) -> ReleasedDataset:
    name = " ".join(counts[key] for key in ("source", "release", "dataset"))
    return ReleasedDataset(name, counts["files"], counts["declared"], counts["read"])


def _make_shard(name: str, counts: Mapping[str, Any]) -> Shard:
    quarantined = counts["quarantined"]
    by_reason = quarantined if isinstance(quarantined, Mapping) else {}
    return Shard(
        name=name,
        read=counts["read"],
        readable=counts["readable"],
        quarantined=counts["read"] - counts["readable"],
        reasons=_list_reasons(by_reason),
    )


def _make_joined(name: str, counts: Mapping[str, Any]) -> Joined:
    read, quarantined = counts["read"], sum(counts["quarantined"].values())
    left_out = {fate: counts.get(fate) for fate in _FATES}
    known = {fate: n for fate, n in left_out.items() if n is not None}
    _check(_drops(read, {"": quarantined, **known}, ""), read, counts["joined"], f"{name} joined")
    reasons = _list_reasons(counts["quarantined"])
    return Joined(name, read, quarantined, reasons, left_out, counts["joined"])


def _list_reasons(by_reason: Mapping[str, int]) -> str:
    return ", ".join(f"{words(reason)} {n:,}" for reason, n in by_reason.items() if n)
