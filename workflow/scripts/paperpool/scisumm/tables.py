"""The schemas of the tables of CL-SciSumm task 1a."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def _texts(names: str) -> list[tuple[str, pa.DataType]]:
    return [(name, pa.string()) for name in names.split()]


_SID = ("sid", pa.int32())
_SIDS = ("sids", pa.list_(pa.int32()))

SENTENCES = pa.schema(_texts("split paper_id") + [_SID] + _texts("section text"))
"""A sentence of a reference paper; sid 0 is the title. Sorted by split, paper, place in the
paper."""

CITANCES = pa.schema(_texts("split citance_id paper_id number citing_id marker text clean"))
"""One or more citing sentences of a reference paper; ids are ``<paper_id>:<row, from 1>``.

``text`` is the column ``Citation Text``, ``clean`` the column ``Citation Text Clean``, "" where the
file has none.
"""

AS_WRITTEN = _texts(
    "reference_article citing_article citing_id citation_text reference_offset reference_text"
) + [("n_columns", pa.int32())]
"""The cells of a row of an annotation file or of a submission."""

_PLACE = _texts("split paper_id file annotator") + [("row", pa.int32())]

GOLD = pa.schema(_PLACE + _texts("citance_id") + AS_WRITTEN + [_SIDS])
"""A row of an annotation file as written, its citance of the blind file (null if missing) and its
chosen sentences (empty for NA). An unnamed ``annotator`` is ""; ``reference_article`` may differ
from the file's ``paper_id``."""

SUBMITTED = pa.schema(_texts("paper_id") + AS_WRITTEN + _texts("citance_id") + [_SIDS])
"""A row of a user's submission (``rows.Row``), by paper and in file order."""

TEXTS = pa.schema(_texts("source paper_id") + [("sentences", pa.list_(pa.string()))])
"""A training text of word vectors."""

VECTORS = pa.schema(
    [("word", pa.string()), ("count", pa.int64()), ("vector", pa.list_(pa.float32()))]
)
"""A word, its count in the training texts, and its vector, most frequent first; ``[UNK]`` stands
for all rare words."""

RANKING = pa.schema(
    _texts("split citance_id") + [_SID, ("score", pa.float64()), ("rank", pa.int32())]
)
"""A ranking of all sentences of the reference paper for each citance."""


def zip_columns(table: pa.Table, *names: str) -> Iterator[tuple[Any, ...]]:
    """Return the rows of some columns."""
    return zip(*(table.column(name).to_pylist() for name in names), strict=True)


def of_split(table: pa.Table, split: str) -> pa.Table:
    """Return the rows of one split."""
    return table.filter(pc.equal(table.column("split"), split))
