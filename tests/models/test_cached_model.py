"""Blocks of items, the rows of each, and the cache. The model is made here: it counts words."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import WHOLE, CachedModel, Share, split_blocks
from paperpool.models.encoder_settings import EncoderSettings


class WordLengths(CachedModel):
    """A row for each word of a text, or of all but the first of several texts: its length."""

    def _load(self):
        return len

    @staticmethod
    def _count_rows(item):
        return len(words(item))

    def _compute_block(self, items):
        measure = self._loaded()
        lengths = [[measure(word)] for item in items for word in words(item)]
        return np.array(lengths, np.float32).reshape(-1, 1)

    def measure(self, items):
        return self._compute(items)


def words(item):
    return item.split() if isinstance(item, str) else " ".join(item[1:]).split()


@pytest.fixture
def model(tiny_bert, tmp_path):
    return WordLengths(EncoderSettings(str(tiny_bert(["word"]))), ArrayCache(tmp_path), 1)


def test_each_item_gets_its_own_rows_in_order(model):
    items = ["a bcd", "", ["left out", "ef", "g hi"], "a bcd", ["x"]]
    rows = [values[:, 0].tolist() for values in model.measure(items)]
    assert rows == [[1, 3], [], [2, 1, 2], [1, 3], []]


def test_many_items_are_found_again_in_the_cache(model, caplog):
    items = [f"{'a' * (i % 7)} {i}" for i in range(2000)]
    first = model.measure(items)
    assert [int(rows[-1, 0]) for rows in first] == [len(str(i)) for i in range(2000)]
    n_computed = model.computed
    again = model.measure(items[::-1])
    assert model.computed == n_computed
    assert all(np.array_equal(a, b) for a, b in zip(first, again[::-1], strict=True))


def test_blocks_hold_every_hash_once_and_change_locally():
    hashes = sorted(hashlib.sha256(str(i).encode()).hexdigest() for i in range(3000))
    blocks = split_blocks(hashes)
    assert [h for block in blocks for h in block] == hashes
    assert max(map(len, blocks)) < 1024
    extra = hashlib.sha256(b"one more").hexdigest()
    changed = [b for b in split_blocks(sorted([*hashes, extra])) if b not in blocks]
    assert len(changed) == 1 and extra in changed[0]


PARTS = st.lists(st.tuples(st.integers(1, 500), st.integers(1, 9)), min_size=1, max_size=6)
"""The items and the blocks of each part."""


@given(PARTS, st.integers(1, 40))
def test_every_block_is_of_one_job_and_jobs_follow_each_other(parts, jobs):
    total = sum(n for n, _ in parts)
    owners, first = [], 0
    for n, n_blocks in parts:
        shares = [Share(job, jobs, first, n, total) for job in range(jobs)]
        for block in range(n_blocks):
            owners += [[s.job for s in shares if s.has_block(block, n_blocks)]]
            assert all(shares[job].has_any() for job in owners[-1])
        first += n
    assert [len(of_block) for of_block in owners] == [1] * len(owners)
    assert owners == sorted(owners) and owners[0] == [0]


def test_jobs_of_equal_parts_have_equally_many_blocks():
    for job in range(4):
        shares = [Share(job, 4, first, 100, 300) for first in (0, 100, 200)]
        assert sum(share.has_block(b, 8) for share in shares for b in range(8)) == 6


def test_a_job_of_the_first_part_passes_over_the_last():
    shares = [Share(0, 3, first, 100, 300) for first in (0, 100, 200)]
    assert [share.has_any() for share in shares] == [True, False, False]
    assert all(WHOLE.has_block(block, 7) for block in range(7))
