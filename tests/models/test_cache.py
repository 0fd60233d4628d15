"""The cache gives back what was stored, and survives damage."""

import numpy as np

from paperpool.models.cache import ArrayCache, digest


def test_stored_arrays_come_back(tmp_path):
    cache, key = ArrayCache(tmp_path), digest(["a", 1])
    assert cache.load(key) is None
    cache.store(key, np.arange(6, dtype=np.float32).reshape(2, 3))
    assert cache.load(key).tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_damaged_entry_counts_as_absent(tmp_path):
    cache, key = ArrayCache(tmp_path), digest("x")
    cache.store(key, np.zeros(1000))
    file = next(tmp_path.rglob("*.npy"))
    for content in (b"", b"junk", file.read_bytes()[:-100]):
        file.write_bytes(content)
        assert cache.load(key) is None


def test_pickled_objects_are_never_loaded(tmp_path):
    cache, key = ArrayCache(tmp_path), digest("x")
    cache.store(key, np.zeros(1))
    file = next(tmp_path.rglob("*.npy"))
    np.save(file, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    assert cache.load(key) is None


def test_digest_depends_on_values_not_on_key_order():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 2, "b": 1})
