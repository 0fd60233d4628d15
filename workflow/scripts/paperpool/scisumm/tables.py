"""The schemas of the tables of CL-SciSumm task 1a, and their parts."""

import pyarrow as pa
import pyarrow.compute as pc


def _texts(names: str) -> list[tuple[str, pa.DataType]]:
    """Return the columns of these names, all of text."""
    return [(name, pa.string()) for name in names.split()]


SENTENCES = pa.schema([*_texts("split paper_id"), ("sid", pa.int32()), *_texts("section text")])
"""A sentence of a reference paper; 0 is its title. Sorted by split, paper, place in the paper."""

CITANCES = pa.schema(_texts("split citance_id paper_id number citing_id marker text"))
"""A citing sentence (or some) of a reference paper, ``<paper_id>:<row, from 1>``."""

AS_WRITTEN = [
    *_texts("reference_article citing_article citing_id citation_text reference_offset"),
    ("reference_text", pa.string()),
    ("n_columns", pa.int32()),
]
"""The own cells of a row of an annotation file or of a submission."""

GOLD = pa.schema(
    [
        *_texts("split paper_id file annotator"),
        ("row", pa.int32()),
        ("citance_id", pa.string()),
        *AS_WRITTEN,
        ("sids", pa.list_(pa.int32())),
    ]
)
"""A row of an annotation file as written, and the values read from it: the citance of the blind
file that it is about (null if missing) and the chosen sentences (empty if the annotator found
none). ``annotator`` is empty if the file lacks it; ``reference_article`` may name another paper
than ``paper_id``, the file's.
"""

SUBMITTED = pa.schema(
    [
        ("paper_id", pa.string()),
        *AS_WRITTEN,
        ("citance_id", pa.string()),
        ("sids", pa.list_(pa.int32())),
    ]
)
"""A row of somebody's submission (``rows.Row``), by paper and in the order of its file."""

TEXTS = pa.schema(
    [("source", pa.string()), ("paper_id", pa.string()), ("sentences", pa.list_(pa.string()))]
)
"""A text that word vectors are trained on."""

VECTORS = pa.schema(
    [("word", pa.string()), ("count", pa.int64()), ("vector", pa.list_(pa.float32()))]
)
"""A word, how often it stands in the training texts, and its vector; the most frequent first. The
row of ``[UNK]`` stands for all words that are too rare."""

RANKING = pa.schema(
    [
        *_texts("split citance_id"),
        ("sid", pa.int32()),
        ("score", pa.float64()),
        ("rank", pa.int32()),
    ]
)
"""A ranking of all sentences of the reference paper for each citance."""


def of_split(table: pa.Table, split: str) -> pa.Table:
    """Return the rows of one split."""
    return table.filter(pc.equal(table.column("split"), split))
