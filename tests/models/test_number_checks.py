"""Models with NaN, infinities or layers too many: refused by name, and nothing is cached."""

import json
import re
import shutil

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder, TokenEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.number_checks import check_outputs, check_weights
from paperpool.models.static_encoder import read_tokenizer, write_static_encoder
from paperpool.models.transformer import load_any_transformer
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.training import TrainingSettings, new_labeller

LABELS = default_scheme().labels

WORDS = "we study graphs of papers".split()

DENSE = "encoder.layer.1.output.dense.weight"


def encode(model, cache, **settings):
    return Encoder(EncoderSettings(model, **settings), cache, 1).encode(["we study", "graphs"])


def encode_by_pooler(model, cache, **settings):
    encode(model, cache, pooling="pooler", **settings)


def encode_sentences(model, cache, **settings):
    ContextualEncoder(EncoderSettings(model, **settings), cache, 1).encode([["we study", "graphs"]])


def encode_tokens(model, cache, **settings):
    TokenEncoder(EncoderSettings(model, **settings), cache, 1).encode([["we study", "graphs"]])


def score_pairs(model, cache, **settings):
    PairScorer(EncoderSettings(model, **settings), cache, 1).score([("we study", "graphs")])


def label(model, cache, **settings):
    labels = default_scheme().labels
    labeller = load_labeller(model, LabellerSettings(**settings), 1, labels)
    labeller.label([["we study", "graphs"]])


def train_labeller(model, cache, precision="float32"):
    new_labeller(TrainingSettings(model, 1, 1e-4, 1.0, 1, 2, 64, precision, 13, 1))


LOADERS = (encode, encode_by_pooler, encode_sentences, encode_tokens, score_pairs, label)


@pytest.fixture
def copy_bert(tiny_bert, tmp_path):
    """Return a function: a copy of the tiny BERT that ``use`` loads, its weights changed."""

    def copy(use, change):
        n_labels = {score_pairs: 1, label: 5}.get(use, 0)
        folder = shutil.copytree(tiny_bert(WORDS, labels=n_labels), tmp_path / "model")
        if use is label:
            write_config(folder, id2label=dict(enumerate(LABELS)))
        weights = load_file(folder / "model.safetensors")
        prefix = "bert." if n_labels else ""
        change(weights, prefix)
        save_file(weights, folder / "model.safetensors", {"format": "pt"})
        return str(folder)

    return copy


def write_config(folder, **changes):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | changes))


def set_one(name, value):
    """Return a function that gives one number of a weight another value."""

    def change(weights, prefix):
        weights[prefix + name].view(-1)[3] = value

    return change


def list_cached(tmp_path):
    return [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


@pytest.mark.parametrize("precision", ["bfloat16", "float32"])
@pytest.mark.parametrize("value", [np.nan, -np.inf, 1e30, 3.4e38])  # bfloat16 rounds the last up
@pytest.mark.parametrize("use", [*LOADERS, train_labeller])
def test_a_weight_that_is_no_number_is_named(use, value, precision, copy_bert, tmp_path):
    model = copy_bert(use, set_one(DENSE, value))
    with pytest.raises(UserError) as raised:
        use(model, ArrayCache(tmp_path / "cache"), precision=precision)
    (problem,) = raised.value.problems
    shown = re.search(
        rf"in 1 of the .* weights: (?:\w+\.)?{re.escape(DENSE)} \((.*)\)", problem.what
    )[1]
    assert shown == "NaN" if np.isnan(value) else float(shown) >= 1e30 * 0.99
    assert model in problem.where and "model.safetensors" in problem.where and problem.hint
    assert not list_cached(tmp_path)


@pytest.mark.parametrize("use", LOADERS)
def test_an_output_that_overflows_is_not_cached(use, copy_bert, tmp_path):
    """Weights that pass alone: their products end beyond what float32 and bfloat16 can hold."""

    def enlarge(weights, prefix):
        for name in (DENSE, "encoder.layer.1.intermediate.dense.weight"):
            weights[prefix + name] *= 0.9e14 / weights[prefix + name].abs().max()
        weights[f"{prefix}encoder.layer.0.output.LayerNorm.weight"] *= 9e14

    model = copy_bert(use, enlarge)
    with pytest.raises(
        UserError, match=r"not finite \(NaN or infinity\) for \d of \d texts"
    ) as got:
        use(model, ArrayCache(tmp_path / "cache"))
    (problem,) = got.value.problems
    assert model in problem.where and ("we study" in problem.what or "graphs" in problem.what)
    assert "float32" in problem.hint and not list_cached(tmp_path)


@pytest.mark.parametrize("use", [*LOADERS, train_labeller])
def test_a_layer_beyond_the_configuration_is_named(use, copy_bert, tmp_path):
    def add_layer(weights, prefix):
        for name, weight in list(weights.items()):
            if ".layer.1." in name:
                weights[name.replace(".layer.1.", ".layer.2.")] = weight.clone()

    model = copy_bert(use, add_layer)
    with pytest.raises(UserError, match="has 16 weights of layers beyond those") as raised:
        use(model, ArrayCache(tmp_path / "cache"))
    (problem,) = raised.value.problems
    assert "encoder.layer.2.attention" in problem.what and "num_hidden_layers" in problem.hint
    assert model in problem.where and not list_cached(tmp_path)


def test_a_head_that_a_model_does_not_use_is_none_of_its_layers(copy_bert, tmp_path):
    """So are BERTs published: with the head of their training."""

    def add_head(weights, prefix):
        weights["cls.predictions.transform.dense.weight"] = torch.zeros(16, 16)
        weights["cls.predictions.decoders.1.weight"] = torch.full((16, 16), np.nan)

    model = copy_bert(encode, add_head)
    assert np.isfinite(encode(model, ArrayCache(tmp_path / "cache"))).all()


def test_layers_that_are_left_out_on_purpose_are_no_error(tiny_bert):
    loaded = load_any_transformer(tiny_bert(WORDS), "float32", n_layers=1)
    assert loaded.config.num_hidden_layers == 1


def test_layers_are_counted_by_the_configuration_where_some_are_left_out(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert(WORDS), tmp_path / "model")
    write_config(folder, num_hidden_layers=1)
    with pytest.raises(UserError, match=r"16 weights of layers .* encoder\.layer\.1\."):
        load_any_transformer(folder, "float32", n_layers=1)


@pytest.fixture
def static_folder(tiny_bert, tmp_path):
    """Return a function: the folder of a static encoder with one number as given."""

    def make(value):
        tokenizer = read_tokenizer(tiny_bert(WORDS))
        table = np.ones((tokenizer.get_vocab_size(), 4), np.float32)
        table[-1, 2] = value
        write_static_encoder(tmp_path / "static", table, tokenizer, {})
        return str(tmp_path / "static")

    return make


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e20])
def test_a_static_encoders_table_is_looked_at(value, static_folder, tmp_path):
    with pytest.raises(
        UserError, match="no trained model has, in 1 of the 1 weights: embed"
    ) as raised:
        encode(static_folder(value), ArrayCache(tmp_path / "cache"))
    assert "model.safetensors" in raised.value.problems[0].where


def test_a_static_encoder_of_numbers_passes(static_folder, tmp_path):
    assert np.isfinite(encode(static_folder(0.5), ArrayCache(tmp_path / "cache"))).all()


def test_all_weights_are_named_at_once():
    weights = {"a": torch.tensor([1.0, np.nan]), "b": torch.ones(2), "c": torch.tensor([-np.inf])}
    weights |= {"empty": torch.zeros(0), "ids": torch.tensor([2**60])}
    with pytest.raises(UserError) as raised:
        check_weights(weights, "model 'mine'")
    what = "Numbers that no trained model has, in 2 of the 5 weights: a (NaN), c (inf)."
    assert raised.value.problems[0].what == what


def test_the_first_text_is_quoted_and_the_others_are_counted():
    rows = np.array([[1.0, 2], [np.nan, 1], [0, np.inf]])
    with pytest.raises(UserError) as raised:
        check_outputs(rows, ["one", "two", "three"], "mine")
    (problem,) = raised.value.problems
    assert "for 2 of 3 texts, first for 'two'." in problem.what and problem.where == "model 'mine'"
