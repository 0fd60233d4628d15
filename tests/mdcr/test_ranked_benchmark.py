"""Rankings of a benchmark that was built, against brute force."""

import numpy as np
import pytest

from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import rank_by_vectors
from paperpool.rankers.scoring.parameter_grid import chosen_parameters
from paperpool.rankers.scoring.stem_pools import count_stems, tune_on_pool

from ..made import mdcr_searching as searching


def check_scores(run, collection, expected):
    """Assert that the run of a split scores each candidate as ``expected(query, candidate)``."""
    assert list(run) == collection.pairs()
    for pair, ranking in run.items():
        scores = dict(ranking)
        assert sorted(scores) == collection.rankable(*pair)
        wanted = {i: expected(pair[0], i) for i in scores}
        assert scores == pytest.approx(wanted, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("split", ["val", "test"])
@pytest.mark.parametrize("kind", ["bm25", "tfidf"])
def test_scores_by_terms_are_those_of_brute_force(built, tmp_path, kind, split):
    collection, texts = built
    ranker = make_ranker({"kind": kind})
    context = Context(folder=tmp_path, threads=2, grid={"k1": [0.9], "b": [0.4]})
    run, body = ranker.order(collection, context), collection.of_split(split)
    scores = {
        query: searching.bm25(texts, body.papers, query, 0.9, 0.4)
        if kind == "bm25"
        else searching.tfidf(texts, body.papers, query)
        for query in body.pools
    }
    of_split = {pair: run[pair] for pair in body.pairs()}
    check_scores(of_split, body, lambda query, candidate: scores[query][candidate])


def test_the_grids_best_by_the_measure_of_the_evaluation_is_chosen(built, tmp_path):
    collection, texts = built
    body = collection.of_split("val")
    k1, b = [0.0, 0.9, 3.0], [0.0, 0.75]
    [pool] = (pool for pool in count_stems(collection, tmp_path, 1) if pool.collection == body)
    grid = tune_on_pool(pool, {"k1": k1, "b": b})
    relevant, expected = {}, []
    for (query, _), judged in body.judgments.items():
        relevant.setdefault(query, []).extend(i for i, grade in judged.grades().items() if grade)
    tried = list(zip(grid["k1"], grid["b"], strict=True))
    assert tried[:6] == [(x, y) for x in k1 for y in b]  # and what lies beyond its edges
    for x, y in tried:
        rankings = {}
        for query in relevant:
            scores = searching.bm25(texts, body.papers, query, x, y)
            rankings[query] = {i: scores[i] for i in body.pools[query].candidates}
        expected.append(measure(rankings, relevant, ["map"]).mean())
    assert grid["map"].to_numpy() == pytest.approx(np.array(expected), abs=1e-6)
    assert len(set(expected)) > 1
    best = grid.loc[int(np.argmax(expected))]
    assert chosen_parameters(grid) == (best["k1"], best["b"])


@pytest.mark.parametrize("similarity", ["cosine", "l2"])
def test_vectors_are_compared_pair_by_pair(built, similarity):
    body = built[0].of_split("val")
    rng = np.random.default_rng(0)
    vectors = rng.integers(-2, 3, (len(body.papers), 5)).astype(np.float64)
    vectors[3] = 0
    by_id = dict(zip(body.papers, vectors, strict=True))
    run = rank_by_vectors(
        body, {pair: by_id[pair[0]] for pair in body.pairs()}, vectors, similarity
    )

    def expected(query, candidate):
        return searching.by_vectors(by_id, [candidate], query, similarity)[candidate]

    check_scores(run, body, expected)
