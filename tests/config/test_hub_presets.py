"""Encoders of today in config/hub.yaml: each recipe is its card's, on a tiny model of its kind."""

import json
from dataclasses import fields, replace

import numpy as np
import pytest
import yaml
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from paperpool.models.cache import ArrayCache
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.prompts import FILE

WORDS = "query passage Represent this sentence for searching passages Instruct graph of".split()
TEXTS = ["graph of", "this graph graph", "sentence"]
INSTRUCT = (
    "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
)

CARDS = {  # architecture, prompt of a query and of a document, the token that is taken, tokens
    "e5-base-v2": ("Bert", "query: ", "passage: ", "mean", 512),
    "bge-base-en": (
        *("Bert", "Represent this sentence for searching relevant passages: ", ""),
        *("first", 512),
    ),
    "gte-modernbert": ("ModernBert", "", "", "first", 8192),
    "qwen3-embedding": ("Qwen3", INSTRUCT, "", "last", 8192),
}
"""Facts of model cards on the hub."""


@pytest.fixture(scope="module")
def hub(root):
    return yaml.safe_load((root / "config/hub.yaml").read_text())["rankers"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Return a function: the folder of a tiny model of an architecture, and its vocabulary."""
    import torch
    import transformers

    def make(architecture, **more):
        folder = tmp_path_factory.mktemp(architecture)
        words = ("[PAD]", "[UNK]", *WORDS)
        tokenizer = Tokenizer(WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
        tokenizer.pre_tokenizer = Whitespace()
        side = "left" if architecture == "Qwen3" else "right"
        special = {"pad_token": "[PAD]", "unk_token": "[UNK]", "padding_side": side} | more
        fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special)
        fast.save_pretrained(folder)
        sizes = {"vocab_size": 32, "hidden_size": 16, "intermediate_size": 32, "pad_token_id": 0}
        sizes |= {"num_hidden_layers": 2, "num_attention_heads": 2}
        if architecture == "Qwen3":
            sizes |= {"num_key_value_heads": 1, "head_dim": 8}
            (folder / FILE).write_text(json.dumps({"prompts": {"query": INSTRUCT}}))
        torch.manual_seed(0)
        config = getattr(transformers, f"{architecture}Config")(**sizes)
        getattr(transformers, f"{architecture}Model")(config).save_pretrained(folder)
        return folder

    return make


def compute(folder, text, taken, unit_length=True):
    """Return the vector of a text alone, by transformers."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModel.from_pretrained(folder).eval()
    with torch.inference_mode():
        states = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].numpy()
    vector = {"mean": states.mean(axis=0), "first": states[0], "last": states[-1]}[taken]
    return vector / np.linalg.norm(vector) if unit_length else vector


@pytest.mark.parametrize("name", CARDS)
def test_a_preset_encodes_as_its_card_says(hub, tiny, tmp_path, name):
    architecture, query, document, taken, tokens = CARDS[name]
    values = {f.name: hub[name][f.name] for f in fields(EncoderSettings) if f.name in hub[name]}
    settings = EncoderSettings(**values)
    assert settings.max_tokens == tokens and settings.unit_length
    assert len(settings.model.partition("@")[2]) == 40
    folder = tiny(architecture)
    own = replace(settings, model=str(folder), precision="float32", max_tokens=64)
    encoder = Encoder(own, ArrayCache(tmp_path), 1)
    asked = [compute(folder, query + text, taken) for text in TEXTS]
    found = [compute(folder, document + text, taken) for text in TEXTS]
    assert np.allclose(encoder.encode_queries(TEXTS), asked, atol=1e-5)
    assert np.allclose(encoder.encode(TEXTS), found, atol=1e-5)


def test_specter2_joins_title_and_abstract_as_its_card_says(hub, tiny, tmp_path):
    """The first token's state of title, separator token and abstract, of 512 tokens, no norm.

    Its adapter is loaded in tests/models/test_adapters.py.
    """
    preset = hub["specter2"]
    assert len(preset["adapter"].partition("@")[2]) == len(preset["model"].partition("@")[2]) == 40
    values = {f.name: preset[f.name] for f in fields(EncoderSettings) if f.name in preset}
    settings = EncoderSettings(**values)
    assert (settings.unit_length, settings.prompts, settings.max_tokens) == (False, None, None)
    folder = tiny("Bert", sep_token="[SEP]")
    own = replace(settings, model=str(folder), adapter=None, precision="float32")
    encoder = Encoder(own, ArrayCache(tmp_path), 1)
    joined = encoder.separator(preset["separator"]).join(TEXTS[:2])
    assert joined == "graph of[SEP]this graph graph"
    expected = compute(folder, joined, "first", unit_length=False)
    assert np.allclose(encoder.encode([joined]), expected, atol=1e-5)


def test_potion_is_named_with_its_commit_and_nothing_else(hub):
    assert set(hub["potion-base"]) == {"kind", "model"}
    assert len(hub["potion-base"]["model"].partition("@")[2]) == 40
