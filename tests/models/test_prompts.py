"""Encoders of today, on tiny models: prompts, the last token, dimensions, model2vec's folders."""

import json
import logging
import shutil

import numpy as np
import pytest
from safetensors.numpy import save_file

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.prompts import FILE

from ..made.encoder import make_tokenizer

WORDS = ("query", "passage", "graph", "paper", "deep", "of", "the")
TEXTS = ["graph paper", "deep graph of the paper", "paper"]
E5 = {"query": "query passage ", "document": "passage "}


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    """The folder of a tiny Qwen3, whose tokenizer pads on the left, as Qwen3-Embedding's does."""
    import torch
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3Model

    folder = tmp_path_factory.mktemp("tiny-qwen3")
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]"}
    tokenizer = make_tokenizer("[PAD]", *WORDS)
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, padding_side="left", **names)
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2, "head_dim": 8}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1}
    Qwen3Model(Qwen3Config(vocab_size=16, **sizes, **heads)).save_pretrained(folder)
    return folder


@pytest.fixture
def make(tmp_path):
    """Return a function: an encoder in single precision with an empty cache."""

    def make(folder, **settings):
        settings = {"precision": "float32", **settings}
        return Encoder(EncoderSettings(str(folder), **settings), ArrayCache(tmp_path / "cache"), 1)

    return make


def test_queries_and_documents_are_encoded_after_their_prompts(tiny_bert, make):
    folder = tiny_bert(WORDS)
    plain, asking = make(folder), make(folder, prompts=E5)
    assert asking.encodes_queries_apart and not plain.encodes_queries_apart
    prompted = [E5["document"] + text for text in TEXTS]
    assert np.array_equal(asking.encode(TEXTS), plain.encode(prompted))
    asked = [E5["query"] + text for text in TEXTS]
    assert np.allclose(asking.encode_queries(TEXTS), plain.encode(asked), atol=1e-6)
    assert np.array_equal(plain.encode_queries(TEXTS), plain.encode(TEXTS))
    assert np.allclose(asking.encode_directly(TEXTS), asking.encode(TEXTS), atol=1e-6)


@pytest.mark.parametrize(
    ("said", "query", "document"),
    [
        ({"prompts": {"query": "query ", "document": ""}}, "query ", ""),
        ({"prompts": {"query": "query ", "passage": "passage "}}, "query ", "passage "),
        ({"prompts": {"all": "deep "}, "default_prompt_name": "all"}, "deep ", "deep "),
        ({"prompts": {"clustering": "deep "}}, "", ""),
        ([], "", ""),
    ],
)
def test_a_models_own_prompts_are_taken_and_said(
    tiny_bert, make, tmp_path, caplog, said, query, document
):
    folder = copy_model(tiny_bert(WORDS), tmp_path / "own", said)
    with caplog.at_level(logging.INFO, "paperpool"):
        encoder = make(folder)
        assert encoder.prompts == {"query": query, "document": document}
    assert ("the model's own prompts are taken" in caplog.text) == bool(query or document)
    assert make(folder, prompts={}).prompts == {"query": "", "document": ""}
    plain = make(tiny_bert(WORDS))
    assert np.allclose(
        encoder.encode_queries(TEXTS), plain.encode([query + t for t in TEXTS]), atol=1e-6
    )


def copy_model(folder, target, said):
    shutil.copytree(folder, target)
    (target / FILE).write_text(json.dumps(said))
    return target


def test_the_last_token_is_the_texts_own_on_whatever_side_is_padded(decoder, make, tmp_path):
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(decoder), AutoModel.from_pretrained(decoder)
    with torch.inference_mode():
        expected = [
            model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0, -1].numpy()
            for text in TEXTS
        ]
    found = make(decoder, pooling="last").encode(TEXTS)
    assert np.allclose(found, expected, atol=1e-5)
    right = copy_model(decoder, tmp_path / "right", {})
    config = json.loads((right / "tokenizer_config.json").read_text())
    (right / "tokenizer_config.json").write_text(json.dumps({**config, "padding_side": "right"}))
    assert np.allclose(make(right, pooling="last").encode(TEXTS), expected, atol=1e-5)


def test_the_first_dimensions_are_kept_then_brought_to_length_1(decoder, make):
    whole = make(decoder, pooling="last").encode(TEXTS)
    kept = make(decoder, pooling="last", dimensions=4).encode(TEXTS)
    assert np.allclose(kept, whole[:, :4], atol=1e-6)
    unit = make(decoder, pooling="last", dimensions=4, unit_length=True).encode(TEXTS)
    assert np.allclose(unit, kept / np.linalg.norm(kept, axis=1, keepdims=True), atol=1e-6)
    with pytest.raises(UserError, match="16 dimensions, not 17"):
        make(decoder, pooling="last", dimensions=17).encode(TEXTS)


@pytest.mark.parametrize("quantised", [False, True])
def test_a_model2vec_folder_is_a_static_encoder(make, tmp_path, quantised):
    make_tokenizer("graph", "paper").save(str(tmp_path / "tokenizer.json"))
    config = {"model_type": "model2vec", "architectures": ["StaticModel"], "normalize": True}
    (tmp_path / "config.json").write_text(json.dumps(config))
    table = np.array([[9, 9], [3, 0], [0, 4]], np.float16)
    tensors = {"embeddings": table}
    if quantised:  # a row for each cluster of pieces, and a weight for each piece
        tensors = {
            "embeddings": np.array([[9, 9], [1, 0], [0, 1]], np.float32),
            "mapping": np.array([0, 1, 2]),
            "weights": np.array([1, 3, 4], np.float32),
        }
    save_file(tensors, tmp_path / "model.safetensors")
    vectors = make(tmp_path).encode(["graph paper", "unheard graph", "unheard"])
    assert np.allclose(vectors, [[0.6, 0.8], [1, 0], [0, 0]])
    cut = make(tmp_path, max_tokens=1).encode(["graph paper"])
    assert np.allclose(cut, [[1, 0]])
    assert np.allclose(
        make(tmp_path, prompts={"document": "paper "}).encode(["graph"]), [[0.6, 0.8]]
    )


@pytest.mark.parametrize(
    ("file", "content", "named"),
    [
        (
            "config.json",
            {"model_type": "new", "auto_map": {"AutoModel": "a--b.NewModel"}},
            "NewModel",
        ),
        ("modules.json", [{"path": "", "type": "custom_st.Transformer"}], "custom_st.Transformer"),
    ],
)
def test_a_model_that_wants_code_of_its_own_is_refused_by_name(
    tiny_bert, make, tmp_path, file, content, named
):
    folder = copy_model(tiny_bert(WORDS), tmp_path / "own", {})
    (folder / file).write_text(json.dumps(content))
    with pytest.raises(UserError, match=f"needs code of its own.*{named}"):
        make(folder).encode(TEXTS)


def test_settings_go_through_a_job_and_back():
    settings = EncoderSettings("a", prompts=E5, dimensions=8)
    assert EncoderSettings(**json.loads(json.dumps(settings.as_dict()))) == settings
    assert hash(settings) == hash(EncoderSettings("a", prompts=dict(E5), dimensions=8))
    assert EncoderSettings(**EncoderSettings("a", prompts={}).as_dict()).prompts == {}
    assert not {"prompts", "dimensions"} & EncoderSettings("a").as_dict().keys()
