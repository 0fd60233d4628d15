"""BM25 and TF-IDF over large pools against brute force, and BM25's parameters."""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.parameter_grid import chosen_parameters
from paperpool.rankers.scoring.searching import search_by_terms
from paperpool.search.term_counts import TermCounts, write_term_counts
from paperpool.text.analysis import analyze
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS, LargePools, read_texts, write_run
from paperpool.workflow.mdcr.term_search import tune_bm25

from ..made import mdcr_searching as searching

DEPTH = 40
BM25, TFIDF = make_ranker({"kind": "bm25"}), make_ranker({"kind": "tfidf"})
FILES = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")


@pytest.fixture(scope="module")
def terms(small, tmp_path_factory):
    """The counted terms of the papers of all pools."""
    files = [tmp_path_factory.mktemp("terms") / name for name in FILES]
    write_term_counts(read_texts(small.drawn.papers, rows=50), *files)
    return TermCounts(*files)


@pytest.fixture(scope="module")
def texts(small):
    """The terms of each paper."""
    return {
        i: analyze(f"{paper['title']} {paper['abstract']}")
        for i, paper in small.corpus.papers.items()
    }


@pytest.mark.parametrize("level", ["dataset", "field"])
@pytest.mark.parametrize("kind", ["bm25", "tfidf"])
def test_runs_are_those_of_brute_force(small, terms, texts, tmp_path, level, kind):
    if kind == "bm25":
        rank = search_by_terms(BM25, terms, 1, {"k1": 1.2, "b": 0.6})

        def score(documents, query):
            return searching.bm25(texts, documents, query, 1.2, 0.6)
    else:
        rank = search_by_terms(TFIDF, terms, 1, {})

        def score(documents, query):
            return searching.tfidf(texts, documents, query)

    pools = LargePools(small.drawn)
    write_run(pools, level, RANKED_SPLITS, rank, DEPTH, tmp_path / "run")
    run = searching.read_run(pq.read_table(tmp_path / "run").to_pylist())
    searching.check_run(run, small.corpus, small.drawn, level, RANKED_SPLITS, score, DEPTH, floor=0)


@pytest.mark.parametrize("is_held", [True, False])
def test_neither_threads_nor_terms_held_in_memory_change_a_byte(
    small, terms, tmp_path, monkeypatch, is_held
):
    pools, held, hold = LargePools(small.drawn), [], TermCounts.hold
    monkeypatch.setattr(TermCounts, "hold", lambda *of: held.append(hold(*of)) or held[-1])
    for threads in (1, 2):
        if threads == 2 and not is_held:
            monkeypatch.setattr("paperpool.search.term_counts._HELD", 0)
        for name, rank in (
            ("bm25", search_by_terms(BM25, terms, threads, {"k1": 0.9, "b": 0.4})),
            ("tfidf", search_by_terms(TFIDF, terms, threads, {})),
        ):
            write_run(pools, "field", ["test"], rank, DEPTH, tmp_path / f"{name}{threads}")
    for name in ("bm25", "tfidf"):
        assert (tmp_path / f"{name}1").read_bytes() == (tmp_path / f"{name}2").read_bytes()
    n_pools = len(list(pools.of_level("field", ["test"])))
    assert [one is not terms for one in held] == [*[True] * 2 * n_pools, *[is_held] * 2 * n_pools]


def mean_precision(small, texts, level, k1, b):
    """Return BM25's MAP on the validation pools, fields counting alike.

    Of the dataset level on the smaller of its two.
    """
    of_pools = {}
    for (of_level, split, part, _), queries, documents in searching.years_apart(
        small.corpus, small.drawn
    ):
        if (of_level, split) != (level, "val") or part == "200":
            continue
        for query in queries:
            scores = searching.bm25(texts, documents, query, k1, b)
            ranked = searching.best(small.corpus, query, scores, DEPTH, 0)
            relevant = small.corpus.positives(query)
            ranks = [rank for rank, i in enumerate(ranked, 1) if i in relevant]
            precision = sum(n / rank for n, rank in enumerate(ranks, 1)) / len(relevant)
            of_pools.setdefault(part, []).append(precision)
    return sum(sum(values) / len(values) for values in of_pools.values()) / len(of_pools)


@pytest.mark.parametrize("level", ["dataset", "field"])
def test_the_grids_best_is_chosen_on_the_validation_pools(small, terms, texts, level):
    pools = LargePools(small.drawn)
    k1, b = [0.3, 1.2, 6.0], [0.0, 0.75]
    grid = tune_bm25(pools, level, terms, k1, b, DEPTH, 1)
    tried = list(zip(grid["k1"], grid["b"], strict=True))
    assert tried[:6] == [(x, y) for x in k1 for y in b]  # and what lies beyond its edges
    expected = [(x, y, mean_precision(small, texts, level, x, y)) for x, y in tried]
    assert grid["level"].unique().tolist() == [level]
    assert list(grid.columns) == ["level", "k1", "b", "map", "chosen"]
    np.testing.assert_allclose(grid[["k1", "b", "map"]].to_numpy(), expected, rtol=1e-9)
    assert len({value for *_, value in expected}) > 1
    assert chosen_parameters(grid) == max(expected, key=lambda row: row[2])[:2]
    assert grid["chosen"].sum() == 1
    pd.testing.assert_frame_equal(tune_bm25(pools, level, terms, k1, b, DEPTH, 2), grid)
