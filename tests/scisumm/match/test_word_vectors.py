"""Vectors of words: rare words as one, the same bytes again, the cache, look-ups, weights."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.io.files import read_json
from paperpool.models.cache import ArrayCache
from paperpool.scisumm.names import UNKNOWN
from paperpool.scisumm.read.training_texts import split_texts
from paperpool.text import word_vectors as text_vectors
from paperpool.workflow.scisumm.match import word_vectors
from paperpool.workflow.scisumm.match.word_vectors import (
    VectorSettings,
    WordVectors,
    read_vectors,
    train_vectors,
    write_vectors,
)

SETTINGS = VectorSettings(dimensions=8, min_count=3, epochs=2)
LETTERS = "abcdefghij"


def make_texts(seed=3):
    """Return texts of one-letter words, the first letters frequent, and some rare words."""
    rng = random.Random(seed)
    weights = range(len(LETTERS), 0, -1)
    sentences = [" ".join(rng.choices(LETTERS, weights, k=9)) for _ in range(60)]
    return [("citing", [*sentences[:30], "once twice twice"]), ("reference", sentences[30:])]


def write(folder, texts, settings=SETTINGS, cache=None):
    folder.mkdir(exist_ok=True)
    return write_vectors(
        folder / "v.parquet", folder / "v.json", texts, settings, where="here", cache=cache
    )


def test_words_are_counted_and_rare_ones_are_one(tmp_path):
    written = write(tmp_path, make_texts())
    vectors = read_vectors(tmp_path / "v.parquet")
    assert set(vectors.words) == {*LETTERS, UNKNOWN}
    counts = dict(zip(vectors.words, vectors.counts.tolist(), strict=True))
    joined = " ".join(s for _, sentences in make_texts() for s in sentences).split()
    assert counts == {**{c: joined.count(c) for c in LETTERS}, UNKNOWN: 3}
    order = [(-count, word) for word, count in counts.items()]
    assert order == sorted(order)
    assert vectors.total == 543
    assert vectors.vectors.shape == (11, 8) and vectors.vectors.dtype == np.float32
    assert np.linalg.norm(vectors.vectors, axis=1).min() > 0
    np.testing.assert_array_equal(vectors.vectors, written.vectors)
    assert read_json(tmp_path / "v.json") == {
        "tokens": 543,
        "sentences": 61,
        "texts": 2,
        "sources": {
            "citing": {"texts": 1, "sentences": 31, "tokens": 273},
            "reference": {"texts": 1, "sentences": 30, "tokens": 270},
        },
        "words": 12,
        "vocabulary": 10,
        "unknown": 3 / 543,
        "settings": {
            "dimensions": 8,
            "min_count": 3,
            "epochs": 2,
            "seed": 1,
            "keep_markers": False,
            "cased": True,
        },
    }


def test_vectors_are_those_of_the_texts_with_rare_words_replaced():
    texts = split_texts(make_texts())
    sentences = [s.split() for _, of_text in make_texts() for s in of_text]
    replaced = [[w if w in LETTERS else UNKNOWN for w in s] for s in sentences]
    words, expected = text_vectors.train_words(
        replaced, 1, "here", dimensions=8, skip_gram=True, min_count=1, epochs=2
    )
    vectors = train_vectors(texts, SETTINGS, "here")
    np.testing.assert_array_equal(vectors.vectors[vectors.ids(words)], expected)


@pytest.mark.parametrize("sentences", [1, 7, 50])
def test_the_size_of_parts_changes_nothing(monkeypatch, sentences):
    texts = split_texts(make_texts())
    whole = train_vectors(texts, SETTINGS, "here")
    monkeypatch.setattr(word_vectors, "PART_SENTENCES", sentences)
    np.testing.assert_array_equal(whole.vectors, train_vectors(texts, SETTINGS, "here").vectors)


def test_another_process_with_another_hash_seed_writes_the_same_bytes(tmp_path):
    write(tmp_path / "here", make_texts())
    program = (
        "import sys; sys.path[:0] = sys.argv[1:3]\n"
        "from pathlib import Path\n"
        "from test_word_vectors import make_texts, write\n"
        "write(Path(sys.argv[3]), make_texts())"
    )
    library = Path(word_vectors.__file__).parents[4]
    folders = [str(library), str(Path(__file__).parent), str(tmp_path / "there")]
    environment = {**os.environ, "PYTHONHASHSEED": "271"}
    subprocess.run([sys.executable, "-c", program, *folders], check=True, env=environment)
    for name in ("v.parquet", "v.json"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()


def test_equal_texts_and_settings_are_trained_on_once(tmp_path, monkeypatch):
    trained = []

    def train(*args, **kwargs):
        trained.append(args)
        return text_vectors.train_words(*args, **kwargs)

    monkeypatch.setattr(word_vectors, "train_words", train)
    cache = ArrayCache(tmp_path / "cache")
    first = write(tmp_path / "a", make_texts(), cache=cache)
    write(tmp_path / "b", make_texts(), cache=cache)
    assert len(trained) == 1
    assert (tmp_path / "a/v.parquet").read_bytes() == (tmp_path / "b/v.parquet").read_bytes()
    for settings in (replace(SETTINGS, seed=2), replace(SETTINGS, min_count=4)):
        write(tmp_path / "c", make_texts(), settings, cache)
    other = write(tmp_path / "d", make_texts(seed=4), cache=cache)
    assert len(trained) == 4
    assert not np.array_equal(first.vectors, other.vectors)


def test_too_few_frequent_or_rare_words(tmp_path):
    with pytest.raises(UserError, match="No word stands 3 times in the 2 tokens") as error:
        write(tmp_path, [("citing", ["few words"])])
    assert error.value.problems[0].where == "here"
    assert "Lower min_count" in error.value.problems[0].hint
    with pytest.raises(UserError, match="in the 0 tokens"):
        write(tmp_path, [])
    assert not list(tmp_path.iterdir())
    vectors = write(tmp_path, [("citing", ["a b a b a b"])])
    assert vectors.words == ["a", "b", UNKNOWN]
    assert vectors.counts.tolist() == [3, 3, 0]
    assert not vectors.vectors[2].any() and vectors.vectors[:2].any(axis=1).all()


def test_look_ups_and_weights():
    vectors = WordVectors(
        ["the", UNKNOWN, "tree"], np.array([70, 20, 10]), np.zeros((3, 2), np.float32)
    )
    assert vectors.ids(["tree", "oak", "the", UNKNOWN]).tolist() == [2, 1, 0, 1]
    assert vectors.ids([]).tolist() == []
    assert vectors.total == 100
    np.testing.assert_allclose(vectors.weights(), [1e-4 / 0.7001, 1e-4 / 0.2001, 1e-4 / 0.1001])
