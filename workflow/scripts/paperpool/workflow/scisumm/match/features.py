"""The features of the ranker ``best`` for a pair of citance and sentence.

They are other rankers' scores, also of neighbours and for other citances; the place in the paper,
as in supervised systems (Ricci et al., section 3.2); and relations to the rest of the paper
(``within``).
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.workflow.scisumm.match.within import CUES, SIMILARITIES

SECTIONS = {
    "abstract": r"^abstract$",
    "introduction": r"introduc",
    "conclusion": r"conclu|summary|future|discussion",
    "related work": r"related|previous|background",
    "experiments": r"result|experiment|evaluat",
    "end matter": r"acknowl|referenc|appendi",
}
"""Patterns of lower-cased headings by kind of section."""

POSITIONS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9)
"""Thresholds of binary features: the sentence is within this share of the paper."""

PLACES = (
    "words (log)",
    "title",
    "place",
    "place (log)",
    "first of section",
    "last of section",
    "place in section",
    "place in section (log)",
    *(f"within {share:g}" for share in POSITIONS),
    *SECTIONS,
)

OF_MEMBERS = ("standardised", "share of the best", "before", "after", "other citances")
"""The features of each other ranker's score."""


def compute_places(sids: Sequence[int], headings: Sequence[str], n_words: Sequence[int]) -> Floats:
    """Return the place of each sentence, shape (sentences, PLACES).

    ``sids`` has 0 for the title, ``n_words`` the lengths. A section is a run of sentences with one
    heading. Places count from 0 and are given as a share, or as log(place + 1).
    """
    order = np.arange(len(sids))
    lower = [heading.lower() for heading in headings]
    first = np.array([i == 0 or lower[i] != lower[i - 1] for i in order], bool)
    starts = np.flatnonzero(first)
    sizes = np.diff(starts, append=len(sids))
    in_section = order - np.repeat(starts, sizes)
    place = order / len(sids)

    columns = [
        np.log1p(n_words),
        np.equal(sids, 0),
        place,
        np.log1p(order),
        first,
        np.append(first[1:], True),
        in_section / np.repeat(sizes, sizes),
        np.log1p(in_section),
    ]
    for share in POSITIONS:
        columns.append(place < share)
    for pattern in SECTIONS.values():
        columns.append(np.array([bool(re.search(pattern, heading)) for heading in lower]))
    return np.array(columns, np.float64).T


def name_features(members: Sequence[str]) -> list[str]:
    """Return the names of the columns of ``compute_features``."""
    names = []
    for member in members:
        names += [f"{member}, {feature}" for feature in OF_MEMBERS]
    return [*names, *PLACES, *SIMILARITIES, *CUES]


def compute_features(scores: Mapping[str, Floats], of_sentences: Sequence[Floats]) -> Floats:
    """Return the features of every pair, shape (citances, sentences, features).

    ``scores`` has each member's matrix, shape (citances, sentences). ``of_sentences`` has the
    features that are the same for every citance, shape (sentences, columns): those of
    ``compute_places`` and ``compare_within``.
    """
    columns: list[Floats] = []
    for matrix in scores.values():
        columns += _score_features(matrix)
    n_citances = len(next(iter(scores.values())))
    joined = np.concatenate(of_sentences, axis=1)
    alike = np.broadcast_to(joined, (n_citances, *joined.shape))
    return np.concatenate([np.stack(columns, axis=-1), alike], axis=-1)


def _score_features(matrix: Floats) -> list[Floats]:
    """Return the features ``OF_MEMBERS`` of a ranker's scores, shape (citances, sentences) each."""
    deviation = matrix.std(axis=1, keepdims=True)
    standard = (matrix - matrix.mean(axis=1, keepdims=True)) / np.where(deviation, deviation, 1)
    best = matrix.max(axis=1, keepdims=True)
    padded = np.pad(standard, ((0, 0), (1, 1)))
    others = (standard.sum(axis=0) - standard) / max(len(matrix) - 1, 1)
    share = matrix / np.where(best > 0, best, 1)
    return [standard, share, padded[:, :-2], padded[:, 2:], others]
