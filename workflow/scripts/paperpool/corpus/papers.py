"""Filter the readable papers of one shard and write the shard's part of the corpus."""

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.corpus.batches import MAX_ROW_BYTES, keep_freed_blocks
from paperpool.corpus.database import connect, regroup
from paperpool.corpus.filters import KEPT, Filter, add_mark
from paperpool.corpus.keys import abstract_keys, title_keys
from paperpool.corpus.openalex_parquet import is_parquet, read_excerpts
from paperpool.corpus.openalex_works import DELETED
from paperpool.corpus.shards import GROUP_EDGES, REPEATING, ReadShard
from paperpool.errors import Problem, UserError, first_of
from paperpool.io import tables
from paperpool.io.files import read_json, write_json
from paperpool.io.json_lines import excerpt, make_quarantine, order_reasons
from paperpool.io.lines import read_lines
from paperpool.io.parquet_files import writing_groups
from paperpool.io.user_text import is_paper_id, read_user_text, split_lines

_LONG = tables.LONG
KEYS = tables.make_schema(
    "paper_id", line=_LONG, title_key=pa.uint64(), abstract_key=pa.uint64(), mag_key=_LONG
)
"""The twin keys of a kept paper, its MAG id among them, and the line it stands on."""

_DELETED = """
SELECT line FROM papers SEMI JOIN deleted ON paper_id = regexp_extract(work_id, 'W[0-9]+$')
ORDER BY line
"""

_QUARANTINED_ROWS = 16_384


@dataclass(frozen=True)
class FilteredShard:
    """The files that ``filter_shard`` writes.

    ``papers``: kept papers, in file order (``tables.PAPERS`` and a boolean ``in_<filter>`` for
    each filter). ``citations``: edges of every readable row, dropped papers included
    (``tables.CITATIONS``). ``keys``: twin keys of the kept papers (``KEYS``). ``quarantine``:
    sorted by line (``tables.QUARANTINE``). ``summary``: JSON ``{"read", "readable",
    "quarantined": {reason: n}, "kept", "filters": {name: {"kept", "kept_always", "dropped":
    {reason: n}}}}``, where every drop reason of a filter is present and only those quarantine
    reasons that occurred; ``"marks": {mark: n}`` where readable rows have any.
    """

    papers: str | Path
    citations: str | Path
    keys: str | Path
    quarantine: str | Path
    summary: str | Path


def filter_shard(
    path: str | Path | None,
    shard: str,
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
    """Write the papers of one shard that any of ``filters`` keeps, and what belongs to them.

    ``path`` is the shard itself, None where it was removed, and ``read`` what ``shards.read_shard``
    made of it. Rows that ``duplicates`` (``duplicates.DUPLICATES``) lists move to the quarantine,
    their text the id alone where the shard was removed. Ids in ``keep`` skip every condition.
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
            "SELECT line FROM duplicates WHERE shard = $shard ORDER BY line", {"shard": shard}
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
    _write_quarantine(path, shard, read, output, later, max_row_bytes)
    before = read_json(read.summary)
    quarantined = {**before["quarantined"], "duplicate_id": len(later)}
    write_json(
        output.summary,
        {
            "read": before["read"],
            "readable": before["readable"] - len(later),
            "quarantined": order_reasons(quarantined),
            **counts,
        },
    )


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
                keys = title_keys(batch["title"]), abstract_keys(batch["abstract"])
                columns = [batch["paper_id"], batch["line"], *keys, batch["mag_id"]]
                key_writer.write_batch(pa.record_batch(columns, schema=KEYS))
                paper_writer.write_batch(batch.select(schema.names))
    return {"kept": kept, "filters": tally, **({"marks": dict(marks)} if marks else {})}


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


def _write_quarantine(
    path: str | Path | None,
    shard: str,
    read: ReadShard,
    output: FilteredShard,
    later: np.ndarray,
    max_row_bytes: int,
) -> None:
    """Write the quarantined rows of a shard with its later duplicates, sorted by line."""
    earlier = (
        (row["line"], row["reason"], row["text"])
        for table in _read_groups(read.quarantine)
        for row in table.to_pylist()
    )
    if path is None:
        repeated = _list_duplicates(read.papers, later)
    else:
        repeated = _read_duplicates(path, set(later.tolist()), max_row_bytes)
    rows = heapq.merge(earlier, repeated, key=itemgetter(0))
    with tables.writing_table(output.quarantine, tables.QUARANTINE) as writer:
        while bad := list(islice(rows, _QUARANTINED_ROWS)):
            writer.write_batch(make_quarantine(shard, bad))


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
    """Yield (line, reason, id) of the readable rows on the sorted lines ``later``."""
    for table in _read_groups(papers) if len(later) else ():
        found = table.filter(pa.array(_is_in(table["line"].to_numpy(), later)))
        for line, paper_id in zip(found["line"], found["paper_id"], strict=True):
            yield line.as_py(), "duplicate_id", paper_id.as_py()


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
