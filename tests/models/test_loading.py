"""Broken model folders: each is one message that names the model, whatever loads it."""

import shutil

import pytest
import torch

from paperpool.errors import UserError
from paperpool.facets.labeller import LabellerSettings, load_labeller
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.cross_encoders import PairScorer
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.loading import loading_model

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
