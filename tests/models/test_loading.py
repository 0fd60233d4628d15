"""Broken model folders: each is one message that names the model, with every loader."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from paperpool.collections.facets import LABELS
from paperpool.errors import UserError
from paperpool.facets.labeller import LabellerSettings, load_labeller
from paperpool.facets.training import TrainingSettings, _new_labeller
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.loading import loading_model
from paperpool.models.transformer import load_any_transformer

WORDS = "we study graphs of papers".split()


def cut_weights(folder):
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:2000])


def break_config(folder):
    (folder / "config.json").write_text('{"model_type": "bert", ')


def empty_config(folder):
    (folder / "config.json").write_text("[]")


def remove_weights(folder):
    (folder / "model.safetensors").unlink()


def break_tokenizer(folder):
    (folder / "tokenizer.json").write_text('{"version": 7')


def empty_folder(folder):
    for file in folder.iterdir():
        file.unlink()


DAMAGES = (
    cut_weights,
    break_config,
    empty_config,
    remove_weights,
    break_tokenizer,
    empty_folder,
)


def encode(model, cache):
    Encoder(EncoderSettings(model), cache, 1).encode(["we study"])


def encode_sentences(model, cache):
    ContextualEncoder(EncoderSettings(model), cache, 1).encode([["we study", "graphs"]])


def score_pairs(model, cache):
    PairScorer(EncoderSettings(model), cache, 1).score([("we study", "graphs")])


def label(model, cache):
    load_labeller(model, LabellerSettings(), 1)


@pytest.mark.parametrize("use", [encode, encode_sentences, score_pairs, label])
@pytest.mark.parametrize("damage", DAMAGES)
def test_it_is_one_message_that_names_the_model(use, damage, tiny_bert, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(tiny_bert(WORDS, labels=1), folder)
    damage(folder)
    with pytest.raises(UserError) as raised:
        use(str(folder), ArrayCache(tmp_path / "cache"))
    (problem,) = raised.value.problems
    assert str(folder) in problem.where and problem.hint and "\n" not in problem.what
    assert len(str(problem)) < 1000


@pytest.mark.parametrize(
    "error", [torch.OutOfMemoryError("no memory"), PermissionError(13, "denied"), MemoryError()]
)
def test_errors_of_the_machine_are_not_the_models(error):
    with pytest.raises(type(error)), loading_model("folder"):
        raise error


def drop_layer(weights):
    return {name: w for name, w in weights.items() if ".layer.1." not in name}


def prefix_names(weights):
    return {f"foreign.{name}": w for name, w in weights.items()}


def drop_head(weights):
    return {name: w for name, w in weights.items() if not name.startswith("classifier")}


def drop_used_pooler(weights):
    return {name: w for name, w in weights.items() if ".pooler." not in name}


def change_weights(folder, change):
    file = folder / "model.safetensors"
    save_file(change(load_file(file)), file, {"format": "pt"})


def load_for_an_adapter(model, cache):
    load_any_transformer(Path(model), "float32")


def train_labeller(model, cache):
    _new_labeller(TrainingSettings(model, 1, 1e-4, 1.0, 1, 2, 64, "float32", 13, 1))


def encode_by_pooler(model, cache):
    Encoder(EncoderSettings(model, pooling="pooler"), cache, 1).encode(["we study"])


LOADERS = (
    encode,
    encode_by_pooler,
    encode_sentences,
    score_pairs,
    label,
    train_labeller,
    load_for_an_adapter,
)


@pytest.mark.parametrize(
    ("use", "change"),
    [
        *[(use, change) for use in LOADERS for change in (drop_layer, prefix_names)],
        *[(use, change) for use in (score_pairs, label) for change in (drop_head,)],
        (score_pairs, drop_used_pooler),
    ],
)
def test_a_checkpoint_that_lacks_weights_is_refused(use, change, tiny_bert, tmp_path):
    """transformers would draw them at random, others at each load."""
    folder, cache = tmp_path / "model", tmp_path / "cache"
    shutil.copytree(tiny_bert(WORDS, labels={score_pairs: 1, label: 5}.get(use, 0)), folder)
    if use is label:
        config = json.loads((folder / "config.json").read_text())
        config["id2label"] = dict(enumerate(LABELS))
        (folder / "config.json").write_text(json.dumps(config))
    use(str(folder), ArrayCache(tmp_path / "whole"))
    change_weights(folder, change)
    with pytest.raises(UserError, match=r"lacks \d+ of the network's \d+ weights") as raised:
        use(str(folder), ArrayCache(cache))
    (problem,) = raised.value.problems
    assert "model.safetensors" in problem.where and str(folder) in problem.where and problem.hint
    assert not list(cache.rglob("*.npy"))


def test_a_bare_encoder_needs_no_pooler(tiny_bert, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(tiny_bert(WORDS), folder)
    whole = load_any_transformer(folder, "float32").state_dict()
    change_weights(folder, lambda w: {n: t for n, t in w.items() if not n.startswith("pooler")})
    bare = load_any_transformer(folder, "float32").state_dict()
    assert all(torch.equal(whole[n], bare[n]) for n in whole if not n.startswith("pooler"))


def test_a_head_of_another_size_is_refused(tiny_bert, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(tiny_bert(WORDS, labels=1), folder)
    change_weights(
        folder,
        lambda w: w | {"classifier.weight": torch.zeros(3, 16), "classifier.bias": torch.zeros(3)},
    )
    with pytest.raises(UserError, match="mismatch"):
        score_pairs(str(folder), ArrayCache(tmp_path / "cache"))
