"""The start at the identity: the encoder's own order, and the usual grades."""

import numpy as np
import pytest

from paperpool.rankers.scoring.similarity import cosine
from paperpool.workflow.scisearch.facet_training import start_at_identity
from paperpool.workflow.scisearch.networks import expected_grades, make_reranker
from paperpool.workflow.scisearch.splits import TrainingData


@pytest.mark.parametrize("length", [1.0, 20.0])
def test_it_ranks_as_the_cosine_whatever_the_length_of_vectors(length):
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(300, 2, 64))
    vectors *= length / np.linalg.norm(vectors, axis=2, keepdims=True)
    inputs = vectors.reshape(300, 128).astype(np.float32)
    grades = rng.choice(3, size=300, p=[0.7, 0.2, 0.1])  # none has grade 3
    reranker = make_reranker(64, seed=1)
    start_at_identity(reranker, TrainingData(inputs, grades, 300, 0, inputs[:0], grades[:0]))
    cosines = np.array([cosine(a, b[None])[0] for a, b in vectors])
    expected = expected_grades(reranker.probabilities(inputs))
    order = np.argsort(cosines)
    # tanh bends a little, so neighbours may change places, no others
    assert np.corrcoef(order.argsort(), expected.argsort().argsort())[0, 1] > 0.999
    # where the dot product is the usual one, so are the grades
    usual = reranker.probabilities(inputs[[np.abs(cosines - cosines.mean()).argmin()]])[0]
    shares = (np.bincount(grades, minlength=4) + 1) / 304
    np.testing.assert_allclose(usual, shares, atol=0.02)
