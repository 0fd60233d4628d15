"""Static encoders: their files, a text's vector, and refusals."""

import json

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.models.cache import ArrayCache
from paperpool.models.digests import STATIC_FILES
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.static_encoder import is_static, load_static_encoder, write_static_encoder

from ..made.encoder import make_tokenizer

TABLE = np.array([[0, 0], [3, 0], [0, 4]], np.float32)


@pytest.fixture
def folder(tmp_path):
    tokenizer = make_tokenizer("graph", "paper")
    write_static_encoder(tmp_path / "static", TABLE, tokenizer, {"teacher": "none"})
    return tmp_path / "static"


def test_a_texts_vector_is_the_sum_of_its_pieces_of_length_1(folder):
    encoder = load_static_encoder(folder)
    vectors = encoder.encode(["graph paper", "paper paper", "", "unheard"])
    assert np.allclose(vectors, [[0.6, 0.8], [0, 1], [0, 0], [0, 0]])
    assert vectors.dtype == np.float32
    assert encoder.encode([]).shape == (0, 2)


def test_an_encoder_of_the_folder_encodes_without_a_cache(folder, tmp_path):
    assert sorted(file.name for file in folder.iterdir()) == sorted(STATIC_FILES)
    assert is_static(folder)
    cache = tmp_path / "cache"
    settings = EncoderSettings(str(folder), max_tokens=1)
    vectors = Encoder(settings, ArrayCache(cache), 1).encode(["graph paper", "paper graph"])
    assert np.allclose(vectors, [[1, 0], [0, 1]])
    assert not list(cache.rglob("*.npy"))


def test_it_has_no_separator_of_title_and_abstract(folder, tmp_path):
    encoder = Encoder(EncoderSettings(str(folder)), ArrayCache(tmp_path), 1)
    assert encoder.separator("sep") == encoder.separator("space") == " "


def test_a_table_that_does_not_fit_is_refused(folder):
    from safetensors.numpy import save_file

    save_file({"embeddings": TABLE[:2]}, folder / "model.safetensors")
    with pytest.raises(UserError, match=r"does not fit the 3 pieces: its shape is \(2, 2\)"):
        load_static_encoder(folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(UserError, match=r"no tokenizer\.json"):
        load_static_encoder(folder)


@pytest.mark.parametrize("text", ["{", "[]", json.dumps({"model_type": "bert"})])
def test_other_models_are_none(tmp_path, text):
    (tmp_path / "config.json").write_text(text)
    assert not is_static(tmp_path)
