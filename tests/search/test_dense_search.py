"""Dense search finds the same as a comparison with every vector."""

import mmap
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hypothesis_numpy

from paperpool.errors import UserError
from paperpool.io.mapped_files import release_pages
from paperpool.rankers.scoring.similarity import SIMILARITIES
from paperpool.search import dense_search
from paperpool.search.dense_search import check_vectors, search_dense
from paperpool.search.selection import FaissSelection, TorchSelection

KINDS = sorted(SIMILARITIES)


@pytest.fixture(params=["faiss", "torch"])
def device(request, monkeypatch):
    """The selectors: FAISS, and torch as on a GPU, here on the processor."""
    monkeypatch.setattr(
        dense_search, "TorchSelection", lambda name: TorchSelection(name.removeprefix("torch:"))
    )
    return "cpu" if request.param == "faiss" else "torch:cpu"


@pytest.fixture(params=KINDS)
def kind(request):
    """The similarity."""
    return request.param


@pytest.fixture(scope="module")
def made():
    """Vectors of different lengths, repeated ones and zeros among them; queries; a pool."""
    chance = np.random.default_rng(7)
    vectors = chance.normal(size=(900, 13)) * chance.uniform(0.1, 4, size=(900, 1))
    vectors[100:130] = vectors[99]
    vectors[200:205] = 0.0
    queries = np.vstack([chance.normal(size=(24, 13)), vectors[99], np.zeros(13)])
    pool = np.flatnonzero(np.arange(900) % 7).astype(np.int32)
    return vectors.astype(np.float32), pool, queries.astype(np.float32)


def compare_all(found, vectors, pool, queries, kind, depth, pick_best, excluded=None):
    """Assert that the rows are those of a comparison with every vector in double precision."""
    for i, query in enumerate(queries.astype(np.float64)):
        scores = SIMILARITIES[kind](query, vectors[pool].astype(np.float64))
        scores = np.round(scores, 12)  # beyond that, sums differ by their order
        best = pick_best(scores, pool, depth, () if excluded is None else excluded[i])
        assert found[0][i].tolist() == best[0].tolist()
        np.testing.assert_allclose(found[1][i], best[1], atol=2e-12)


@pytest.mark.parametrize("threads, block_rows", [(1, 900), (2, 128), (3, 31)])
def test_equals_a_comparison_with_every_vector(made, pick_best, device, kind, threads, block_rows):
    vectors, pool, queries = made
    options = {"threads": threads, "block_rows": block_rows, "device": device}
    found = search_dense(vectors, pool, queries, kind, 20, **options)
    assert found[0].dtype == np.int32 and found[1].dtype == np.float64
    compare_all(found, vectors, pool, queries, kind, 20, pick_best)


def test_neither_threads_nor_blocks_nor_the_device_change_a_bit(made, monkeypatch, kind, device):
    whole = search_dense(*made, kind, 50)
    monkeypatch.setattr(dense_search, "CHUNK_QUERIES", 5)
    monkeypatch.setattr("paperpool.io.mapped_files.MAPPED", 300)
    for threads, block_rows in ((1, 64), (3, 200)):
        options = {"threads": threads, "block_rows": block_rows, "device": device}
        rows, scores = search_dense(*made, kind, 50, **options)
        assert rows.tolist() == whole[0].tolist()
        assert scores.tobytes() == whole[1].tobytes()


def test_more_equal_vectors_than_the_depth_come_by_row(device, kind):
    vectors = np.tile(np.float32([3.0, 4.0]), (400, 1))
    vectors[7] = [0.0, 0.0]
    pool = np.arange(2, 400, dtype=np.int32)
    for block_rows in (400, 150):
        rows, scores = search_dense(
            vectors, pool, vectors[:1], kind, 8, block_rows=block_rows, device=device
        )
        assert rows.tolist() == [[2, 3, 4, 5, 6, 8, 9, 10]]
        assert len(set(scores[0])) == 1


def test_vectors_nearer_than_single_precision_tells_apart(device, pick_best, kind):
    chance = np.random.default_rng(3)
    steps = chance.integers(-9, 9, size=(600, 3)) * np.float32(2.0**-17)
    vectors = np.float32([100.0, 50.0, 20.0]) + steps.astype(np.float32)
    assert len(np.unique(vectors, axis=0)) > 500
    queries = np.float32([[100.0, 50.0, 20.0]])
    found = search_dense(vectors, np.arange(600), queries, kind, 40, block_rows=99, device=device)
    exact = SIMILARITIES[kind](queries[0].astype(np.longdouble), vectors.astype(np.longdouble))
    # by the definition in more than double precision: no row left out is better by more than that
    left_out = np.setdiff1d(np.arange(600), found[0][0])
    assert exact[left_out].max() <= exact[found[0][0]].min() + 1e-14
    assert (np.diff(exact[found[0][0]]) <= 1e-14).all()


def test_many_dimensions_whose_roundings_add_up(device, kind):
    chance = np.random.default_rng(11)
    centre = chance.uniform(0.5, 1.5, 768)
    vectors = (centre + 1e-4 * chance.normal(size=(2000, 768))).astype(np.float32)
    found = search_dense(
        vectors, np.arange(2000), vectors[:8], kind, 100, block_rows=300, device=device
    )
    for i in range(8):
        exact = SIMILARITIES[kind](vectors[i].astype(np.float64), vectors.astype(np.float64))
        best = np.sort(exact)[::-1][:100]
        np.testing.assert_allclose(exact[found[0][i]], best, rtol=0, atol=1e-14)


def test_excluded_rows_are_never_found_and_leave_the_depth_whole(made, pick_best, device, kind):
    vectors, pool, queries = made
    nearest = search_dense(vectors, pool, queries, kind, 15)[0]
    exclude = [row[: i % 16] for i, row in enumerate(nearest)]
    found = search_dense(vectors, pool, queries, kind, 20, exclude, block_rows=100, device=device)
    compare_all(found, vectors, pool, queries, kind, 20, pick_best, exclude)
    assert (found[0] >= 0).all()


def test_the_pool_is_gone_through_again_only_for_queries_of_many_near_vectors(
    made, monkeypatch, device, kind
):
    again = []
    for selection in (FaissSelection, TorchSelection):

        def watch(self, queries, *others, reaching=selection.reaching):
            again.append(len(queries))
            return reaching(self, queries, *others)

        monkeypatch.setattr(selection, "reaching", watch)
    monkeypatch.setattr(dense_search, "LEAST_SPARE", 10)
    vectors, pool, queries = made
    search_dense(vectors, pool, queries[:24], kind, 10, block_rows=400, device=device)
    assert not again
    search_dense(vectors, pool, queries, kind, 10, block_rows=400, device=device)
    # of two blocks, for the last two: the repeated vector, and zero
    assert again == [2 if kind == "cosine" else 1] * 2


def test_fewer_vectors_than_the_depth(made, device):
    vectors, _, queries = made
    exclude = [np.array([3])] * len(queries)
    rows, scores = search_dense(
        vectors, np.array([3, 5, 8]), queries, "l2", 4, exclude, device=device
    )
    assert (np.sort(rows[:, :2]) == [5, 8]).all()
    assert (rows[:, 2:] == -1).all() and np.isneginf(scores[:, 2:]).all()


def test_an_empty_pool_and_no_queries(made):
    vectors, pool, queries = made
    assert (search_dense(vectors, pool[:0], queries, "cosine", 3)[0] == -1).all()
    assert search_dense(vectors, pool, queries[:0], "cosine", 3)[0].shape == (0, 3)


def test_vectors_in_double_precision(made, device, pick_best, kind):
    vectors, pool, queries = made
    vectors, queries = vectors + np.float64(1e-9), queries + np.float64(1e-9)
    assert vectors.dtype == queries.dtype == np.float64
    found = search_dense(vectors, pool, queries, kind, 20, block_rows=100, device=device)
    compare_all(found, vectors, pool, queries, kind, 20, pick_best)


SMALL = hypothesis_numpy.arrays(
    np.float32,
    st.tuples(st.integers(1, 30), st.just(3)),
    elements=st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 100.0]),
)


@settings(max_examples=100)  # the first call compiles
@given(
    SMALL, st.sampled_from(KINDS), st.integers(1, 12), st.integers(1, 9), st.sampled_from([1, 9])
)
def test_small_pools(pick_best, vectors, kind, depth, block_rows, spare):
    pool = np.arange(len(vectors), dtype=np.int32)
    exclude = [np.array([row]) for row in pool]
    options = {"threads": 2, "block_rows": block_rows}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense_search, "LEAST_SPARE", spare)  # else so few vectors are all kept
        found = search_dense(vectors, pool, vectors, kind, depth, exclude, **options)
    for i, query in enumerate(vectors.astype(np.float64)):
        scores = SIMILARITIES[kind](query, vectors.astype(np.float64))
        best = pick_best(np.round(scores, 10), pool, depth, exclude[i])
        np.testing.assert_allclose(found[1][i], best[1], atol=1e-9)
        kept = found[0][i][best[0] >= 0]
        np.testing.assert_allclose(scores[kept], found[1][i][: len(kept)], atol=1e-9)
        assert len(set(kept)) == len(kept) and i not in kept


@pytest.mark.parametrize("device", ["torch"], indirect=True)
def test_torch_computes_in_full_precision_and_keeps_the_setting(made, monkeypatch, device):
    add, seen = TorchSelection.add, []

    def watch(*args):
        seen.append(torch.get_float32_matmul_precision())
        return add(*args)

    monkeypatch.setattr(TorchSelection, "add", watch)
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        search_dense(*made, "cosine", 5, threads=2, device=device)
        assert set(seen) == {"highest"}
        assert torch.get_float32_matmul_precision() == "medium"
    finally:
        torch.set_float32_matmul_precision(before)


def test_vectors_that_miss_a_paper_are_named():
    assert not check_vectors(np.zeros((2, 3), np.float32), ["a", "b"], "v.npy").any()
    with pytest.raises(UserError) as error:
        check_vectors(np.zeros((1, 3), np.float32), ["a", "b"], "v.npy", "Encode again.")
    assert str(error.value) == (
        "1 vectors for 2 papers: the first paper without one is b.\n"
        "  Where: v.npy\n"
        "  Hint: Encode again."
    )
    with pytest.raises(UserError, match="3 vectors for 2 papers"):
        check_vectors(np.zeros((3, 3), np.float32), ["a", "b"], "v.npy")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e20])
def test_values_that_are_not_finite_are_named(monkeypatch, value):
    monkeypatch.setattr(dense_search, "CHECKED_VALUES", 6)
    vectors = np.zeros((9, 3), np.float32)
    vectors[[4, 8], [0, 2]] = value
    with pytest.raises(UserError) as error:
        check_vectors(vectors, [f"p{i}" for i in range(9)], "v.npy")
    assert "finite" in str(error.value) and "p4, p8" in str(error.value)
    assert len(error.value.problems) == 1


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


def mapped_mb():
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
