"""Dense rankers over large pools against brute force, and the vectors' file."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.rankers.scoring.searching import search_by_vectors
from paperpool.rankers.scoring.vector_files import write_vectors
from paperpool.search.dense_search import check_vectors
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS, LargePools, write_run

from ..made import mdcr_searching as searching

DEPTH = 40


@pytest.fixture(scope="module")
def vectors(small, tmp_path_factory):
    """The vectors of the papers, their letters counted, as they are read back."""
    path = tmp_path_factory.mktemp("vectors") / "letters.npy"
    texts = [f"{row['title']} {row['abstract']}" for row in small.drawn.rows("papers")]
    np.save(path, np.array([[t.count(c) for c in "bdklr[ "] for t in texts], np.float32))
    return np.load(path, mmap_mode="r", allow_pickle=False)


@pytest.mark.parametrize("level", ["dataset", "field"])
@pytest.mark.parametrize("similarity", ["cosine", "l2"])
def test_runs_are_those_of_brute_force(small, vectors, tmp_path, level, similarity):
    pools = LargePools(small.drawn)
    by_id = dict(zip(pools.ids.to_pylist(), vectors, strict=True))

    def score(documents, query):
        return searching.by_vectors(by_id, documents, query, similarity)

    rank = search_by_vectors(vectors, similarity, 1)
    write_run(pools, level, RANKED_SPLITS, rank, DEPTH, tmp_path / "run")
    run = searching.read_run(pq.read_table(tmp_path / "run").to_pylist())
    searching.check_run(run, small.corpus, small.drawn, level, RANKED_SPLITS, score, DEPTH)


def test_queries_may_have_vectors_of_their_own(small, vectors):
    pools = LargePools(small.drawn)
    asking = {row: vectors[row] + 1 for row in pools.query_rows()}
    plain, asked = (search_by_vectors(vectors, "l2", 1, of) for of in (None, asking))
    _, search = next(pools.searches(next(pools.of_level("dataset", ["test"]))))
    rows, scores = asked(search, 5)
    assert not np.array_equal(plain(search, 5)[1], scores)
    distances = np.linalg.norm(vectors[rows[0]] - asking[int(search.queries[0])], axis=1)
    assert scores[0] == pytest.approx(-distances)


def test_threads_change_no_byte(small, vectors, tmp_path):
    pools = LargePools(small.drawn)
    for threads in (1, 2):
        rank = search_by_vectors(vectors, "cosine", threads)
        write_run(pools, "dataset", ["test"], rank, DEPTH, tmp_path / str(threads))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_batches_become_one_file_of_single_precision(tmp_path):
    batches = [np.ones((2, 3), np.float32), np.full((1, 3), 2.0)]
    write_vectors(iter(batches), 3, tmp_path / "v.npy")
    found = np.load(tmp_path / "v.npy", allow_pickle=False)
    assert found.dtype == np.float32 and found.tolist() == [[1.0] * 3, [1.0] * 3, [2.0] * 3]


@pytest.mark.parametrize(("n_batches", "n_papers"), [(2, 5), (0, 1)])
def test_vectors_that_miss_a_paper_are_not_written(tmp_path, n_batches, n_papers):
    batches = [np.ones((2, 3), np.float32)] * n_batches
    with pytest.raises(ValueError, match=f"{2 * n_batches} vectors for {n_papers} papers"):
        write_vectors(batches, n_papers, tmp_path / "v.npy")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_vectors_that_misses_a_paper_is_a_users_error(small, vectors):
    ids = LargePools(small.drawn).ids
    check_vectors(vectors, ids, "v.npy")
    with pytest.raises(UserError) as raised:
        check_vectors(vectors[:-1], ids, "v.npy", "Delete the file.")
    [problem] = raised.value.problems
    assert str(ids[-1]) in problem.what
    assert (problem.where, problem.hint) == ("v.npy", "Delete the file.")
    broken = np.array(vectors)
    broken[3, 0] = np.nan
    with pytest.raises(UserError, match=f"Not a vector of finite numbers, of {ids[3]}"):
        check_vectors(broken, ids, "v.npy")
