"""Asymmetric partial matching with word vectors (Ricci et al., section 2)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.names import REVERSED
from paperpool.workflow.scisumm.match.prepared import find_stop_words, look_up, prepare
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.similarity import cover, find_best, scale, unit_length
from paperpool.workflow.scisumm.match.word_vectors import WordVectors

RARE_WEIGHT = 1.0
"""W(w) of a word without a vector: its frequency is near 0."""


def score_asymmetric(
    papers: Sequence[Paper], vectors: WordVectors, matching: Matching
) -> dict[str, Floats]:
    """Return each paper's scores, shape (citances, sentences); higher is better.

    With a greedy selection the picked sentences come first (see ``put_first``).
    """
    return score_powers(papers, vectors, matching, [matching.power])[matching.power]


def score_powers(
    papers: Sequence[Paper], vectors: WordVectors, matching: Matching, powers: Sequence[int]
) -> dict[int, dict[str, Floats]]:
    """Return ``score_asymmetric`` for each power; words are compared once."""
    weights = weigh_words(vectors, matching)
    compared = compared_vectors(vectors, matching)
    reverse = matching.direction == REVERSED
    scores: dict[int, dict[str, Floats]] = {power: {} for power in powers}
    for paper in papers:
        sentences, citances = prepare(paper, vectors, matching)
        covered = sentences if reverse else citances
        covering = citances if reverse else sentences
        query_words, queries = covered.distinct()
        candidate_words, candidates = covering.distinct()
        similarities = compare_words(query_words, candidate_words, compared, matching)
        best = find_best(similarities, candidates)
        summed = queries.weigh(look_up(weights, query_words, RARE_WEIGHT))

        for power in powers:
            matrix = cover(summed, best, power)
            if matching.selection == "greedy":
                matrix = put_first(matrix, choose_greedily(summed, best, power, matching.k))
            scores[power][paper.paper_id] = matrix.T if reverse else matrix
    return scores


def compared_vectors(vectors: WordVectors, matching: Matching) -> NDArray[np.float32]:
    """Return the vectors of the vocabulary, of unit length for the cosine."""
    if matching.similarity == "dot-product":
        return vectors.vectors
    return unit_length(vectors.vectors)


def weigh_words(vectors: WordVectors, matching: Matching) -> NDArray[np.float64]:
    """Return W(w) of each word of the vocabulary (equation 2, or the baselines of appendix C.1)."""
    if matching.weights == "inverse-frequency":
        return vectors.weights()
    if matching.weights == "uniform":
        return np.ones(len(vectors.words))
    return np.where(find_stop_words(vectors), 0.0, 1.0)


def compare_words(
    queries: NDArray[np.int64],
    candidates: NDArray[np.int64],
    compared: NDArray[np.float32],
    matching: Matching,
) -> NDArray[np.float32]:
    """Return the similarities of distinct ascending words, shape (candidates, queries).

    Cosines of equal words are exactly 1, despite rounding; words without a vector match no others.
    """
    similarities = look_up(compared, candidates, 0.0) @ look_up(compared, queries, 0.0).T
    if matching.similarity == "cosine":
        _, of_queries, of_candidates = np.intersect1d(
            queries, candidates, assume_unique=True, return_indices=True
        )
        similarities[of_candidates, of_queries] = 1.0
    return similarities


def choose_greedily(
    weights: sparse.csr_matrix, best: NDArray[np.float32], power: int, k: int
) -> NDArray[np.int64]:
    """Return the picked candidates of each query in order, shape (queries, min(k, candidates)).

    Source: Ricci et al., appendix C.1, after Kobayashi, Noguchi and Yatsuka, "Summarization Based
    on Embedding Distributions" (2015): each pick maximises the coverage of the citance by the union
    of picks. Ties go to the first candidate. Arguments are those of ``cover``.
    """
    k = min(k, len(best))
    chosen = np.zeros((weights.shape[0], k), np.int64)
    for query, row in enumerate(chosen):
        items = slice(weights.indptr[query], weights.indptr[query + 1])
        similarities = best[:, weights.indices[items]]
        covered = np.full(similarities.shape[1], -np.inf, np.float32)
        free = np.ones(len(best), bool)
        for place in range(k):
            union = np.maximum(covered, similarities)
            # one candidate after another: a matrix product may round equal rows unequally
            gains = (scale(union, power) * weights.data[items]).sum(axis=1)
            row[place] = np.argmax(np.where(free, gains, -np.inf))
            free[row[place]] = False
            covered = union[row[place]]
    return chosen


def put_first(scores: Floats, chosen: NDArray[np.int64]) -> Floats:
    """Rank the i-th of k chosen candidates first, by the query's best score plus k - i + 1."""
    if not chosen.size:
        return scores
    k = chosen.shape[1]
    moved = scores.copy()
    top = scores.max(axis=1, keepdims=True) + np.arange(k, 0, -1)
    np.put_along_axis(moved, chosen, top, axis=1)
    return moved
