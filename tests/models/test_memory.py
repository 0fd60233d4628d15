"""Freed memory goes back every fourth batch, whatever computes it: else jobs grow as they run."""

import pytest

from paperpool.models import contextual_encoders, encoders, memory
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.transformer import load_any_transformer

WORDS = [f"word{i}" for i in range(9)]


@pytest.fixture
def given_back(monkeypatch):
    times = []
    monkeypatch.setattr(memory, "give_back", lambda: times.append("back"))
    return times


@pytest.mark.parametrize(
    ("kind", "library"),
    [("texts", False), ("texts", True), ("papers", False), ("papers", True), ("pairs", True)],
)
def test_nine_batches_give_back_when_loaded_and_twice(
    tiny_bert, tmp_path, monkeypatch, given_back, kind, library
):
    if library:
        monkeypatch.setattr(encoders, "load_plain_encoder", lambda *_: None)
        monkeypatch.setattr(contextual_encoders, "load_transformer", load_any_transformer)
    folder = str(tiny_bert(tuple(WORDS), labels=int(kind == "pairs")))
    pooling = "mean" if kind == "texts" else None
    settings = EncoderSettings(folder, precision="float32", batch_size=1, pooling=pooling)
    made = {"texts": Encoder, "papers": ContextualEncoder, "pairs": PairScorer}[kind]
    model = made(settings, ArrayCache(tmp_path), 1)
    if kind == "texts":
        model.encode(WORDS)
    elif kind == "papers":
        model.encode([[word] for word in WORDS])
    else:
        model.score([(word, word) for word in WORDS])
    assert given_back == ["back"] * 3


def test_another_c_library_than_glibc_is_asked_and_left(monkeypatch):
    asked = []
    monkeypatch.setattr(memory.ctypes, "CDLL", asked.append)  # None has no mallopt
    memory.give_back()
    assert asked == [None]
