"""Rank by the cosines between single sentences: the query's facet against the whole abstract.

Source: CSFCube section 5 and appendix C, sentence-level baselines (SentBERT, SimCSE): every facet
sentence of the query and every sentence of the candidate's abstract are encoded alone. Titles are
not used.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paperpool.csfcube.collection import Collection
from paperpool.encoders import Encoder
from paperpool.rankers.similarity import Matrix, cosine
from paperpool.runs import Run, rank_scores

LOWEST_SCORE = -2.0
"""The score where there are no sentences to compare: below any cosine."""


def rank_by_nearest_sentences(collection: Collection, encoder: Encoder) -> Run:
    """Rank every pair's judged candidates by the largest cosine between any two sentences.

    The paper's own sentence-level ranking. The cosine of a zero vector is 0.
    """
    return _rank(collection, encoder, lambda cosines: cosines.max())


def rank_by_late_interaction(collection: Collection, encoder: Encoder) -> Run:
    """Rank every pair's judged candidates by how well each sentence of the facet is met.

    A score is the mean, over the query's facet sentences, of the largest cosine with a sentence
    of the candidate: the late interaction of ColBERT (Khattab and Zaharia 2020, section 3.3), of
    sentences in place of tokens, and a mean in place of a sum. The cosine of a zero vector is 0.
    """
    return _rank(collection, encoder, lambda cosines: cosines.max(axis=1).mean())


def _rank(collection: Collection, encoder: Encoder, combine: Callable[[Matrix], float]) -> Run:
    """Rank by what ``combine`` makes of the cosines, shape (facet's, candidate's sentences)."""
    sentences = sorted({s for paper in collection.papers.values() for s in paper.sentences})
    row = {sentence: i for i, sentence in enumerate(sentences)}
    vectors = encoder.encode(sentences).astype(np.float64)
    run: Run = {}
    for query, facet in collection.pairs():
        asked = vectors[[row[s] for s in collection.papers[query].facet_sentences(facet)]]
        scores = []
        for candidate in collection.rankable(query, facet):
            offered = vectors[[row[s] for s in collection.papers[candidate].sentences]]
            cosines = np.array([cosine(sentence, offered) for sentence in asked])
            scores.append((candidate, combine(cosines) if cosines.size else LOWEST_SCORE))
        run[query, facet] = rank_scores(scores)
    return run
