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
from numpy.typing import NDArray

from paperpool.csfcube.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder
from paperpool.rankers.similarity import Matrix, cosine

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


def encode_sentences(
    collection: Collection, encoder: Encoder, titles: bool = False
) -> tuple[dict[str, int], NDArray[np.float32]]:
    """Return the rows of the collection's sentences, and their embeddings row by row."""
    texts = _list_texts(collection, titles).values()
    unique = sorted({text for of_paper in texts for text in of_paper})
    return {text: i for i, text in enumerate(unique)}, encoder.encode(unique)


def _list_texts(collection: Collection, titles: bool) -> dict[str, list[str]]:
    """Return the texts that stand for the sentences of each paper."""
    return {
        paper_id: [f"{paper.title} {s}" if titles else s for s in paper.sentences]
        for paper_id, paper in collection.papers.items()
    }


def _rank(
    collection: Collection, encoder: Encoder, titles: bool, combine: Callable[[Matrix], float]
) -> Run:
    """Rank by what ``combine`` makes of the cosines, shape (facet's, candidate's sentences)."""
    papers = collection.papers
    texts = _list_texts(collection, titles)
    row, vectors = encode_sentences(collection, encoder, titles)
    vectors = vectors.astype(np.float64)
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
