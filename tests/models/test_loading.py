"""Broken model folders: each is one message that names the model, with every loader."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.loading import loading_model
from paperpool.models.transformer import load_any_transformer
from paperpool.workflow.facets.labeller import LabellerSettings, load_labeller
from paperpool.workflow.facets.training import TrainingSettings, new_labeller

LABELS = default_scheme().labels

WORDS = "we study graphs of papers".split()


DAMAGES = [
    ("model.safetensors", lambda whole: whole[:2000]),
    ("config.json", lambda _: b'{"model_type": "bert", '),
    ("config.json", lambda _: b"[]"),
    ("model.safetensors", None),
    ("tokenizer.json", lambda _: b'{"version": 7'),
    ("*", None),
]
"""Files, and their content after the damage by that before; without one they are removed."""


def encode(model, cache):
    Encoder(EncoderSettings(model), cache, 1).encode(["we study"])


def encode_sentences(model, cache):
    ContextualEncoder(EncoderSettings(model), cache, 1).encode([["we study", "graphs"]])


def score_pairs(model, cache):
    PairScorer(EncoderSettings(model), cache, 1).score([("we study", "graphs")])


def label(model, cache):
    load_labeller(model, LabellerSettings(), 1, default_scheme().labels)


@pytest.mark.parametrize("use", [encode, encode_sentences, score_pairs, label])
@pytest.mark.parametrize(("files", "damage"), DAMAGES)
def test_it_is_one_message_that_names_the_model(use, files, damage, tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert(WORDS, labels=1), tmp_path / "model")
    for file in list(folder.glob(files)):
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage(file.read_bytes()))
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


def prefix_names(weights):
    return {f"foreign.{name}": w for name, w in weights.items()}


def drop(part):
    """Return a function that drops the weights with ``part`` in their names."""
    return lambda weights: {name: w for name, w in weights.items() if part not in name}


def change_weights(folder, change):
    file = folder / "model.safetensors"
    save_file(change(load_file(file)), file, {"format": "pt"})


def load_for_an_adapter(model, cache):
    load_any_transformer(Path(model), "float32")


def train_labeller(model, cache):
    new_labeller(TrainingSettings(model, 1, 1e-4, 1.0, 1, 2, 64, "float32", 13, 1))


def encode_by_pooler(model, cache):
    Encoder(EncoderSettings(model, pooling="pooler"), cache, 1).encode(["we study"])


LOADERS = (encode, encode_by_pooler, encode_sentences, score_pairs, label)
LOADERS += (train_labeller, load_for_an_adapter)


@pytest.mark.parametrize(
    ("use", "change"),
    [
        *[(use, change) for use in LOADERS for change in (drop(".layer.1."), prefix_names)],
        *[(use, drop("classifier")) for use in (score_pairs, label)],
        (score_pairs, drop(".pooler.")),
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
    folder = shutil.copytree(tiny_bert(WORDS), tmp_path / "model")
    whole = load_any_transformer(folder, "float32").state_dict()
    change_weights(folder, drop("pooler"))
    bare = load_any_transformer(folder, "float32").state_dict()
    assert all(torch.equal(whole[n], bare[n]) for n in whole if not n.startswith("pooler"))


def test_a_head_of_another_size_is_refused(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert(WORDS, labels=1), tmp_path / "model")
    head = {"classifier.weight": torch.zeros(3, 16), "classifier.bias": torch.zeros(3)}
    change_weights(folder, lambda weights: weights | head)
    with pytest.raises(UserError, match="mismatch"):
        score_pairs(str(folder), ArrayCache(tmp_path / "cache"))
