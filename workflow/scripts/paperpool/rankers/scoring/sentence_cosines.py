"""Rank by the cosines between single sentences of query and candidate.

Source: CSFCube section 5 and appendix C, sentence-level baselines (SentBERT, SimCSE): every facet
sentence of the query and every sentence of the candidate's abstract are encoded alone, here after
the title of the paper if ``titles``, as a sentence alone seldom shows its topic. Without a facet,
titles are sentences too, and the query is the whole paper.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, compress

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
    unique = _list_unique(_list_texts(collection, titles).values())
    return {text: i for i, text in enumerate(unique)}, encoder.encode(unique)


def _list_unique(texts: Iterable[Sequence[str]]) -> list[str]:
    """Return the sentences of all texts, each once, sorted."""
    return sorted(set(chain.from_iterable(texts)))


def _list_texts(collection: Collection, titles: bool) -> dict[str, list[str]]:
    """Return the offered sentences of each paper, the title first."""
    listed = {}
    for paper_id, paper in collection.papers.items():
        sentences = list(paper.sentences)
        if titles:
            sentences = [f"{paper.title} {sentence}" for sentence in sentences]
        mask = collection.paper_mask(paper_id)
        listed[paper_id] = list(compress([paper.title] + sentences, mask))
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
    query_texts = {}
    for query, part in pairs:
        mask = compress(collection.facet_mask(query, part), collection.paper_mask(query))
        query_texts[query, part] = list(compress(texts[query], mask))

    query_row = row
    query_vectors = vectors
    if encoder.encodes_queries_apart:
        unique = _list_unique(query_texts.values())
        query_row = {text: i for i, text in enumerate(unique)}
        query_vectors = encoder.encode_queries(unique).astype(np.float64)

    run: Run = {}
    for query, part in pairs:
        sentences = query_vectors[[query_row[text] for text in query_texts[query, part]]]
        scores = []
        for candidate in collection.rankable(query, part):
            offered = vectors[[row[text] for text in texts[candidate]]]
            cosines = np.array([cosine(sentence, offered) for sentence in sentences])
            scores.append((candidate, combine(cosines) if cosines.size else LOWEST_SCORE))
        run[query, part] = rank_scores(scores)
    return run
