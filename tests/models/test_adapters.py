"""Adapters and layer mixes on a tiny model made here, laid out as the released files are."""

import json

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from torch.nn.functional import linear, relu
from transformers import BertModel, BertTokenizerFast

from paperpool.errors import UserError
from paperpool.models.adapters import ADAPTER_CONFIG, ADAPTER_WEIGHTS
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.encoders import Encoder
from paperpool.models.pooling import MIX_FILES

WORDS = "we study graphs of papers".split()
TEXT = "we study graphs"

CONFIG = {
    "adapter_residual_before_ln": False,
    "cross_adapter": False,
    "inv_adapter": None,
    "leave_out": [],
    "ln_after": False,
    "ln_before": False,
    "mh_adapter": False,
    "non_linearity": "relu",
    "original_ln_after": True,
    "original_ln_before": True,
    "output_adapter": True,
    "reduction_factor": 4,
    "residual_before_ln": True,
    "scaling": 1.0,
}


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS)


def make_weights(layers=2, size=16, width=4):
    torch.manual_seed(7)
    shapes = {
        "adapter_down.0.weight": (width, size),
        "adapter_down.0.bias": (width,),
        "adapter_up.weight": (size, width),
        "adapter_up.bias": (size,),
    }
    return {
        f"bert.encoder.layer.{i}.output.adapters.[PRX].{name}": torch.randn(shape)
        for i in range(layers)
        for name, shape in shapes.items()
    }


def save_weights(weights, path):
    (save_file if path.suffix == ".safetensors" else torch.save)(weights, path)


@pytest.fixture
def adapter(tmp_path):
    """Return a function that writes an adapter in the released layout and returns its folder."""

    def write(weights=None, config=CONFIG, name=ADAPTER_WEIGHTS):
        folder = tmp_path / "adapter"
        folder.mkdir()
        (folder / ADAPTER_CONFIG).write_text(json.dumps({"config": config, "name": "[PRX]"}))
        save_weights(make_weights() if weights is None else weights, folder / name)
        return folder

    return write


def encode(model, cache, kind=Encoder, texts=(TEXT,), **settings):
    settings = EncoderSettings(str(model), precision="float32", **settings)
    return kind(settings, ArrayCache(cache), 1).encode(list(texts))


def run_by_hand(model, weights, text):
    """Return the last states of a BERT with an adapter, layer by layer."""
    tokenizer, bert = BertTokenizerFast.from_pretrained(model), BertModel.from_pretrained(model)
    with torch.no_grad():
        states = bert.embeddings(tokenizer([text], return_tensors="pt")["input_ids"])
        for i, layer in enumerate(bert.encoder.layer):
            prefix = f"bert.encoder.layer.{i}.output.adapters.[PRX].adapter_"
            w = {key.removeprefix(prefix): value for key, value in weights.items()}
            attended = layer.attention(states)[0]
            dense = layer.output.dense(layer.intermediate(attended))
            inner = layer.output.LayerNorm(dense + attended)
            down = relu(linear(inner, w["down.0.weight"], w["down.0.bias"]))
            up = linear(down, w["up.weight"], w["up.bias"])
            states = layer.output.LayerNorm(up + dense + attended)
    return states[0].numpy()


@pytest.mark.parametrize("name", [ADAPTER_WEIGHTS, "adapter.safetensors"])
def test_an_adapter_equals_the_layers_run_by_hand(model, adapter, tmp_path, name):
    folder = adapter(name=name)
    states = run_by_hand(model, make_weights(), TEXT)
    settings = {"pooling": "cls", "adapter": str(folder)}
    assert np.allclose(encode(model, tmp_path / "a", **settings)[0], states[0], atol=1e-5)
    plain = encode(model, tmp_path / "a", pooling="cls")[0]
    assert not np.allclose(plain, states[0], atol=1e-2)
    [rows] = encode(model, tmp_path / "b", ContextualEncoder, [("we", TEXT)], adapter=str(folder))
    states = run_by_hand(model, make_weights(), f"we [SEP] {TEXT}")
    expected = [states[1], states[3:6].mean(axis=0)]  # the title, and the sentence
    assert np.allclose(rows, expected, atol=1e-5)


def test_another_adapter_in_the_same_folder_is_encoded_anew(model, adapter, tmp_path):
    folder = adapter()
    first = encode(model, tmp_path / "cache", adapter=str(folder))
    doubled = {key: 2 * value for key, value in make_weights().items()}
    torch.save(doubled, folder / ADAPTER_WEIGHTS)
    assert not np.allclose(encode(model, tmp_path / "cache", adapter=str(folder)), first)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bert.encoder.layer.0.output.adapters.[PRX].adapter_up.bias": None}, "is missing"),
        ({"bert.encoder.layer.2.output.adapters.[PRX].adapter_up.bias": torch.ones(16)}, "fits"),
        ({"bert.encoder.layer.1.output.adapters.[PRX].adapter_mid.bias": torch.ones(16)}, "fits"),
        ({"bert.encoder.layer.1.output.adapters.[PRX].adapter_up.bias": torch.ones(9)}, "shape"),
        ({"bert.pooler.weight": torch.ones(2)}, "not known: 'bert.pooler.weight'"),
        ({"encoder.layer.1.attention.adapters.x.adapter_up.bias": torch.ones(16)}, "not known"),
    ],
)
def test_weights_that_do_not_fit_are_named(model, adapter, tmp_path, change, message):
    weights = {**make_weights(), **change}
    folder = adapter({key: value for key, value in weights.items() if value is not None})
    with pytest.raises(UserError, match=message):
        encode(model, tmp_path / "cache", adapter=str(folder))


@pytest.mark.parametrize(
    "change",
    [
        {"original_ln_before": False},
        {"ln_after": True},
        {"mh_adapter": True},
        {"inv_adapter": "nice"},
        {"leave_out": [1]},
        {"scaling": "learned"},
        {"reduction_factor": None},
        {"residual_before_ln": "post_add"},
    ],
)
def test_an_adapter_of_another_kind_is_refused(model, adapter, tmp_path, change):
    folder = adapter(config={**CONFIG, **change})
    with pytest.raises(UserError, match=f"not supported: .*{list(change)[-1]}"):
        encode(model, tmp_path / "cache", adapter=str(folder))


def test_a_folder_without_an_adapter_and_a_pickle_are_refused(model, adapter, tmp_path):
    with pytest.raises(UserError, match="no adapter"):
        encode(model, tmp_path / "cache", adapter=str(model))
    folder = adapter()
    torch.save({"x": object}, folder / ADAPTER_WEIGHTS)
    with pytest.raises(Exception, match=r"(?i)weights.only|unsupported"):
        encode(model, tmp_path / "cache", adapter=str(folder))


@pytest.fixture
def mixed(model, tmp_path):
    """Return a function: a copy of the model with weights for its layers in a file."""

    def write(weights, name):
        folder = tmp_path / "mixed"
        BertModel.from_pretrained(model).save_pretrained(folder)
        BertTokenizerFast.from_pretrained(model).save_pretrained(folder)
        save_weights({**weights, "bert_encoder.embeddings": torch.ones(3)}, folder / name)
        return folder

    return write


@pytest.mark.parametrize("name", MIX_FILES)
def test_a_layer_mix_equals_the_first_token_of_all_layers(model, mixed, tmp_path, name):
    weights = torch.tensor([[0.5, -1.0, 2.0]])
    folder = mixed({"bert_layer_weights.weight": weights}, name)
    ours = encode(folder, tmp_path / "cache", pooling="last_layer_mix")[0]
    tokenizer, bert = BertTokenizerFast.from_pretrained(model), BertModel.from_pretrained(model)
    with torch.no_grad():
        layers = bert(**tokenizer([TEXT], return_tensors="pt"), output_hidden_states=True)
    parts = np.exp([0.5, -1.0, 2.0]) / np.exp([0.5, -1.0, 2.0]).sum()
    expected = sum(
        part * layer[0, 0].numpy() for part, layer in zip(parts, layers.hidden_states, strict=True)
    )
    assert np.allclose(ours, expected, atol=1e-5)


def test_a_mix_without_fitting_weights_is_refused(model, mixed, tmp_path):
    with pytest.raises(UserError, match="no weights to mix"):
        encode(model, tmp_path / "cache", pooling="last_layer_mix")
    folder = mixed({"bert_layer_weights.weight": torch.ones(1, 13)}, MIX_FILES[0])
    with pytest.raises(UserError, match="of 3 numbers"):
        encode(folder, tmp_path / "cache", pooling="last_layer_mix")


def test_an_adapter_or_mix_of_nan_is_refused(model, adapter, mixed, tmp_path):
    weights = make_weights()
    name = "bert.encoder.layer.1.output.adapters.[PRX].adapter_up.bias"
    weights[name][2] = np.nan
    with pytest.raises(UserError) as raised:
        encode(model, tmp_path / "cache", adapter=str(adapter(weights)))
    (problem,) = raised.value.problems
    assert f"{name} (NaN)" in problem.what and ADAPTER_WEIGHTS in problem.where
    mix = torch.tensor([0.1, np.inf, 0.2])
    folder = mixed({"bert_layer_weights.weight": mix}, MIX_FILES[0])
    with pytest.raises(UserError, match=r"bert_layer_weights.weight \(inf\)"):
        encode(folder, tmp_path / "cache", pooling="last_layer_mix")
    assert not [file for file in (tmp_path / "cache").rglob("*") if file.is_file()]


def test_queries_have_an_adapter_of_their_own(model, adapter, tmp_path):
    of_papers = adapter().rename(tmp_path / "papers")
    of_queries = adapter({name: -2 * w for name, w in make_weights().items()})

    def make(**settings):
        settings = EncoderSettings(str(model), precision="float32", **settings)
        return Encoder(settings, ArrayCache(tmp_path / "cache"), 1)

    both = make(adapter=str(of_papers), query_adapter=str(of_queries))
    papers, queries = make(adapter=str(of_papers)), make(adapter=str(of_queries))
    assert both.encodes_queries_apart and not papers.encodes_queries_apart
    assert both.digest == papers.digest  # vectors of papers stay valid
    assert np.array_equal(both.encode([TEXT]), papers.encode([TEXT]))
    asked = both.encode_queries([TEXT])
    assert np.array_equal(asked, queries.encode([TEXT]))
    assert not np.allclose(asked, papers.encode([TEXT]), atol=1e-2)
    assert np.allclose(both.encode_directly([TEXT], role="query"), asked, atol=1e-5)
    assert np.allclose(both.encode_directly([TEXT]), papers.encode([TEXT]), atol=1e-5)


def test_a_model_may_have_an_adapter_for_queries_alone(model, adapter, tmp_path):
    settings = EncoderSettings(str(model), precision="float32", query_adapter=str(adapter()))
    encoder = Encoder(settings, ArrayCache(tmp_path / "cache"), 1)
    assert np.array_equal(encoder.encode([TEXT]), encode(model, tmp_path / "plain"))
    assert not np.allclose(encoder.encode_queries([TEXT]), encoder.encode([TEXT]), atol=1e-2)
