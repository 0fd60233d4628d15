"""The rankers that need no encoder, all at once: asymmetric and symmetric matching, BM25."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.asymmetric import score_powers
from paperpool.scisumm.match.bm25 import score_bm25
from paperpool.scisumm.match.bm25_ensemble import score_ensemble
from paperpool.scisumm.match.chosen_ensemble import score_chosen
from paperpool.scisumm.match.settings import Matching
from paperpool.scisumm.match.symmetric import score_symmetric

if TYPE_CHECKING:
    from paperpool.scisumm.match.word_vectors import WordVectors


def score_words(papers: Sequence[Paper], vectors: WordVectors) -> dict[str, dict[str, Floats]]:
    """Return the scores of each of ``names.WORD_RANKERS``, by ranker and paper.

    A paper's have the shape (citances, sentences); higher is better.
    """
    powers = score_powers(papers, vectors, Matching(), [4, 1])
    return {
        "asymm-d4": powers[4],
        "asymm-d1": powers[1],
        "symm": score_symmetric(papers, vectors),
        "bm25": score_bm25(papers),
        "bm25-ensemble-chosen": score_chosen(papers),
        "bm25-ensemble": score_ensemble(papers),
    }
