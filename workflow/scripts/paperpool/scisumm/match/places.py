"""Where a sentence stands in its reference paper, and how long it is.

The paper's supervised systems and BM25 ensemble use places, its own methods do not (Ricci et al.,
section 3.2).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats

SECTIONS = {
    "abstract": r"^abstract$",
    "introduction": r"introduc",
    "conclusion": r"conclu|summary|future|discussion",
    "related work": r"related|previous|background",
    "experiments": r"result|experiment|evaluat",
    "end matter": r"acknowl|referenc|appendi",
}
"""Kinds of sections, and what their headings have in lower case."""

POSITIONS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9)
"""Shares of a paper's sentences; a feature tells of each whether a sentence is within it."""

PLACES = (
    *("words (log)", "title", "place", "place (log)"),
    *("first of section", "last of section", "place in section", "place in section (log)"),
    *(f"within {share:g}" for share in POSITIONS),
    *SECTIONS,
)
"""What the columns of ``compute_places`` are."""


def compute_places(sids: Sequence[int], headings: Sequence[str], n_words: Sequence[int]) -> Floats:
    """Return where each sentence stands, shape (sentences, PLACES).

    Of each sentence: its number (0 is the title), its section's heading and how long it is.
    Sentences beside each other with the same heading are a section. Places are counted from 0 and
    given as shares of the sentences, or as logarithms of the place and 1.
    """
    order = np.arange(len(sids))
    lower = [heading.lower() for heading in headings]
    first = np.array([i == 0 or lower[i] != lower[i - 1] for i in order], bool)
    starts = np.flatnonzero(first)
    sizes = np.diff(starts, append=len(sids))
    in_section = order - np.repeat(starts, sizes)
    place = order / len(sids)
    columns = [
        *(np.log1p(n_words), np.equal(sids, 0), place, np.log1p(order)),
        *(first, np.append(first[1:], True)),
        *(in_section / np.repeat(sizes, sizes), np.log1p(in_section)),
        *(place < share for share in POSITIONS),
        *([bool(re.search(kind, heading)) for heading in lower] for kind in SECTIONS.values()),
    ]
    return np.array(columns, np.float64).T
