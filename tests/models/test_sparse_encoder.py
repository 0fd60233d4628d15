"""Sparse encoders on a tiny masked language model made here: its weights, cache and refusals."""

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.sparse_encoder import SparseEncoder

WORDS = "we study graphs of papers".split()
TEXTS = ["we study graphs", "", "papers", "of papers of graphs we study", "papers"]


def make_encoder(folder, cache, **settings):
    settings = {"precision": "float32", **settings}
    return SparseEncoder(EncoderSettings(str(folder), **settings), ArrayCache(cache), 1)


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS, masked=True)


def weigh_alone(folder, text, **settings):
    """Return the weights of a text by SPLADE's formula, token by token, without padding."""
    tokenizer = AutoTokenizer.from_pretrained(folder)
    network = AutoModelForMaskedLM.from_pretrained(folder).eval()
    with torch.no_grad():
        logits = network(**tokenizer(text, return_tensors="pt", **settings)).logits[0].numpy()
    return np.log1p(np.maximum(logits, 0)).max(axis=0)


def test_a_weight_is_the_largest_over_the_tokens_without_padding(model, tmp_path):
    weights = make_encoder(model, tmp_path, batch_size=3).encode(TEXTS)
    assert weights.shape == (5, 10) and weights.dtype == np.float32
    for row, text in zip(weights.toarray(), TEXTS, strict=True):
        assert row == pytest.approx(weigh_alone(model, text), abs=1e-6)
    assert 0 < weights.nnz < 50 and (weights.data > 0).all() and weights.has_sorted_indices
    assert make_encoder(model, tmp_path).encode([]).shape == (0, 10)


def test_texts_whose_logits_are_held_one_by_one_have_the_same_weights(model, tmp_path, monkeypatch):
    together = make_encoder(model, tmp_path / "together").encode(TEXTS).toarray()
    monkeypatch.setattr("paperpool.models.sparse_encoder._MOST_TOKENS", 1)
    alone = make_encoder(model, tmp_path / "alone").encode(TEXTS).toarray()
    assert alone == pytest.approx(together, abs=1e-6)


def test_sentence_transformers_gives_the_same(model, tmp_path):
    from sentence_transformers import SparseEncoder as Theirs

    ours = make_encoder(model, tmp_path).encode(TEXTS).toarray()
    theirs = Theirs(str(model), device="cpu").encode(TEXTS, convert_to_sparse_tensor=False)
    assert np.allclose(ours, theirs.numpy(), atol=1e-6)


def test_what_was_encoded_is_not_encoded_again(model, tmp_path, monkeypatch):
    first = make_encoder(model, tmp_path).encode(TEXTS)
    monkeypatch.setattr(SparseEncoder, "_load", lambda self: pytest.fail("loaded again"))
    again = make_encoder(model, tmp_path).encode(TEXTS[::-1])
    assert np.array_equal(again.toarray(), first.toarray()[::-1])


def test_long_texts_are_cut(model, tmp_path):
    long = "papers of " * 100
    cut = make_encoder(model, tmp_path, max_tokens=8).encode([long]).toarray()[0]
    assert cut == pytest.approx(weigh_alone(model, long, truncation=True, max_length=8), abs=1e-6)
    whole = make_encoder(model, tmp_path).encode([long]).toarray()[0]  # as many as positions
    assert whole == pytest.approx(
        weigh_alone(model, long, truncation=True, max_length=64), abs=1e-6
    )


def test_a_model_without_the_head_is_refused(tiny_bert, tmp_path):
    with pytest.raises(UserError, match=r"The checkpoint lacks .* cls\.predictions"):
        make_encoder(tiny_bert(WORDS), tmp_path).encode(TEXTS)
