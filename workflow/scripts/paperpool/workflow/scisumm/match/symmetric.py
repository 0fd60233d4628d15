"""The symmetric baseline: the cosine between average word embeddings (Milajevs et al., 2014)."""

from collections.abc import Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.workflow.scisumm.match.asymmetric import score_powers
from paperpool.workflow.scisumm.match.bm25 import score_bm25
from paperpool.workflow.scisumm.match.bm25_ensemble import score_ensemble
from paperpool.workflow.scisumm.match.prepared import find_stop_words, prepare
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.similarity import Bags, unit_length
from paperpool.workflow.scisumm.match.word_vectors import WordVectors


def score_symmetric(papers: Sequence[Paper], vectors: WordVectors) -> dict[str, Floats]:
    """Return the sentences' scores of each paper, shape (citances, sentences).

    The paper's best configuration (section 3.2): stop words left out, uniform weights, texts
    prepared as for the asymmetric method. Vectors are averaged without normalisation, which the
    paper describes for equation 1 only. A text without known content words scores 0.
    """
    matching = Matching()
    counted = np.where(find_stop_words(vectors), 0.0, 1.0)
    scores = {}
    for paper in papers:
        sentences, citances = prepare(paper, vectors, matching)
        of_sentences = _unit_means(sentences, vectors, counted)
        of_citances = _unit_means(citances, vectors, counted)
        scores[paper.paper_id] = np.einsum("qd,sd->qs", of_citances, of_sentences)
    return scores


def _unit_means(texts: Bags, vectors: WordVectors, counted: np.ndarray) -> Floats:
    """Return the mean vector of each text at unit length; the sum has the same direction."""
    items, places = texts.distinct()
    sums = places.weigh(counted[items]) @ vectors.vectors[items].astype(np.float64)
    return unit_length(sums)


def score_words(papers: Sequence[Paper], vectors: WordVectors) -> dict[str, dict[str, Floats]]:
    """Return the scores of each of ``names.WORD_RANKERS``, by ranker and paper.

    The scores of a paper have the shape (citances, sentences); higher is better.
    """
    powers = score_powers(papers, vectors, Matching(), [4, 1])
    return {
        "asymm-d4": powers[4],
        "asymm-d1": powers[1],
        "symm": score_symmetric(papers, vectors),
        "bm25": score_bm25(papers),
        "bm25-ensemble": score_ensemble(papers),
    }
