"""Rank by the cosines between single sentences: the query's facet against the whole abstract.

Source: CSFCube section 5 and appendix C, sentence-level baselines (SentBERT, SimCSE): every facet
sentence of the query and every sentence of the candidate's abstract are encoded alone, here with
the title of its paper before it where ``titles`` says so: a sentence alone seldom says what it is
about.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

import numpy as np

from paperpool.csfcube.collection import Collection
from paperpool.encoders import Encoder
from paperpool.rankers.similarity import Matrix, cosine
from paperpool.runs import Run, rank_scores

LOWEST_SCORE = -2.0
"""The score where there are no sentences to compare: below any cosine."""


def rank_by_nearest_sentences(
    collection: Collection, encoder: Encoder, titles: bool = False
) -> Run:
    """Rank every pair's judged candidates by the largest cosine between any two sentences.

    The paper's own sentence-level ranking. The cosine of a zero vector is 0.
    """
    return _rank(collection, encoder, titles, lambda cosines: cosines.max())


def rank_by_late_interaction(collection: Collection, encoder: Encoder, titles: bool = False) -> Run:
    """Rank every pair's judged candidates by how well each sentence of the facet is met.

    A score is the mean, over the query's facet sentences, of the largest cosine with a sentence
    of the candidate: the late interaction of ColBERT (Khattab and Zaharia 2020, section 3.3), of
    sentences in place of tokens, and a mean in place of a sum. The cosine of a zero vector is 0.
    """
    return _rank(collection, encoder, titles, lambda cosines: cosines.max(axis=1).mean())


def _rank(
    collection: Collection, encoder: Encoder, titles: bool, combine: Callable[[Matrix], float]
) -> Run:
    """Rank by what ``combine`` makes of the cosines, shape (facet's, candidate's sentences)."""
    papers = collection.papers
    texts = {
        paper_id: [f"{paper.title} {s}" if titles else s for s in paper.sentences]
        for paper_id, paper in papers.items()
    }
    unique = sorted({text for of_paper in texts.values() for text in of_paper})
    row = {text: i for i, text in enumerate(unique)}
    vectors = encoder.encode(unique).astype(np.float64)
    run: Run = {}
    for query, facet in collection.pairs():
        facet_texts = compress(texts[query], papers[query].facet_labels(facet))
        asked = vectors[[row[text] for text in facet_texts]]
        scores = []
        for candidate in collection.rankable(query, facet):
            offered = vectors[[row[text] for text in texts[candidate]]]
            cosines = np.array([cosine(sentence, offered) for sentence in asked])
            scores.append((candidate, combine(cosines) if cosines.size else LOWEST_SCORE))
        run[query, facet] = rank_scores(scores)
    return run
