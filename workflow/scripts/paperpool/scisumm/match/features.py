"""What the ranker ``best`` knows of a sentence of a reference paper for a citance.

Its members' scores; how they rate the sentences beside it, and the sentence itself for the other
citances of the paper (what one paper is cited for, another is often cited for too); where in the
paper it stands, which the paper's supervised systems and BM25 ensemble use and its own methods do
not (Ricci et al., section 3.2); and how it stands to the paper's other texts (``within``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.within import CUES, LIKENESSES

SECTIONS = {
    "title": r"^title$",
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


@dataclass(frozen=True)
class Place:
    """Where the sentences of a paper stand, how long they are, and ``compare_within`` of them."""

    sections: Sequence[str]
    n_words: Sequence[int]
    within: Floats


def name_features(members: Sequence[str]) -> list[str]:
    """Return what the columns of ``compute_features`` are."""
    of_members = [
        f"{member}, {what}"
        for member in members
        for what in ("standardised", "share of the best", "before", "after", "other citances")
    ]
    places = [f"within {share:g}" for share in POSITIONS]
    beside = ["words (log)", "first of section", "place in section (log)", "place"]
    return [*of_members, *beside, *places, *SECTIONS, *LIKENESSES, *CUES]


def compute_features(scores: Mapping[str, Floats], place: Place) -> Floats:
    """Return the features of every pair, shape (citances, sentences, features).

    ``scores`` has each member's matrix, shape (citances, sentences).
    """
    columns = [column for matrix in scores.values() for column in _score_features(matrix)]
    n_citances = len(next(iter(scores.values())))
    of_place = np.concatenate([_place_features(place), place.within], axis=1)
    alike = np.broadcast_to(of_place, (n_citances, *of_place.shape))
    return np.concatenate([np.stack(columns, axis=-1), alike], axis=-1)


def _score_features(matrix: Floats) -> list[Floats]:
    deviation = matrix.std(axis=1, keepdims=True)
    standard = (matrix - matrix.mean(axis=1, keepdims=True)) / np.where(deviation, deviation, 1)
    best = matrix.max(axis=1, keepdims=True)
    beside = np.pad(standard, ((0, 0), (1, 1)))
    others = (standard.sum(axis=0) - standard) / max(len(matrix) - 1, 1)
    share = matrix / np.where(best > 0, best, 1)
    return [standard, share, beside[:, :-2], beside[:, 2:], others]


def _place_features(place: Place) -> Floats:
    """Return the features that are the same for every citance, shape (sentences, features)."""
    n_sentences = len(place.sections)
    position = np.arange(n_sentences) / n_sentences
    headings = [heading.lower() for heading in place.sections]
    in_section = [i for _, of_one in groupby(headings) for i, _ in enumerate(of_one)]
    first = [i == 0 for i in in_section]
    kinds = [[bool(re.search(p, heading)) for heading in headings] for p in SECTIONS.values()]
    within = [position < share for share in POSITIONS]
    beside = [np.log1p(place.n_words), first, np.log1p(in_section), position]
    return np.array([*beside, *within, *kinds], np.float64).T
