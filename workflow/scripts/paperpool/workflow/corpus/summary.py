"""Add up the summaries of shards, compare rows with declared numbers, gather quarantined rows."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.io.files import read_json, write_json
from paperpool.io.json_lines import order_reasons
from paperpool.workflow.corpus.groups import read_counts
from paperpool.workflow.corpus.openalex_works import MARKS

_READ_COUNTS = ("read", "readable", "quarantined")
"""The counts of ``batches.read_rows`` in a shard."""

_NOTES = ("broken", "unread", "shards")
"""What summaries say of a shard besides its counts."""

BulkFiles = Mapping[str, Mapping[str, tuple[str | Path, str | Path]]]
"""Of each joined dataset the shards by name: the summaries of reading and of routing them."""


def summarise_corpus(
    summaries: Mapping[str, str | Path],
    quarantines: Sequence[str | Path],
    summary: str | Path,
    quarantine: str | Path,
    bulk: BulkFiles | None = None,
    released: Sequence[str] = (),
    broken: Mapping[str, Mapping[str, Any]] | None = None,
    releases: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Write the corpus's summary and its quarantined rows, shard after shard; return the summary.

    ``summaries``: the summary of each group of shards of papers by name, in reading order.
    ``quarantines``: their tables, then those of the joined datasets (``bulk``). ``released``: the
    shards of CSFCube's released abstracts, listed as ``own_labels``. ``broken``:
    ``broken_shards.find_broken``. ``releases``: ``compare_rows``.
    """
    merged = merge_summaries({shard: read_json(path) for shard, path in summaries.items()})
    for dataset, shards in (bulk or {}).items():
        counts = {s: read_json(read) | read_json(routed) for s, (read, routed) in shards.items()}
        merged.setdefault("bulk", {})[dataset] = merge_bulk_summaries(counts, dataset)
    if released:
        merged["own_labels"] = list(released)
    if broken:
        merged["broken_shards"] = dict(broken)
    if releases:
        merged["releases"] = list(releases)
    rows = 0
    with tables.writing_table(quarantine, tables.QUARANTINE) as writer:
        for batch in tables.read_batches(quarantines):
            writer.write_batch(batch)
            rows += batch.num_rows
    parts = [merged, *merged.get("bulk", {}).values()]
    counted = sum(sum(part["quarantined"].values()) for part in parts)
    if rows != counted:
        raise ValueError(f"{rows} quarantined rows were written, but {counted} counted")
    write_json(summary, merged)
    return merged


def merge_bulk_summaries(shards: Mapping[str, Mapping[str, Any]], dataset: str) -> dict[str, Any]:
    """Add up the counts of a joined dataset's shards (``batches.read_rows`` and ``bulk_join``).

    Raises ``ValueError`` when they do not account for every row of a shard.
    """
    total = _add_up(shards.values())
    missing = total.pop("missing_keys", {})
    fates = {key: n for key, n in total.items() if key not in _READ_COUNTS}
    for shard, counts in shards.items():
        if counts["read"] != counts["readable"] + sum(counts["quarantined"].values()):
            raise ValueError(f"{dataset}, shard {shard}: read is not readable + quarantined")
        own = {key: counts[key] for key in fates}
        if counts["readable"] != sum(own.values()):
            raise ValueError(f"{dataset}, shard {shard}: readable is not the sum of {own}")
    return {
        "read": total["read"],
        "quarantined": order_reasons(total["quarantined"]),
        "readable": total["readable"],
        **fates,
        **({"missing_keys": dict(sorted(missing.items()))} if missing else {}),
        "shards": {
            shard: {key: counts[key] for key in (*_READ_COUNTS, *fates)}
            for shard, counts in shards.items()
        },
    }


def _add_up(summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sums of counts, nested ones too, in their order; ``_NOTES`` do not count."""
    total: dict[str, Any] = {"read": 0, "readable": 0, "quarantined": {}}
    for summary in summaries:
        _add(total, {key: n for key, n in summary.items() if key not in _NOTES})
    return total


def _add(total: dict[str, Any], counts: Mapping[str, Any]) -> None:
    for key, value in counts.items():
        if isinstance(value, Mapping):
            _add(total.setdefault(key, {}), value)
        else:
            total[key] = total.get(key, 0) + value


def find_unread_shards(summary: Mapping[str, Any]) -> list[str]:
    """Return the names of shards that have rows but no readable one: another format's?"""
    parts = [summary, *summary.get("bulk", {}).values()]
    return [
        shard
        for part in parts
        for shard, counts in part["shards"].items()
        if counts["read"]
        and not counts["readable"]
        and not counts["quarantined"].get("duplicate_id")
    ]


def merge_summaries(shards: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Add up the summaries of groups (``papers.FilteredShard``) to the summary of the corpus.

    ``quarantined`` and ``marks`` have the entries that occurred, a filter's ``dropped`` all of its
    reasons, zeros included. ``missing_keys`` and ``cleaned`` are there if any key was missing, or
    any text cleaned. Raises ``ValueError`` if
    counts do not add up (``check_sums``).
    """
    for shard, summary in shards.items():
        check_sums(summary, f"shard {shard}")
    total: dict[str, Any] = {"kept": 0, "filters": {}, "marks": {}} | _add_up(shards.values())
    merged = {
        "read": total["read"],
        "quarantined": order_reasons(total["quarantined"]),
        "readable": total["readable"],
        "kept": total["kept"],
        "filters": total["filters"],
        "shards": {
            shard: {key: counts[key] for key in _READ_COUNTS}
            for group, summary in shards.items()
            for shard, counts in summary.get("shards", {group: summary}).items()
        },
    }
    if missing := total.get("missing_keys"):
        merged["missing_keys"] = dict(sorted(missing.items()))
    if marks := {mark: total["marks"][mark] for mark in MARKS if total["marks"].get(mark)}:
        merged["marks"] = marks
    if "cleaned" in total:
        merged["cleaned"] = total["cleaned"]
    check_sums(merged, "the corpus")
    return merged


def check_sums(summary: Mapping[str, Any], where: str) -> None:
    """Raise ``ValueError`` unless the counts of ``summary`` account for every row."""
    read, readable, kept = summary["read"], summary["readable"], summary["kept"]
    quarantined = sum(summary["quarantined"].values())
    if read != readable + quarantined:
        raise ValueError(f"{where}: read {read} is not readable {readable} + {quarantined}")
    by_filter = {name: counts["kept"] for name, counts in summary["filters"].items()}
    for name, counts in summary["filters"].items():
        dropped = sum(counts["dropped"].values())
        if readable != counts["kept"] + dropped:
            raise ValueError(
                f"{where}: readable {readable} is not kept {counts['kept']} + dropped {dropped} "
                f"for the filter {name}"
            )
        if counts["kept_always"] > counts["kept"]:
            raise ValueError(f"{where}: more papers kept always than kept by the filter {name}")
    if not max(by_filter.values(), default=0) <= kept <= sum(by_filter.values()):
        raise ValueError(f"{where}: kept {kept} does not fit the filters' {by_filter}")


def compare_rows(
    declared: Iterable[Mapping[str, Any]], summaries: Mapping[str, str | Path]
) -> list[dict[str, Any]]:
    """Return ``{"source", "release", "dataset", "files", "declared", "read"}`` of each dataset.

    ``declared`` has the first three, the declared rows (or None) and the names of ``shards``;
    ``summaries`` are those of reading each group (``groups.join_counts``).
    """
    counts = read_counts(summaries.items())
    return [
        {
            **{key: one[key] for key in ("source", "release", "dataset")},
            "files": len(one["shards"]),
            "declared": one["declared"],
            "read": sum(counts[shard]["read"] for shard in one["shards"]),
        }
        for one in declared
    ]


def refuse_missing_rows(
    declared: Iterable[Mapping[str, Any]],
    summaries: Mapping[str, str | Path],
    tolerance: float | None,
) -> None:
    """Raise UserError with each dataset that lacks more than ``tolerance`` (0 to 1) of its rows."""
    if tolerance is None:
        return
    problems = [
        Problem(
            f"{one['dataset']} has {one['read']:,} rows and declares {one['declared']:,}: more "
            f"than {tolerance:.0%} are missing.",
            f"{one['source']} {one['release']}",
            "Take another release, or set corpus.row_tolerance.",
        )
        for one in compare_rows(declared, summaries)
        if one["declared"] is not None and one["read"] < one["declared"] * (1 - tolerance)
    ]
    if problems:
        raise UserError(problems)
