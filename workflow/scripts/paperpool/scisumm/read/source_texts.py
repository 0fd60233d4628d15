"""The full texts of a release that word vectors are trained on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pyarrow as pa

from paperpool.io.tables import make_table
from paperpool.scisumm.read.layout import CITING, Layout, read_folder
from paperpool.scisumm.read.papers import Row
from paperpool.scisumm.read.problems import Problems
from paperpool.scisumm.read.reference_xml import read_sentences
from paperpool.scisumm.read.scisummnet import SOURCE
from paperpool.scisumm.tables import TEXTS

SOURCES = ("reference", "citing", SOURCE)
"""Reference papers of both splits, the papers that cite those of the training set, ScisummNet."""

Text = tuple[str, str, str, list[str]]
"""Split, paper, the file or folder that it is from, and its sentences."""


def read_citing(layout: Layout, problems: Problems) -> Iterable[Text]:
    """Yield the papers that cite a training paper, in the order of the training papers.

    A paper that cites several has a file in the folder of each.
    """
    for paper_id, folder in layout.train.items():
        for path, data in read_folder(layout, "train", paper_id, folder / CITING, problems):
            name = layout.name(path)
            sentences = read_sentences(data, problems.of("train", paper_id, name))
            yield "train", path.stem, name, [s.text for s in sentences if s.text]


def collect_texts(texts: Sequence[tuple[str, Text]], problems: Problems) -> pa.Table:
    """Return the table ``TEXTS`` of (source, text) pairs, sorted; of a paper its first text.

    A text without sentences is left out (it was counted when it was read).
    """
    rows: dict[str, Row] = {}
    for source, (split, paper_id, name, sentences) in texts:
        if paper_id in rows:
            at = rows[paper_id][0]
            problems.of(split, paper_id, name).add("repeated_paper", "dropped", f"read as {at}")
        elif sentences:
            rows[paper_id] = (source, paper_id, sentences)
    return make_table(sorted(rows.values(), key=lambda row: row[:2]), TEXTS)
