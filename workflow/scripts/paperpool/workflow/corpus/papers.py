"""Filter the readable papers of a group of shards and write its part of the corpus.

Filters decide on the texts as they were read. Markup is cleaned only then, so it drops no paper.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.errors import Problem, UserError, first_of
from paperpool.io import tables
from paperpool.io.bad_rows import order_reasons
from paperpool.io.files import write_json
from paperpool.io.parquet_files import writing_groups
from paperpool.io.user_text import is_paper_id, read_user_text, split_lines
from paperpool.workflow.corpus.batches import keep_freed_blocks
from paperpool.workflow.corpus.database import DatabaseLimits, connect, regroup
from paperpool.workflow.corpus.drop_reasons import KEPT, Filter
from paperpool.workflow.corpus.filters import add_mark
from paperpool.workflow.corpus.groups import add_counts, add_nested, read_counts
from paperpool.workflow.corpus.keys import abstract_key, title_key
from paperpool.workflow.corpus.markup import clean_texts
from paperpool.workflow.corpus.openalex_marks import DELETED
from paperpool.workflow.corpus.places import LINE_BITS
from paperpool.workflow.corpus.quarantined_rows import is_in, read_row_groups, write_quarantine
from paperpool.workflow.corpus.row import MAX_ROW_BYTES
from paperpool.workflow.corpus.shards import GROUP_EDGES, REPEATING, ReadShard

_LOG = logging.getLogger("paperpool")

_LONG = tables.LONG
KEYS = tables.make_schema(
    "paper_id", line=_LONG, title_key=pa.uint64(), abstract_key=pa.uint64(), mag_key=_LONG
)
"""The twin keys of a kept paper, its MAG id among them, and its place (see ``groups``)."""

_DELETED = """
SELECT line FROM papers SEMI JOIN deleted ON paper_id = regexp_extract(work_id, 'W[0-9]+$')
ORDER BY line
"""


@dataclass(frozen=True)
class FilteredShard:
    """The files that ``filter_shards`` writes.

    ``papers``: kept papers in file order (``tables.PAPERS`` and a boolean ``in_<filter>`` per
    filter). ``citations``: edges of all readable rows (``tables.CITATIONS``). ``keys``: ``KEYS`` of
    kept papers. ``quarantine``: sorted by shard and line. ``summary``: JSON ``{"read", "readable",
    "quarantined": {reason: n}, "kept", "filters": {name: {"kept", "kept_always", "dropped":
    {reason: n}}}}``, with ``"missing_keys": {key: n}``, ``"marks": {mark: n}`` and
    ``"cleaned": {"titles": n, "abstracts": n}`` if any, and ``"shards": {name: {"read", "readable",
    "quarantined"}}`` if several. A user's filter has ``"conditions"``, too: what ``Filter.count``
    returns.
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
    columns: Mapping[str, str] | None = None,
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write the papers of a group that any of ``filters`` keeps, and their citations and keys.

    ``shards`` are files by name, None for a removed one. Rows of ``group`` in ``duplicates``
    (``selection.ROWS``) are quarantined, with the id alone if the shard was removed. Ids in
    ``keep`` pass every filter. The filter csfcube needs the ``selected`` rows (``selection.ROWS``).
    ``deleted`` is OpenAlex's CSV file of deleted works. ``columns`` are those
    of a user's own tables, as ``read_shards`` has them, None for shards of another format. Memory:
    a batch of papers and two line numbers a row.
    """
    if selected is None and any("not_selected" in f.reasons for f in filters.values()):
        raise ValueError("the filter csfcube needs the selected rows")
    keep_freed_blocks()
    later = _read_lines(duplicates, group)
    selected_lines = np.empty(0, np.int64)
    if selected is not None:
        selected_lines = _read_lines(selected, group)
    deleted_lines = np.empty(0, np.int64)
    if deleted is not None:
        with connect(**lent) as database:
            database.add_files("papers", [read.papers])
            database.add_csv("deleted", deleted, ["work_id"])
            deleted_lines = database.fetch(_DELETED)["line"].to_numpy()

    counts = _write_papers(read, output, later, deleted_lines, selected_lines, filters, keep)
    with tables.writing_table(output.citations, tables.CITATIONS) as writer:
        # the same bytes however they were read
        for batch in regroup(_read_edges(read.citations, later), GROUP_EDGES):
            writer.write_batch(batch)
    write_quarantine(shards, read, output.quarantine, later, max_row_bytes, columns)

    by_shard = _count_rows(read, list(shards), later)
    summary = add_counts(by_shard.values()) | counts
    if len(shards) > 1:
        summary["shards"] = by_shard
    write_json(output.summary, summary)


def _read_lines(rows: str | Path, group: str) -> np.ndarray:
    """Return the places of the rows of a group in a file of ``selection.ROWS``, in order."""
    lines = [np.empty(0, np.int64)]
    for table in read_row_groups(rows):
        lines.append(table["line"].filter(pc.equal(table["shard"], group)).to_numpy())
    return np.concatenate(lines)


def _read_edges(citations: str | Path, later: np.ndarray) -> Iterator[pa.RecordBatch]:
    """Yield the citations of a group without those of the rows at the places ``later``."""
    for table in read_row_groups(citations):
        edges = _leave_out(table, later).select(tables.CITATIONS.names)
        yield from edges.to_batches()


def read_ids(paths: Iterable[str | Path]) -> set[str]:
    """Return the ids of text files, one a line; raise UserError for unreadable files and lines."""
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
    tally = {}
    for name, filter_ in filters.items():
        schema = schema.append(pa.field(f"in_{name}", pa.bool_()))
        dropped = dict.fromkeys(filter_.reasons, 0)
        tally[name] = {"kept": 0, "kept_always": 0, "dropped": dropped}

    kept = 0
    marks: Counter[str] = Counter()
    cleaned = {"titles": 0, "abstracts": 0}
    kept_ids = pa.array(sorted(keep), pa.string())
    with (
        writing_groups(output.papers, schema, dictionary=REPEATING) as paper_writer,
        writing_groups(output.keys, KEYS, dictionary=False) as key_writer,
    ):
        for table in read_row_groups(read.papers):
            table = _leave_out(table, later)
            table = add_mark(table, is_in(table["line"].to_numpy(), deleted_lines), DELETED)
            marks.update(table["marks"].combine_chunks().flatten().to_pylist())

            # a paper is kept if any filter keeps it
            decisions = _decide(table, selected_lines, filters, kept_ids, tally)
            is_kept = np.zeros(table.num_rows, bool)
            for name, decision in decisions.items():
                table = table.append_column(f"in_{name}", pa.array(decision))
                is_kept |= decision
            table = table.filter(pa.array(is_kept))
            kept += table.num_rows

            for batch in table.to_batches():
                batch, titles, n_titles = _clean(batch, "title")
                batch, abstracts, n_abstracts = _clean(batch, "abstract")
                cleaned["titles"] += n_titles
                cleaned["abstracts"] += n_abstracts

                keys = [
                    batch["paper_id"],
                    batch["line"],
                    list(map(title_key, titles)),
                    list(map(abstract_key, abstracts)),
                    batch["mag_id"],
                ]
                key_writer.write_batch(pa.record_batch(keys, schema=KEYS))
                paper_writer.write_batch(batch.select(schema.names))

    counts: dict[str, Any] = {"kept": kept, "filters": tally}
    if marks:
        counts["marks"] = dict(marks)
    if any(cleaned.values()):
        counts["cleaned"] = cleaned
        _LOG.info("Cleaned of tags and entities: %s", cleaned)
    return counts


def _clean(papers: pa.RecordBatch, column: str) -> tuple[pa.RecordBatch, list[str | None], int]:
    """Return papers with a cleaned ``column``, all of its texts cleaned, and how many changed.

    Papers with sentences of their own keep their texts: their labels are those of the sentences.
    """
    texts = papers[column].to_pylist()
    cleaned = clean_texts(texts)
    if cleaned == texts:
        return papers, texts, 0

    has_sentences = papers["sentences"].is_valid().to_pylist()
    stored = list(cleaned)
    n_changed = 0
    for row, text in enumerate(texts):
        if has_sentences[row]:
            stored[row] = text
        elif cleaned[row] != text:
            n_changed += 1

    place = papers.schema.get_field_index(column)
    changed = papers.set_column(place, papers.schema.field(column), pa.array(stored, pa.string()))
    return changed, cleaned, n_changed


def _decide(
    table: pa.Table,
    selected_lines: np.ndarray,
    filters: Mapping[str, Filter],
    keep: pa.Array,
    tally: dict[str, Any],
) -> dict[str, np.ndarray]:
    """Return for each filter the kept rows of ``table``, and count them in ``tally``."""
    selected = is_in(table["line"].to_numpy(), selected_lines)
    always = pc.is_in(table["paper_id"], value_set=keep).to_numpy()
    decisions = {}
    for name, filter_ in filters.items():
        reasons = np.where(always, KEPT, filter_.find_reasons(table, selected))
        decisions[name] = reasons == KEPT

        tally[name]["kept"] += int(decisions[name].sum())
        tally[name]["kept_always"] += int(always.sum())
        for number, reason in enumerate(filter_.reasons):
            tally[name]["dropped"][reason] += int((reasons == number).sum())
        counted = filter_.count(table, decisions[name])
        if counted:
            add_nested(tally[name].setdefault("conditions", {}), counted)
    return decisions


def _count_rows(read: ReadShard, shards: Sequence[str], later: np.ndarray) -> dict[str, Any]:
    """Return the outcomes of the rows of each shard, those at the places ``later`` quarantined."""
    before = read_counts([(shards[0], read.summary)])
    n_repeated = np.bincount(later >> LINE_BITS, minlength=len(shards)).tolist()
    by_shard = {}
    for (shard, counts), n in zip(before.items(), n_repeated, strict=True):
        by_shard[shard] = {
            "read": counts["read"],
            "readable": counts["readable"] - n,
            "quarantined": order_reasons(counts["quarantined"] | {"duplicate_id": n}),
        }
        for key in ("missing_keys", "references"):
            if key in counts:
                by_shard[shard][key] = counts[key]
    return by_shard


def _leave_out(table: pa.Table, lines: np.ndarray) -> pa.Table:
    """Return ``table`` without the rows whose ``line`` is in the sorted ``lines``."""
    if not len(lines):
        return table
    return table.filter(pa.array(~is_in(table["line"].to_numpy(), lines)))
