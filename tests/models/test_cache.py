"""The cache returns stored arrays, and survives damage."""

import hashlib
import io
import logging

import numpy as np
import pytest

from paperpool.models.cache import ArrayCache, digest


@pytest.mark.parametrize(
    "array", [np.eye(3)[:2], np.zeros((0, 384)), np.float32(3), np.eye(3).T[:, 1:]]
)
def test_stored_arrays_come_back(tmp_path, array):
    cache, key = ArrayCache(tmp_path), digest(["a", 1])
    assert cache.load(key) is None
    cache.store(key, array)
    loaded = cache.load(key)
    assert loaded.dtype == array.dtype
    assert loaded.shape == array.shape and np.array_equal(loaded, array)


def test_a_damaged_entry_counts_as_absent(tmp_path, caplog):
    cache, key = ArrayCache(tmp_path), digest("x")
    cache.store(key, np.zeros(1000))
    file = next(tmp_path.rglob("*.array"))
    for content in (b"", b"junk", file.read_bytes()[:-100], file.read_bytes() + b"x"):
        file.write_bytes(content)
        caplog.clear()
        assert cache.load(key) is None
        assert "damaged" in caplog.text and str(file) in caplog.text


def test_any_flipped_bit_is_noticed_and_the_entry_made_anew(tmp_path, caplog):
    caplog.set_level(logging.WARNING)
    cache, key = ArrayCache(tmp_path), digest("x")
    array = np.arange(8, dtype=np.float32)
    cache.store(key, array)
    file = next(tmp_path.rglob("*.array"))
    whole = file.read_bytes()
    unnoticed = []
    for place in range(len(whole)):
        for bit in range(8):
            damaged = bytearray(whole)
            damaged[place] ^= 1 << bit
            file.write_bytes(damaged)
            loaded = cache.load(key)
            if loaded is not None and not np.array_equal(loaded, array):
                unnoticed.append((place, bit))
    assert unnoticed == []
    cache.store(key, array)
    assert file.read_bytes() == whole


def test_objects_are_neither_stored_nor_loaded(tmp_path):
    cache, key = ArrayCache(tmp_path), digest("x")
    with pytest.raises(ValueError, match="Object arrays"):
        cache.store(key, np.array([{"a": 1}], dtype=object))
    assert list(tmp_path.rglob("*.*")) == []
    cache.store(key, np.zeros(1))
    file = next(tmp_path.rglob("*.array"))
    pickled = io.BytesIO()
    np.save(pickled, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    file.write_bytes(hashlib.sha256(pickled.getvalue()).digest() + pickled.getvalue())
    with pytest.raises(ValueError, match="Object arrays"):
        cache.load(key)


def test_digest_depends_on_values_not_on_key_order():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 2, "b": 1})
