"""Rank by the cosines between single sentences of query and candidate.

Source: CSFCube section 5 and appendix C, sentence-level baselines (SentBERT, SimCSE): every facet
sentence of the query and every sentence of the candidate's abstract are encoded alone, here after
the title of the paper if ``titles``, as a sentence alone seldom shows its topic. Without a facet,
titles are sentences too, and the query is the whole paper.
"""

from collections.abc import Callable
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder
from paperpool.rankers.scoring.similarity import Matrix, cosine

LOWEST_SCORE = -2.0
"""The score without sentences to compare: below any cosine."""


def encode_sentences(
    collection: Collection, encoder: Encoder, titles: bool = False
) -> tuple[dict[str, int], NDArray[np.float32]]:
    """Return the rows of the collection's sentences, and their embeddings."""
    texts = _list_texts(collection, titles).values()
    unique = sorted({text for of_paper in texts for text in of_paper})
    return {text: i for i, text in enumerate(unique)}, encoder.encode(unique)


def _list_texts(collection: Collection, titles: bool) -> dict[str, list[str]]:
    listed = {}
    for paper_id, paper in collection.papers.items():
        sentences = [f"{paper.title} {s}" if titles else s for s in paper.sentences]
        mask = collection.paper_mask(paper_id)
        listed[paper_id] = list(compress([paper.title, *sentences], mask))
    return listed


def rank_by_cosines(
    collection: Collection, encoder: Encoder, titles: bool, combine: Callable[[Matrix], float]
) -> Run:
    """Rank by ``combine`` of the cosines, shape (query's sentences, candidate's sentences).

    The cosine of a zero vector is 0.
    """
    texts = _list_texts(collection, titles)
    row, vectors = encode_sentences(collection, encoder, titles)
    vectors = vectors.astype(np.float64)
    pairs = collection.pairs()
    wanted = {}
    for query, part in pairs:
        mask = collection.facet_mask(query, part)[collection.paper_mask(query)]
        wanted[query, part] = list(compress(texts[query], mask))
    asking_row, asking = row, vectors
    if encoder.asks_apart:
        unique = sorted({text for of_pair in wanted.values() for text in of_pair})
        asking_row = {text: i for i, text in enumerate(unique)}
        asking = encoder.encode_queries(unique).astype(np.float64)
    run: Run = {}
    for query, part in pairs:
        asked = asking[[asking_row[text] for text in wanted[query, part]]]
        scores = []
        for candidate in collection.rankable(query, part):
            offered = vectors[[row[text] for text in texts[candidate]]]
            cosines = np.array([cosine(sentence, offered) for sentence in asked])
            scores.append((candidate, combine(cosines) if cosines.size else LOWEST_SCORE))
        run[query, part] = rank_scores(scores)
    return run
