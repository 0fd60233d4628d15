"""Other transformers than BERT, on tiny models made here: an MPNet and a masked language model."""

import numpy as np
import pytest
import torch
from transformers import (
    AutoModel,
    AutoTokenizer,
    MPNetConfig,
    MPNetForMaskedLM,
    MPNetModel,
    MPNetTokenizer,
)

from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder, TokenEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.plain_bert import load_plain_bert
from paperpool.models.sparse_encoder import SparseEncoder
from paperpool.models.transformer import count_positions

WORDS = "we study graphs of papers".split()
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]"]
POSITIONS = 14
"""Of which the first two are never used: positions follow the number of the padding token."""

LONG = ("graphs", "we study graphs of papers", "we study papers " * 5)


@pytest.fixture(scope="module", params=[MPNetModel, MPNetForMaskedLM])
def mpnet(request, tmp_path_factory):
    """The folder of a tiny MPNet, bare or with the head of a masked language model."""
    folder = tmp_path_factory.mktemp("tiny-mpnet")
    words = [*SPECIAL, *WORDS, "<mask>"]
    MPNetTokenizer(vocab={word: i for i, word in enumerate(words)}).save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
    config = MPNetConfig(
        vocab_size=len(words), intermediate_size=32, max_position_embeddings=POSITIONS, **sizes
    )
    request.param(config).save_pretrained(folder)
    return folder


def prepare(kind, folder, cache):
    return kind(EncoderSettings(str(folder), precision="float32"), ArrayCache(cache), 1)


def test_an_mpnet_is_left_to_transformers(mpnet):
    assert load_plain_bert(mpnet, "float32") is None
    assert count_positions(mpnet) == POSITIONS - 2


def test_long_papers_are_cut_at_the_last_position_that_an_mpnet_has(mpnet, tmp_path):
    tokenizer, model = AutoTokenizer.from_pretrained(mpnet), AutoModel.from_pretrained(mpnet)
    text = f"{LONG[0]} </s> {LONG[1]} {LONG[2]}"
    tokens = tokenizer(text, truncation=True, max_length=POSITIONS - 2, return_tensors="pt")
    with torch.no_grad():
        states = model.eval()(**tokens).last_hidden_state[0].numpy()
    assert len(states) == POSITIONS - 2

    [rows] = prepare(ContextualEncoder, mpnet, tmp_path).encode([LONG])
    expected = [states[1], states[3:8].mean(axis=0), states[8:11].mean(axis=0)]
    assert np.allclose(rows, expected, atol=1e-5)
    [of_tokens] = prepare(TokenEncoder, mpnet, tmp_path).encode([LONG])
    assert of_tokens.parts.tolist() == [0, 1, 1, 1, 1, 1, 2, 2, 2]


def test_each_head_of_an_mpnet_is_used(mpnet, tmp_path):
    assert prepare(Encoder, mpnet, tmp_path).encode(["we study"]).shape == (1, 16)
    if "MaskedLM" in (mpnet / "config.json").read_text():
        weights = prepare(SparseEncoder, mpnet, tmp_path).encode(["we study", "we"])
        assert weights.shape == (2, len(SPECIAL) + len(WORDS) + 1) and weights.nnz
