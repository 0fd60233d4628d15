"""The corpus funnel: the outcome of every row, from the corpus's summary."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from paperpool.io.tables import QUARANTINE, read_batches
from paperpool.pages.wording import share, shorten, visible, words

EXCERPT = 120
"""Characters shown of a quarantined row."""


@dataclass(frozen=True)
class Step:
    """A line of the funnel: ``n`` rows are dropped by it, or remain at it; ``left`` remain."""

    label: str
    kind: Literal["drop", "remain"]
    n: int
    left: int


FATES = ("repeated", "unresolved", "without_paper")
"""The reasons that keep a readable row of a joined dataset from its paper."""

Row = Mapping[str, Any]
"""A row of a table: its columns by name."""


@dataclass(frozen=True)
class Funnel:
    """The steps by the title of their group, and the totals that the page's summary names.

    All of them count rows of papers; ``shards`` are the rows of each, with the ``reasons`` of
    quarantine. ``joined`` lists the datasets that are joined to them, ``own_labels`` the shards
    with released labels of sentences, ``broken`` those not read to their end, ``marks`` the counts
    of OpenAlex's marks, ``releases`` the rows of the datasets of releases, ``cleaned`` the titles
    and abstracts that had markup.
    """

    groups: dict[str, list[Step]]
    read: int
    quarantined: int
    kept: int
    shards: list[Row]
    joined: list[Row]
    own_labels: list[str]
    broken: list[Row]
    releases: list[Row]
    marks: str
    cleaned: Mapping[str, int]

    @property
    def bad_rows(self) -> int:
        """The rows of ``corpus/quarantine.parquet``: of papers and of the joined datasets."""
        return self.quarantined + sum(dataset["quarantined"] for dataset in self.joined)


def make_funnel(summary: Mapping[str, Any]) -> Funnel:
    """Return the funnel of a corpus summary (``corpus/summary.json``).

    Raises ``ValueError`` when the counts do not account for every row.
    """
    read = summary["read"]
    readable = summary["readable"]
    kept = summary["kept"]

    broken: list[Row] = []
    for name, shard in summary.get("broken_shards", {}).items():
        broken.append({"name": name, **shard})
    releases: list[Row] = []
    for dataset in summary.get("releases", []):
        name = f"{dataset['source']} {dataset['release']} {dataset['dataset']}"
        releases.append({**dataset, "name": name})

    return Funnel(
        groups=_list_groups(summary),
        read=read,
        quarantined=read - readable,
        kept=kept,
        shards=[_make_shard(name, counts) for name, counts in summary["shards"].items()],
        joined=[_make_joined(name, counts) for name, counts in summary.get("bulk", {}).items()],
        own_labels=summary.get("own_labels", []),
        broken=broken,
        releases=releases,
        marks=_list_reasons(summary.get("marks", {})),
        cleaned=summary.get("cleaned", {}),
    )


def _list_groups(summary: Mapping[str, Any]) -> dict[str, list[Step]]:
    """Return the steps of reading, of each filter, and of the corpus that any filter keeps."""
    read = summary["read"]
    readable = summary["readable"]
    reading = _drops(read, summary["quarantined"], "quarantined: ")
    _check(reading, read, readable, "readable")
    start = Step("rows read", "remain", read, read)
    end = Step("readable", "remain", readable, readable)
    groups = {"Reading": [start, *reading, end]}

    for name, counts in summary["filters"].items():
        drops = _drops(readable, counts["dropped"], "")
        _check(drops, readable, counts["kept"], f"kept by the filter {name}")
        label = "kept"
        always = counts.get("kept_always", 0)
        if always:
            label = f"kept ({always:,} of them always, by id)"
        for condition, counted in counts.get("conditions", {}).items():
            if counted.get("kept_without"):
                label += f", {counted['kept_without']:,} without {words(condition)}"
        groups[f"Filter {name}"] = [*drops, Step(label, "remain", counts["kept"], counts["kept"])]

    kept = summary["kept"]
    groups["Corpus"] = [Step("kept by any filter", "remain", kept, kept)]
    return groups


def read_bad_rows(path: str | Path, limit: int = 20) -> list[dict[str, Any]]:
    """Return the first rows of ``corpus/quarantine.parquet``, texts cut to ``EXCERPT``."""
    rows = []
    for batch in read_batches([path], QUARANTINE.names, limit):
        for row in batch.to_pylist():
            rows.append(row | {"text": shorten(visible(row["text"]), EXCERPT)})
            if len(rows) == limit:
                return rows
    return rows


def _drops(start: int, reasons: Mapping[str, int], prefix: str) -> list[Step]:
    """Return a step for each reason, and how many of ``start`` rows are left after it."""
    steps = []
    left = start
    for reason, n in reasons.items():
        left -= n
        steps.append(Step(prefix + words(reason), "drop", n, left))
    return steps


def _check(drops: list[Step], start: int, remaining: int, state: str) -> None:
    left = drops[-1].left if drops else start
    if left != remaining:
        raise ValueError(f"{start} rows leave {left} after every drop, but {remaining} are {state}")


def _make_shard(name: str, counts: Mapping[str, Any]) -> Row:
    row = dict(counts)
    row["name"] = name
    row["quarantined"] = counts["read"] - counts["readable"]
    row["reasons"] = ""
    if isinstance(counts["quarantined"], Mapping):
        row["reasons"] = _list_reasons(counts["quarantined"])
    return row


def _make_joined(name: str, counts: Mapping[str, Any]) -> Row:
    """Return the outcomes of the rows of a dataset, None for fates that it cannot have."""
    read = counts["read"]
    quarantined = sum(counts["quarantined"].values())
    losses = {"": quarantined}
    for fate in FATES:
        if counts.get(fate) is not None:
            losses[fate] = counts[fate]
    _check(_drops(read, losses, ""), read, counts["joined"], f"{name} joined")

    row: dict[str, Any] = dict.fromkeys(FATES)
    row.update(counts)
    row["name"] = name
    row["quarantined"] = quarantined
    row["share"] = share(counts["joined"], read)
    row["reasons"] = _list_reasons(counts["quarantined"])
    return row


def _list_reasons(by_reason: Mapping[str, int]) -> str:
    return ", ".join(f"{words(reason)} {n:,}" for reason, n in by_reason.items() if n)
