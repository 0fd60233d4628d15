"""Neighbours on disk: citations sorted by one of their ends, to look up those of some papers.

A file has the corpus's citations (``tables.CITATIONS``), sorted by one column and then by the
other: by ``CITING`` to find the papers that a paper cites, by ``CITED`` for those that cite it. No
row is dropped or joined. Ids stay texts, in the order of their UTF-8 bytes: numbers would need a
map of all papers, which is larger than the memory that a look-up takes.

A row group is read only if its statistics allow one of the wanted papers, and all groups in one
pass.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.errors import Problem, UserError
from paperpool.io.files import DELETE
from paperpool.io.parquet_files import reading, writing_groups
from paperpool.io.tables import CITATIONS
from paperpool.workflow.corpus.database import Database, regroup

CITING, CITED = CITATIONS.names

GROUP_ROWS = 32_768
"""Citations of a row group: one is decoded in about a millisecond."""

SORTED_AT_ONCE = 100_000_000
"""Citations of a sort, which may take 2 GB of disk; more are sorted a range of papers at a time."""

_SAMPLED = 10_000
"""Citations whose papers tell where ranges begin."""

_OTHER = {CITING: CITED, CITED: CITING}

_RANGE = """
SELECT citing_id, cited_id FROM citations
WHERE {end} >= $first AND ($next IS NULL OR {end} < $next)
ORDER BY {end}, {other}
"""


def sort_citations(
    database: Database, end: str, path: str | Path, at_once: int = SORTED_AT_ONCE
) -> int:
    """Write the table ``citations`` of a database sorted by ``end``; return its number of rows.

    ``end`` is ``CITING`` or ``CITED``. Memory and disk are the database's, for some ``at_once``
    rows; each such range of papers is a pass over the table.
    """
    query = _RANGE.format(end=end, other=_OTHER[end])
    bounds = ["", *_find_bounds(database, end, at_once), None]
    ranges = (
        database.stream(query, {"first": first, "next": after}) for first, after in pairwise(bounds)
    )

    n_rows = 0
    with writing_groups(path, CITATIONS, GROUP_ROWS, dictionary=[end]) as writer:
        for batch in regroup(chain.from_iterable(ranges), GROUP_ROWS):
            writer.write_batch(batch.cast(CITATIONS))
            n_rows += batch.num_rows
    return n_rows


def _find_bounds(database: Database, end: str, at_once: int) -> list[str]:
    """Return the ids at which ranges of some ``at_once`` rows begin, without the first."""
    n_rows = database.fetch("SELECT count(*) AS n FROM citations")["n"][0].as_py()
    n_ranges = -(-n_rows // at_once)
    if n_ranges < 2:
        return []
    sample = database.fetch(f"SELECT {end} AS id FROM citations USING SAMPLE {_SAMPLED} ROWS")
    ids = sorted(sample["id"].to_pylist())
    places = np.linspace(0, len(ids), n_ranges, endpoint=False, dtype=int)[1:]
    return sorted({ids[place] for place in places})


class Neighbours:
    """Looks up the citations of papers in a file of ``sort_citations``.

    Memory holds the first and last id of each row group, and one group. The file stays open as
    long as the object lives; one thread at a time may read it. Raises UserError
    if it is damaged or not sorted by ``end``.
    """

    def __init__(self, path: str | Path, end: str):
        self._path = path
        self._end = end
        with reading(path):
            self._file = pq.ParquetFile(path, read_dictionary=[end])
            self._first, self._last = self._read_bounds()

        bounds = chain.from_iterable(zip(self._first, self._last, strict=True))
        if any(after < before for before, after in pairwise(bounds)):
            raise UserError(Problem(f"The table is not sorted by {end}.", str(path), DELETE))

    def read(self, ids: Iterable[str]) -> Iterator[pa.RecordBatch]:
        """Yield the citations that have one of ``ids`` at the file's end, in the file's order."""
        for group, wanted in self._find_groups(sorted(set(ids))):
            with reading(self._path):
                table = self._file.read_row_group(group, use_threads=False)
            found = table.filter(_mark(table.column(self._end), wanted))
            if len(found):
                [batch] = found.cast(CITATIONS).combine_chunks().to_batches()
                yield batch

    def _read_bounds(self) -> tuple[list[str], list[str]]:
        """Return the first and the last id of each row group."""
        column = self._file.schema_arrow.get_field_index(self._end)
        first: list[str] = []
        last: list[str] = []
        for group in range(self._file.num_row_groups):
            statistics = self._file.metadata.row_group(group).column(column).statistics
            if statistics is not None and statistics.has_min_max:
                first.append(statistics.min)
                last.append(statistics.max)
            else:  # of ids of thousands of characters there are none
                ids = self._file.read_row_group(group, [self._end]).column(0)
                first.append(ids[0].as_py())
                last.append(ids[-1].as_py())
        return first, last

    def _find_groups(self, ids: Sequence[str]) -> Iterator[tuple[int, Sequence[str]]]:
        """Yield the row groups that may have some of the sorted ``ids``, and these."""
        group = 0
        begin = 0
        while begin < len(ids):
            group = bisect_left(self._last, ids[begin], group)
            if group == len(self._last):
                return
            first = bisect_left(ids, self._first[group], begin)
            end = bisect_right(ids, self._last[group], begin)
            if first < end:
                yield group, ids[first:end]

            # the citations of a group's last paper may go on in the next one
            begin = end
            if ids[end - 1] == self._last[group]:
                begin = end - 1
            group += 1


def _mark(column: pa.ChunkedArray, wanted: Sequence[str]) -> pa.ChunkedArray:
    """Return whether each id of a column with dictionaries is among ``wanted``."""
    values = pa.array(wanted, pa.string())
    marks = []
    for chunk in column.chunks:
        is_wanted = pc.is_in(chunk.dictionary, values)
        marks.append(is_wanted.take(chunk.indices))
    return pa.chunked_array(marks, pa.bool_())
