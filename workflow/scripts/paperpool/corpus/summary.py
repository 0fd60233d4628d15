"""Add up the summaries of shards, compare rows with declared numbers, gather quarantined rows."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.corpus.groups import read_counts
from paperpool.corpus.openalex_works import MARKS
from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.io.files import read_json, write_json
from paperpool.io.json_lines import order_reasons

_READ_COUNTS = ("read", "readable", "quarantined")
"""The counts of ``batches.read_rows`` in a shard."""

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

    ``summaries`` gives the summary file of each group of shards of papers by name, in the order of
    reading; ``quarantines`` their quarantine tables in the same order, and after them those of the
    joined datasets. Their counts stand under ``bulk``. ``released`` names the shards of CSFCube's
    released abstracts, whose sentences and labels are the release's; the summary lists them under
    ``own_labels``, if there are any. ``broken``: the shards of any kind that could not be read to
    their end (``broken_shards.find_broken``), likewise under ``broken_shards``. ``releases``: the
    rows of datasets of releases against their declared numbers (``declared_rows.compare_rows``),
    likewise.
    """
    merged = merge_summaries({shard: read_json(path) for shard, path in summaries.items()})
    if bulk:
        merged["bulk"] = {
            dataset: merge_bulk_summaries(
                {
                    shard: read_json(read) | read_json(routed)
                    for shard, (read, routed) in shards.items()
                },
                dataset,
            )
            for dataset, shards in bulk.items()
        }
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
    """Return the counts of a joined dataset from those of its shards.

    A shard's are ``batches.read_rows``'s and those of ``bulk_join``. Raises ``ValueError`` when
    they do not account for every row of a shard.
    """
    total = _add_up(shards.values())
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
        "shards": {
            shard: {key: n for key, n in counts.items() if key != "broken"}
            for shard, counts in shards.items()
        },
    }


def _add_up(summaries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sums of counts, nested ones too, in their order; breaks do not count."""
    total: dict[str, Any] = {"read": 0, "readable": 0, "quarantined": {}}

    def add(counts: Mapping[str, Any], to: dict[str, Any]) -> None:
        for key, value in counts.items():
            if isinstance(value, Mapping):
                add(value, to.setdefault(key, {}))
            else:
                to[key] = to.get(key, 0) + value

    for summary in summaries:
        add({key: n for key, n in summary.items() if key not in ("broken", "shards")}, total)
    return total


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
    """Return the summary of the corpus from those of its groups (``papers.FilteredShard``).

    ``quarantined`` lists the reasons that occurred, in the order of ``rows.REASONS``; ``marks``, if
    there are any, those of works of OpenAlex (``openalex_works.MARKS``); a filter's ``dropped``
    lists all of its reasons in the filter's order, zeros included. Raises ``ValueError`` when read
    = readable + quarantined, or readable = kept + dropped for some filter, does not hold for a
    shard or for the corpus.
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
    if marks := {mark: total["marks"][mark] for mark in MARKS if total["marks"].get(mark)}:
        merged["marks"] = marks
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

    ``declared`` gives the first three, ``declared`` (None if the release lacks it) and the
    ``shards`` of each by name; ``summaries`` the summary of reading each group of shards
    (``groups.join_counts``).
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
