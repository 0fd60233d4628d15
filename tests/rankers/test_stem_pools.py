"""Papers compared by stems: parameters and statistics of a body of texts."""

import pytest

from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.stem_pools import count_stems, tune_on_pool

from ..made.benchmark import make_benchmark, make_pools

TEXTS = {
    "q": ("graph parsing", "graph"),
    "a": ("graph", "graph tree tree"),
    "b": ("parsing", ""),
    "c": ("tree", "node"),
}
PAIRS = {("q", "a"): True, ("q", "b"): False, ("q", "c"): False}


LONG = {
    # b = 0 puts the longer paper on graphs first, b = 1 the shorter one
    "p": ("graph", ""),
    "d": ("graph graph", "tree " * 20),
    "e": ("graph", ""),
}
SPLITS = {"val": make_pools({("p", "d"): True, ("p", "e"): False}), "test": make_pools(PAIRS)}


@pytest.mark.parametrize("order", [("val", "test"), ("test", "val")])
def test_every_split_is_scored_with_what_is_best_on_validation(tmp_path, caplog, order):
    splits = {split: SPLITS[split] for split in order}
    collection = make_benchmark(TEXTS | LONG, **splits)
    context = Context(folder=tmp_path, grid={"k1": [2.0], "b": [1.0, 0.0]})
    with caplog.at_level("INFO", "paperpool"):
        run = make_ranker({"kind": "bm25"}).order(collection, context)
    assert caplog.messages == ["BM25: k1 = 2.0, b = 0.0"]
    by_tfidf = make_ranker({"kind": "tfidf"}).order(collection, context)
    assert set(run) == set(by_tfidf) == set(collection.pairs())
    for pool in count_stems(collection, tmp_path, 1):
        bm25 = pool.rank(pool.pool.score_bm25(*pool.rows, 2.0, 0.0))
        tfidf = pool.rank(pool.pool.score_tfidf(*pool.rows))
        for pair in pool.collection.pairs():
            assert run[pair] == bm25[pair] and by_tfidf[pair] == tfidf[pair]


def test_without_a_grid_the_parameters_are_lucenes(tmp_path, caplog):
    collection = make_benchmark(TEXTS | LONG, **SPLITS)
    context = Context(folder=tmp_path)
    with caplog.at_level("INFO", "paperpool"):
        run = make_ranker({"kind": "bm25"}).order(collection, context)
    _, pool = count_stems(collection, tmp_path, 1)
    expected = pool.rank(pool.pool.score_bm25(*pool.rows, 1.2, 0.75))
    assert run["q", "Art"] == expected["q", "Art"] and caplog.messages == []


def test_equal_scores_favour_no_positive(tmp_path):
    texts = {"q": ("graph", ""), **{i: ("graph", "") for i in "mnz"}}
    pairs = {("q", "m"): True, ("q", "n"): False, ("q", "z"): False}
    [pool] = count_stems(make_benchmark(texts, val=make_pools(pairs)), tmp_path, 1)
    grid = tune_on_pool(pool, {"k1": [0.9], "b": [0.4]})
    assert grid["map"].tolist() == [pytest.approx(1 / 3)]  # as trec_eval: by falling id


def test_the_ranker_tells_that_its_grid_went_on(tmp_path, caplog):
    """Papers of equal length: b makes no difference, and a k1 above 0 prefers the first."""
    texts = {"q": ("graph", ""), "m": ("graph graph", ""), "z": ("graph tree", "")}
    pairs = {("q", "m"): False, ("q", "z"): True}
    collection = make_benchmark(texts, val=make_pools(pairs), test=make_pools(pairs))
    context = Context(folder=tmp_path, threads=1, grid={"k1": [0.5, 1.0], "b": [0.4]})
    with caplog.at_level("INFO", "paperpool"):
        make_ranker({"kind": "bm25"}).order(collection, context)
    chosen, told, *_ = caplog.messages
    assert chosen == "BM25: k1 = 0.5, b = 0.4"
    assert told.startswith("BM25: k1 was best at the edge of its values (0.5 to 1), so 0.25 ")
