"""BM25's parameters on the validation split of a collection of candidates."""

import pytest

from paperpool.rankers.ranker import Tools
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.stem_pools import count_stems, tune_on_pool

from ..made.benchmark import make_benchmark, make_pools


def test_equal_scores_favour_no_positive(tmp_path):
    texts = {"q": ("graph", ""), **{i: ("graph", "") for i in "mnz"}}
    pairs = {("q", "m"): True, ("q", "n"): False, ("q", "z"): False}
    [pool] = count_stems(make_benchmark(texts, val=make_pools(pairs)), tmp_path, 1)
    grid = tune_on_pool(pool, {"k1": [0.9], "b": [0.4]})
    assert grid["map"].tolist() == [pytest.approx(1 / 3)]  # as trec_eval: by falling id


def test_the_ranker_tells_that_its_grid_went_on(tmp_path):
    """Papers of equal length: b makes no difference, and a k1 above 0 prefers the first."""
    texts = {"q": ("graph", ""), "m": ("graph graph", ""), "z": ("graph tree", "")}
    pairs = {("q", "m"): False, ("q", "z"): True}
    collection = make_benchmark(texts, val=make_pools(pairs), test=make_pools(pairs))
    tools = Tools(folder=tmp_path, threads=1, grid={"k1": [0.5, 1.0], "b": [0.4]})
    make_ranker({"kind": "bm25"}).order(collection, tools)
    chosen, told, *_ = tools.notes
    assert chosen == "BM25: k1 = 0.5, b = 0.4"
    assert told.startswith("BM25: k1 was best at the edge of its values (0.5 to 1), so 0.25 ")
