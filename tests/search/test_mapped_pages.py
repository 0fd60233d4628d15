"""Memory of mapped arrays is given back, their values stay."""

import mmap
import sys
from pathlib import Path

import numpy as np
import pytest

from paperpool.search.dense_search import check_vectors, search_dense
from paperpool.search.mapped_pages import release_pages

SHAPE = (60_000, 128)
MB = SHAPE[0] * SHAPE[1] * 4 >> 20

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not hasattr(mmap, "MADV_DONTNEED"), reason="reads /proc of Linux"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("mapped") / "v.npy"
    np.save(path, np.random.default_rng(1).standard_normal(SHAPE, dtype=np.float32))
    return path


def mapped_mb() -> int:
    """Return how much of files this process has mapped into its memory."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("RssFile")).split()[1]) >> 10


def test_what_was_read_is_given_back_and_can_be_read_again(file):
    vectors = np.load(file, mmap_mode="r")
    total, before = vectors.sum(), mapped_mb()
    release_pages(vectors[100:])
    assert mapped_mb() < before - MB // 2
    assert vectors.sum() == total


def test_changes_that_are_not_in_the_file_stay(file):
    changed = np.load(file, mmap_mode="c")
    changed[7] = 3
    for array in (changed, np.asarray(changed), changed[5:], np.ones(3)):
        release_pages(array)
    assert (changed[7] == 3).all()


def test_a_search_holds_a_part_of_the_file(file):
    vectors, held = np.load(file, mmap_mode="r"), mapped_mb()
    rows, queries = np.arange(len(vectors), dtype=np.int32), np.array(vectors[::10_000])
    found, scores = search_dense(vectors, rows, queries, "cosine", 1000)
    check_vectors(vectors, rows, "v.npy")
    assert mapped_mb() < held + MB // 2
    assert found[:, 0].tolist() == list(range(0, len(vectors), 10_000))
    assert (scores[:, 0] == pytest.approx(1)) and (np.diff(scores, axis=1) <= 0).all()
