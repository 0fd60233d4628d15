"""What the ranker ``best`` knows of a sentence of a reference paper for a citance.

Its members' scores; how they rate the sentences beside it, and the sentence itself for the other
citances of the paper (what one paper is cited for, another is often cited for too); where in the
paper it stands (``places``), and how it stands to the paper's other texts (``within``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.places import PLACES
from paperpool.scisumm.match.within import CUES, LIKENESSES


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

    ``scores`` has each member's matrix, shape (citances, sentences); ``of_sentences`` what is the
    same for every citance: the columns PLACES, and those of ``compare_within``.
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
