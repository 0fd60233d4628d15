"""The features of the ranker ``best`` of a sentence of a reference paper for a citance.

Its members' scores; how they rate the sentences beside it, and the sentence itself for the other
citances of the paper (papers are often cited for the same sentence); its place in the paper, as the
paper's supervised systems and BM25 ensemble use and its own methods do not (Ricci et al., section
3.2), and how it stands to the paper's other texts (``within``).
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.within import CUES, LIKENESSES

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


def name_features(members: Sequence[str]) -> list[str]:
    """Return what the columns of ``compute_features`` are."""
    of_members = [
        f"{member}, {what}"
        for member in members
        for what in ("standardised", "share of the best", "before", "after", "other citances")
    ]
    return [*of_members, *PLACES, *LIKENESSES, *CUES]


def compute_features(scores: Mapping[str, Floats], of_sentences: Sequence[Floats]) -> Floats:
    """Return the features of every pair, shape (citances, sentences, features).

    ``scores`` has each member's matrix, shape (citances, sentences); ``of_sentences`` the features
    that are the same for every citance: the columns PLACES, and those of ``compare_within``.
    """
    columns = [column for matrix in scores.values() for column in _score_features(matrix)]
    n_citances = len(next(iter(scores.values())))
    joined = np.concatenate(of_sentences, axis=1)
    alike = np.broadcast_to(joined, (n_citances, *joined.shape))
    return np.concatenate([np.stack(columns, axis=-1), alike], axis=-1)


def _score_features(matrix: Floats) -> list[Floats]:
    deviation = matrix.std(axis=1, keepdims=True)
    standard = (matrix - matrix.mean(axis=1, keepdims=True)) / np.where(deviation, deviation, 1)
    best = matrix.max(axis=1, keepdims=True)
    beside = np.pad(standard, ((0, 0), (1, 1)))
    others = (standard.sum(axis=0) - standard) / max(len(matrix) - 1, 1)
    share = matrix / np.where(best > 0, best, 1)
    return [standard, share, beside[:, :-2], beside[:, 2:], others]
