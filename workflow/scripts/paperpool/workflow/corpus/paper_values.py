"""The values of papers that a user's filter decides by, such as their language."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.io.tables import read_batches
from paperpool.workflow.corpus.conditions import ID_COLUMNS, PROPERTIES


@dataclass(frozen=True)
class Values:
    """The values of papers: ``texts`` without null, and the paper of each by its row in a table."""

    texts: pa.Array
    rows: NDArray[np.int64]

    def find_rows(self, n: int) -> NDArray[np.bool_]:
        """Return which of ``n`` papers have a value."""
        has_value = np.zeros(n, bool)
        has_value[self.rows] = True
        return has_value


def _read_texts(papers: pa.Table, column: str) -> Values:
    """Return the texts of a column; an empty one is no value."""
    texts = papers[column].combine_chunks()
    is_text = pc.greater(pc.utf8_length(texts), 0).fill_null(False)
    return Values(texts.filter(is_text), np.flatnonzero(is_text))


def _read_lists(papers: pa.Table, column: str) -> Values:
    """Return the texts of a column of lists."""
    lists = papers[column].combine_chunks()
    texts = pc.list_flatten(lists)
    rows = pc.list_parent_indices(lists)
    is_text = texts.is_valid()
    return Values(texts.filter(is_text), rows.filter(is_text).to_numpy().astype(np.int64))


def _join(*parts: Values) -> Values:
    """Return the values of several columns."""
    texts = pa.concat_arrays([part.texts for part in parts])
    return Values(texts, np.concatenate([part.rows for part in parts]))


def _read_years(papers: pa.Table) -> Values:
    years = papers["year"].combine_chunks()
    is_known = years.is_valid()
    return Values(years.filter(is_known).cast(pa.string()), np.flatnonzero(is_known))


def _read_sources(papers: pa.Table) -> Values:
    """Return where papers lie: their venue, OpenAlex's sources, and the sites they have an id of.

    A venue that is a source, too, is there twice.
    """
    parts = [_read_texts(papers, "venue"), _read_lists(papers, "sources")]
    for source, column in ID_COLUMNS.items():
        rows = _read_texts(papers, column).rows
        parts.append(Values(pa.array([source] * len(rows), pa.string()), rows))
    return _join(*parts)


_READERS: dict[str, Callable[[pa.Table], Values]] = {
    "language": partial(_read_texts, column="language"),
    "years": _read_years,
    "type": partial(_read_lists, column="types"),
    "fields": partial(_read_lists, column="fields"),
    "topics": partial(_read_lists, column="topics"),
    "venue": partial(_read_texts, column="venue"),
    "source": _read_sources,
    "doi_prefix": partial(_read_texts, column="doi"),
}
"""The functions that read the values of ``PROPERTIES``, by their conditions."""


def read_values(papers: pa.Table, condition: str) -> Values:
    """Return the values of readable papers (``shards.READABLE``) that a condition is on."""
    return _READERS[condition](papers)


def count_values(papers: Iterable[str | Path], condition: str) -> dict[str, int]:
    """Return the papers of each value of a condition's property, the most frequent first.

    ``papers`` are readable rows (``shards.READABLE``). Of a DOI it is the part before the slash.
    """
    columns = list(PROPERTIES[condition].columns)
    counts: Counter[str] = Counter()
    for batch in read_batches(papers, columns):
        values = read_values(pa.Table.from_batches([batch]), condition)
        texts = values.texts
        if condition == "doi_prefix":
            texts = pc.list_element(pc.split_pattern(texts, "/", max_splits=1), 0)

        # a paper that lies at a place twice counts once
        pairs = pa.table([values.rows, texts], names=["row", "text"])
        once = pairs.group_by(["row", "text"]).aggregate([])
        for found in pc.value_counts(once["text"]).to_pylist():
            counts[found["values"]] += found["counts"]
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
