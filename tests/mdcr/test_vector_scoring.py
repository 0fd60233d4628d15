"""Scores of a benchmark's pairs by vectors, and which papers are encoded for them."""

import numpy as np
import pyarrow as pa
import pytest

from paperpool.mdcr.benchmark_pairs import Pairs
from paperpool.mdcr.vector_scoring import KnownVectors, encode_splits, score_by_vectors

from . import searching


@pytest.mark.parametrize("similarity", ["cosine", "l2"])
def test_vectors_are_compared_pair_by_pair(built_pairs, similarity):
    pairs, _ = built_pairs
    vectors = np.random.default_rng(0).integers(-2, 3, (len(pairs.ids), 5)).astype(np.float32)
    vectors[3] = 0
    by_id = dict(zip(pairs.ids, vectors, strict=True))
    found = score_by_vectors(pairs, vectors, similarity)
    expected = [
        searching.by_vectors(by_id, [candidate], query, similarity)[candidate]
        for query, candidate in pairs.pairs
    ]
    assert found == pytest.approx(expected, abs=1e-12)
    assert len(found) == len(pairs.pairs)


class _Lengths:
    """An encoder whose vector of a text is its length; it keeps what it was asked for."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array([[len(text)] for text in texts], np.float32).reshape(len(texts), 1)


def test_papers_with_known_vectors_are_not_encoded_and_others_once():
    def pairs(*papers):
        texts = [(paper, "x" * int(paper)) for paper in papers]
        return Pairs(papers, texts, [(papers[0], papers[1])], np.array([True]))

    splits = {"val": pairs("1", "2"), "test": pairs("2", "3")}
    encoder = _Lengths()
    vectors = encode_splits(splits, encoder, " ")
    assert vectors["val"].tolist() == [[3], [4]] and vectors["test"].tolist() == [[4], [5]]
    assert encoder.asked == ["1 x", "2 xx", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["0", "2"]]), np.array([[7], [8]], np.float32))
    encoder = _Lengths()
    vectors = encode_splits(splits, encoder, " ", known)
    assert vectors["val"].tolist() == [[3], [8]] and vectors["test"].tolist() == [[8], [5]]
    assert encoder.asked == ["1 x", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["1", "2", "3"]]), np.ones((3, 1), np.float32))
    assert (encode_splits(splits, _Lengths(), " ", known)["test"] == 1).all()
