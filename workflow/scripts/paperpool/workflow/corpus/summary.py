"""Add up the summaries of shards, compare rows with declared numbers, gather quarantined rows."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.io.bad_rows import order_reasons
from paperpool.io.files import read_json, write_json
from paperpool.workflow.corpus.groups import Summary, add_nested, read_counts
from paperpool.workflow.corpus.openalex_marks import MARKS

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
    broken: Mapping[str, Summary] | None = None,
    releases: Sequence[Summary] = (),
) -> dict[str, Any]:
    """Write the corpus's summary and its quarantined rows, shard after shard; return the summary.

    ``summaries``: the summary of each group of shards of papers by name, in reading order.
    ``quarantines``: their tables, then those of the joined datasets (``bulk``). ``released``: the
    shards of CSFCube's released abstracts, listed as ``own_labels``. ``broken``:
    ``broken_shards.find_broken``. ``releases``: ``compare_rows``.
    """
    merged = merge_summaries({shard: read_json(path) for shard, path in summaries.items()})
    for dataset, shards in (bulk or {}).items():
        counts = {}
        for shard, (read, routed) in shards.items():
            counts[shard] = read_json(read) | read_json(routed)
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

    counted = 0
    for part in _list_parts(merged):
        counted += sum(part["quarantined"].values())
    if rows != counted:
        raise ValueError(f"{rows} quarantined rows were written, but {counted} counted")
    write_json(summary, merged)
    return merged


def _list_parts(summary: Summary) -> list[Summary]:
    """Return the counts of the shards of papers, and those of each joined dataset."""
    return [summary, *summary.get("bulk", {}).values()]


def merge_bulk_summaries(shards: Mapping[str, Summary], dataset: str) -> dict[str, Any]:
    """Add up the counts of a joined dataset's shards (``batches.read_rows`` and ``bulk_join``).

    Raises ``ValueError`` when they do not account for every row of a shard.
    """
    total = _add_up(shards.values())
    missing = total.pop("missing_keys", {})
    fates = [key for key in total if key not in _READ_COUNTS]
    for shard, counts in shards.items():
        if counts["read"] != counts["readable"] + sum(counts["quarantined"].values()):
            raise ValueError(f"{dataset}, shard {shard}: read is not readable + quarantined")
        fates_of_shard = {key: counts[key] for key in fates}
        if counts["readable"] != sum(fates_of_shard.values()):
            raise ValueError(
                f"{dataset}, shard {shard}: readable is not the sum of {fates_of_shard}"
            )

    merged: dict[str, Any] = {
        "read": total["read"],
        "quarantined": order_reasons(total["quarantined"]),
        "readable": total["readable"],
    }
    for key in fates:
        merged[key] = total[key]
    if missing:
        merged["missing_keys"] = dict(sorted(missing.items()))
    merged["shards"] = {}
    for shard, counts in shards.items():
        merged["shards"][shard] = {key: counts[key] for key in (*_READ_COUNTS, *fates)}
    return merged


def _add_up(summaries: Iterable[Summary]) -> dict[str, Any]:
    """Return the sums of counts, nested ones too, in their order; ``_NOTES`` do not count."""
    total: dict[str, Any] = {"read": 0, "readable": 0, "quarantined": {}}
    for summary in summaries:
        add_nested(total, {key: n for key, n in summary.items() if key not in _NOTES})
    return total


def find_unread_shards(summary: Summary) -> list[str]:
    """Return the names of shards that have rows but no readable one: another format's?"""
    unread = []
    for part in _list_parts(summary):
        for shard, counts in part["shards"].items():
            is_repeated = counts["quarantined"].get("duplicate_id")
            if counts["read"] and not counts["readable"] and not is_repeated:
                unread.append(shard)
    return unread


def merge_summaries(shards: Mapping[str, Summary]) -> dict[str, Any]:
    """Add up the summaries of groups (``papers.FilteredShard``) to the summary of the corpus.

    ``quarantined`` and ``marks`` have the entries that occurred, a filter's ``dropped`` all of its
    reasons, zeros included. ``missing_keys`` and ``cleaned`` are there if any key was missing, or
    any text cleaned; ``references`` if any were resolved. Raises ``ValueError`` if
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
        "shards": {},
    }
    for group, summary in shards.items():
        for shard, counts in summary.get("shards", {group: summary}).items():
            merged["shards"][shard] = {key: counts[key] for key in _READ_COUNTS}

    if total.get("missing_keys"):
        merged["missing_keys"] = dict(sorted(total["missing_keys"].items()))
    marks = {mark: total["marks"][mark] for mark in MARKS if total["marks"].get(mark)}
    if marks:
        merged["marks"] = marks
    if "references" in total:
        merged["references"] = total["references"]
    if "cleaned" in total:
        merged["cleaned"] = total["cleaned"]
    check_sums(merged, "the corpus")
    return merged


def check_sums(summary: Summary, where: str) -> None:
    """Raise ``ValueError`` unless the counts of ``summary`` account for every row."""
    read = summary["read"]
    readable = summary["readable"]
    kept = summary["kept"]
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

    # a paper is kept if any filter keeps it
    if not max(by_filter.values(), default=0) <= kept <= sum(by_filter.values()):
        raise ValueError(f"{where}: kept {kept} does not fit the filters' {by_filter}")


def compare_rows(
    declared: Iterable[Summary], summaries: Mapping[str, str | Path]
) -> list[dict[str, Any]]:
    """Return ``{"source", "release", "dataset", "files", "declared", "read"}`` of each dataset.

    ``declared`` has the first three, the declared rows (or None) and the names of ``shards``;
    ``summaries`` are those of reading each group (``groups.join_counts``).
    """
    counts = read_counts(summaries.items())
    compared = []
    for dataset in declared:
        compared.append(
            {
                "source": dataset["source"],
                "release": dataset["release"],
                "dataset": dataset["dataset"],
                "files": len(dataset["shards"]),
                "declared": dataset["declared"],
                "read": sum(counts[shard]["read"] for shard in dataset["shards"]),
            }
        )
    return compared


def refuse_missing_rows(
    declared: Iterable[Summary],
    summaries: Mapping[str, str | Path],
    tolerance: float | None,
) -> None:
    """Raise UserError with each dataset that lacks more than ``tolerance`` (0 to 1) of its rows."""
    if tolerance is None:
        return
    problems = []
    for dataset in compare_rows(declared, summaries):
        n_declared = dataset["declared"]
        if n_declared is not None and dataset["read"] < n_declared * (1 - tolerance):
            problems.append(
                Problem(
                    f"{dataset['dataset']} has {dataset['read']:,} rows and declares "
                    f"{n_declared:,}: more than {tolerance:.0%} are missing.",
                    f"{dataset['source']} {dataset['release']}",
                    "Take another release, or set corpus.row_tolerance.",
                )
            )
    if problems:
        raise UserError(problems)
