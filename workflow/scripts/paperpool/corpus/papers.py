"""Filter the readable papers of a group of shards and write its part of the corpus."""

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.allocation import keep_freed_blocks
from paperpool.corpus.batches import MAX_ROW_BYTES
from paperpool.corpus.database import connect, regroup
from paperpool.corpus.filters import KEPT, Filter, add_mark
from paperpool.corpus.groups import (
    LINE_BITS,
    add_counts,
    count_by_shard,
    find_line,
    read_counts,
)
from paperpool.corpus.keys import abstract_keys, title_keys
from paperpool.corpus.openalex_parquet import is_parquet, read_excerpts
from paperpool.corpus.openalex_works import DELETED
from paperpool.corpus.shards import GROUP_EDGES, REPEATING, ReadShard
from paperpool.errors import Problem, UserError, first_of
from paperpool.io import tables
from paperpool.io.files import write_json
from paperpool.io.json_lines import order_reasons
from paperpool.io.lines import read_lines
from paperpool.io.parquet_files import writing_groups
from paperpool.io.quarantine import excerpt, make_quarantine
from paperpool.io.user_text import is_paper_id, read_user_text, split_lines

KEYS = pa.schema(
    [
        ("paper_id", pa.string()),
        ("line", pa.int64()),
        ("title_key", pa.uint64()),
        ("abstract_key", pa.uint64()),
        ("mag_key", pa.int64()),
    ]
)
"""The twin keys of a kept paper, its MAG id among them, and its place (see ``groups``)."""

_DELETED = """
SELECT line FROM papers SEMI JOIN deleted ON paper_id = regexp_extract(work_id, 'W[0-9]+$')
ORDER BY line
"""

_QUARANTINED_ROWS = 16_384


@dataclass(frozen=True)
class FilteredShard:
    """The files that ``filter_shards`` writes.

    ``papers``: kept papers, in file order (``tables.PAPERS`` and a boolean ``in_<filter>`` for
    each filter). ``citations``: edges of every readable row, dropped papers included
    (``tables.CITATIONS``). ``keys``: twin keys of the kept papers (``KEYS``). ``quarantine``:
    sorted by shard and line (``tables.QUARANTINE``). ``summary``: JSON ``{"read", "readable",
    "quarantined": {reason: n}, "kept", "filters": {name: {"kept", "kept_always", "dropped":
    {reason: n}}}}``, where every drop reason of a filter is present and only those quarantine
    reasons that occurred; ``"marks": {mark: n}`` where readable rows have any; ``"shards": {name:
    {"read", "readable", "quarantined"}}`` where there are several.
    """

    papers: str | Path
    citations: str | Path
    keys: str | Path
    quarantine: str | Path
    summary: str | Path


def filter_shards(
    shards: Mapping[str, str | Path | None],
    group: str,
    read: ReadShard,
    output: FilteredShard,
    *,
    duplicates: str | Path,
    filters: Mapping[str, Filter],
    keep: Collection[str],
    selected: str | Path | None = None,
    deleted: str | Path | None = None,
    max_row_bytes: int = MAX_ROW_BYTES,
    **lent: Any,
) -> None:
    """Write the papers of a group that any of ``filters`` keeps, and what belongs to them.

    ``shards`` are its files by their names, None for one that was removed, and ``read`` what
    ``shards.read_shards`` made of them. Rows that ``duplicates`` (``duplicates.DUPLICATES``)
    lists for ``group`` move to the quarantine, their text the id alone where the shard was
    removed. Ids in ``keep`` skip every condition.
    ``selected`` (``selection.SELECTED``) is needed by the filter csfcube. ``deleted`` is OpenAlex's
    CSV file of deleted works, which are marked so. Memory is bounded by a batch of papers and by
    two line numbers a row.
    """
    if selected is None and any("not_selected" in one.reasons for one in filters.values()):
        raise ValueError("the filter csfcube needs the selected ids")
    keep_freed_blocks()
    with connect(**lent) as database:
        database.add_files("papers", [read.papers])
        database.add_files("duplicates", [duplicates])
        later = database.fetch(
            "SELECT line FROM duplicates WHERE shard = $shard ORDER BY line", {"shard": group}
        )["line"].to_numpy()
        selected_lines = np.empty(0, np.int64)
        if selected is not None:
            database.add_files("selected", [selected])
            selected_lines = database.fetch(
                "SELECT line FROM papers SEMI JOIN selected USING (paper_id) ORDER BY line"
            )["line"].to_numpy()
        deleted_lines = np.empty(0, np.int64)
        if deleted is not None:
            database.add_csv("deleted", deleted, ["work_id"])
            deleted_lines = database.fetch(_DELETED)["line"].to_numpy()
    counts = _write_papers(read, output, later, deleted_lines, selected_lines, filters, keep)
    edges = (
        batch
        for table in _read_groups(read.citations)
        for batch in _leave_out(table, later).select(tables.CITATIONS.names).to_batches()
    )
    with tables.writing_table(output.citations, tables.CITATIONS) as writer:
        for batch in regroup(edges, GROUP_EDGES):  # the same bytes however they were read
            writer.write_batch(batch)
    _write_quarantine(shards, read, output, later, max_row_bytes)
    by_shard = _count_rows(read, list(shards), later)
    several = {"shards": by_shard} if len(shards) > 1 else {}
    write_json(output.summary, {**add_counts(by_shard.values()), **counts, **several})


def read_ids(paths: Iterable[str | Path]) -> set[str]:
    """Return the ids of text files with one id a line; blank lines are ignored.

    Raises UserError for a file that cannot be read, and listing lines with more than an id.
    """
    hint = "A file of paper ids is UTF-8 text with one paper id a line."
    ids: set[str] = set()
    problems: list[Problem] = []
    for path in paths:
        for number, line in enumerate(split_lines(read_user_text(path, hint)), 1):
            if is_paper_id(line.strip()):
                ids.add(line.strip())
            elif line.strip():
                problems.append(Problem("More than a paper id.", f"{path}, line {number}", hint))
    if problems:
        raise UserError(first_of(problems))
    return ids


def _write_papers(
    read: ReadShard,
    output: FilteredShard,
    later: np.ndarray,
    deleted_lines: np.ndarray,
    selected_lines: np.ndarray,
    filters: Mapping[str, Filter],
    keep: Collection[str],
) -> dict[str, Any]:
    """Write the kept papers and their keys; return the counts of the summary."""
    schema = tables.PAPERS
    for name in filters:
        schema = schema.append(pa.field(f"in_{name}", pa.bool_()))
    tally = {
        name: {"kept": 0, "kept_always": 0, "dropped": dict.fromkeys(one.reasons, 0)}
        for name, one in filters.items()
    }
    kept = 0
    marks: Counter[str] = Counter()
    kept_ids = pa.array(sorted(keep), pa.string())
    with (
        writing_groups(output.papers, schema, dictionary=REPEATING) as paper_writer,
        writing_groups(output.keys, KEYS, dictionary=False) as key_writer,
    ):
        for table in _read_groups(read.papers):
            table = _leave_out(table, later)
            table = add_mark(table, _is_in(table["line"].to_numpy(), deleted_lines), DELETED)
            marks.update(table["marks"].combine_chunks().flatten().to_pylist())
            decisions = _decide(table, selected_lines, filters, kept_ids, tally)
            for name, decision in decisions.items():
                table = table.append_column(f"in_{name}", pa.array(decision))
            none = np.zeros(table.num_rows, bool)
            table = table.filter(pa.array(np.logical_or.reduce([none, *decisions.values()])))
            kept += table.num_rows
            for batch in table.to_batches():
                key_writer.write_batch(_make_keys(batch))
                paper_writer.write_batch(batch.select(schema.names))
    return {"kept": kept, "filters": tally, **({"marks": dict(marks)} if marks else {})}


def _make_keys(papers: pa.RecordBatch) -> pa.RecordBatch:
    """Return the twin keys (``KEYS``) of kept papers."""
    keys = [title_keys(papers["title"]), abstract_keys(papers["abstract"]), papers["mag_id"]]
    return pa.record_batch([papers["paper_id"], papers["line"], *keys], schema=KEYS)


def _decide(
    table: pa.Table,
    selected_lines: np.ndarray,
    filters: Mapping[str, Filter],
    keep: pa.Array,
    tally: dict[str, Any],
) -> dict[str, np.ndarray]:
    """Return for each filter which rows of ``table`` it keeps, and count them in ``tally``."""
    selected = _is_in(table["line"].to_numpy(), selected_lines)
    always = pc.is_in(table["paper_id"], value_set=keep).to_numpy()
    decisions = {}
    for name, one in filters.items():
        reasons = np.where(always, KEPT, one.find_reasons(table, selected))
        decisions[name] = reasons == KEPT
        tally[name]["kept"] += int(decisions[name].sum())
        tally[name]["kept_always"] += int(always.sum())
        for number, reason in enumerate(one.reasons):
            tally[name]["dropped"][reason] += int((reasons == number).sum())
    return decisions


def _count_rows(read: ReadShard, shards: Sequence[str], later: np.ndarray) -> dict[str, Any]:
    """Return what became of the rows of each shard, those at the places ``later`` quarantined."""
    before = read_counts([(shards[0], read.summary)])
    repeated = dict(zip(shards, count_by_shard(later, len(shards)), strict=True))
    return {
        shard: {
            "read": counts["read"],
            "readable": counts["readable"] - repeated[shard],
            "quarantined": order_reasons(counts["quarantined"] | {"duplicate_id": repeated[shard]}),
        }
        for shard, counts in before.items()
    }


def _write_quarantine(
    shards: Mapping[str, str | Path | None],
    read: ReadShard,
    output: FilteredShard,
    later: np.ndarray,
    max_row_bytes: int,
) -> None:
    """Write the quarantined rows with the later duplicates, sorted by shard and line."""
    names = list(shards)
    numbers = {name: number for number, name in enumerate(names)}
    earlier = (
        (numbers[row["shard"]], row["line"], row["reason"], row["text"])
        for table in _read_groups(read.quarantine)
        for row in table.to_pylist()
    )
    repeated = (
        (number, *row)
        for number, path in enumerate(shards.values())
        for row in _find_duplicates(read, path, number, later, max_row_bytes)
    )
    rows = heapq.merge(earlier, repeated, key=itemgetter(0, 1))
    with tables.writing_table(output.quarantine, tables.QUARANTINE) as writer:
        while bad := list(islice(rows, _QUARANTINED_ROWS)):
            for number, of_shard in groupby(bad, itemgetter(0)):
                of_shard = [(line, reason, text) for _, line, reason, text in of_shard]
                writer.write_batch(make_quarantine(names[number], of_shard))


def _find_duplicates(
    read: ReadShard, path: str | Path | None, number: int, later: np.ndarray, max_row_bytes: int
) -> Iterator[tuple[int, str, str]]:
    """Yield (line, reason, text) of those rows at the places ``later`` that are of one shard."""
    places = later[(later >> LINE_BITS) == number]
    if path is None:
        yield from _list_duplicates(read.papers, places)
    else:
        lines = {find_line(place)[1] for place in places.tolist()}
        yield from _read_duplicates(path, lines, max_row_bytes)


def _read_duplicates(
    path: str | Path, lines: set[int], max_row_bytes: int
) -> Iterator[tuple[int, str, str]]:
    """Yield (line, reason, text) of the rows on ``lines``, read from the shard again."""
    if not lines:
        return
    if is_parquet(path):
        yield from ((n, "duplicate_id", excerpt(row)) for n, row in read_excerpts(path, lines))
        return
    last = max(lines)
    for line in read_lines(path, max_row_bytes):
        if line.number in lines:
            yield line.number, "duplicate_id", excerpt(line.data)
        if line.number >= last:
            return


def _list_duplicates(papers: str | Path, later: np.ndarray) -> Iterator[tuple[int, str, str]]:
    """Yield (line, reason, id) of the readable rows at the sorted places ``later``."""
    for table in _read_groups(papers) if len(later) else ():
        found = table.filter(pa.array(_is_in(table["line"].to_numpy(), later)))
        for line, paper_id in zip(found["line"], found["paper_id"], strict=True):
            yield find_line(line.as_py())[1], "duplicate_id", paper_id.as_py()


def _read_groups(path: str | Path) -> Iterator[pa.Table]:
    """Yield a parquet file's row groups, whose size in bytes its writer has bounded."""
    with pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group)


def _leave_out(table: pa.Table, lines: np.ndarray) -> pa.Table:
    """Return ``table`` without the rows whose ``line`` is in the sorted ``lines``."""
    if not len(lines):
        return table
    return table.filter(pa.array(~_is_in(table["line"].to_numpy(), lines)))


def _is_in(values: np.ndarray, ordered: np.ndarray) -> np.ndarray:
    """Say for each of ``values`` whether it is among the sorted values ``ordered``."""
    if not len(ordered):
        return np.zeros(len(values), bool)
    places = np.searchsorted(ordered, values).clip(max=len(ordered) - 1)
    return ordered[places] == values
