"""Scores of a benchmark's pairs by terms: formulas by hand, and BM25's parameters on them."""

import math

import numpy as np
import pytest

from paperpool.evaluation.trec_measures import measure
from paperpool.mdcr.term_scoring import (
    count_terms,
    score_by_bm25,
    score_by_tfidf,
    score_splits,
    tune_on_pairs,
)
from paperpool.rankers.scoring.tuning import chosen_parameters

from . import searching
from .made_pairs import make_pairs

TEXTS = {
    "q": ("graph parsing", "graph"),
    "a": ("graph", "graph tree tree"),
    "b": ("parsing", None),
    "c": ("tree", "node"),
}
PAIRS = {("q", "a"): True, ("q", "b"): False, ("q", "c"): False}


def test_bm25_is_lucenes_formula_by_hand(tmp_path):
    pairs = make_pairs(TEXTS, PAIRS)
    found = score_by_bm25(pairs, count_terms(pairs, tmp_path), 1.5, 0.5, 1)
    # four papers of 3, 4, 1 and 2 terms; graph and pars are in two each
    idf, mean = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5)), 2.5

    def weigh(tf, length):
        return tf / (tf + 1.5 * (1 - 0.5 + 0.5 * length / mean))

    # graph stands twice in the query, and counts twice
    assert found == pytest.approx([2 * idf * weigh(2, 4), idf * weigh(1, 1), 0.0])


def test_tfidf_is_the_cosine_by_hand(tmp_path):
    pairs = make_pairs(TEXTS, PAIRS)
    found = score_by_tfidf(pairs, count_terms(pairs, tmp_path), 1)
    graph = parsing = tree = math.log(5 / 3) + 1
    own, other = (2 * graph, parsing), (2 * graph, 2 * tree)
    cosine = own[0] * other[0] / (math.hypot(*own) * math.hypot(*other))
    assert found == pytest.approx([cosine, parsing / math.hypot(*own), 0.0])


@pytest.mark.parametrize("kind", ["bm25", "tfidf"])
def test_scores_of_a_built_benchmark_are_those_of_brute_force(built_pairs, tmp_path, kind):
    pairs, texts = built_pairs
    terms = count_terms(pairs, tmp_path)
    if kind == "bm25":
        found = score_by_bm25(pairs, terms, 0.9, 0.4, 2)
        expected = {q: searching.bm25(texts, pairs.ids, q, 0.9, 0.4) for q, _ in pairs.pairs}
    else:
        found = score_by_tfidf(pairs, terms, 2)
        expected = {q: searching.tfidf(texts, pairs.ids, q) for q, _ in pairs.pairs}
    assert found == pytest.approx([expected[q][c] for q, c in pairs.pairs], rel=1e-9, abs=1e-12)


def test_the_grids_best_by_the_measure_of_the_evaluation_is_chosen(built_pairs, tmp_path):
    pairs, texts = built_pairs
    k1, b = [0.0, 0.9, 3.0], [0.0, 0.75]
    grid = tune_on_pairs(pairs, count_terms(pairs, tmp_path), k1, b, 1)
    relevant, expected = {}, []
    for (query, candidate), is_cited in zip(pairs.pairs, pairs.relevant, strict=True):
        relevant.setdefault(query, []).extend([candidate] * bool(is_cited))
    for x in k1:
        for y in b:
            rankings = {}
            for query in relevant:
                scores = searching.bm25(texts, pairs.ids, query, x, y)
                rankings[query] = {c: scores[c] for q, c in pairs.pairs if q == query}
            expected.append(measure(rankings, relevant, ["map"]).mean())
    assert grid["map"].to_numpy() == pytest.approx(np.array(expected), abs=1e-6)
    assert len(set(expected)) > 1
    best = grid.loc[int(np.argmax(expected))]
    assert chosen_parameters(grid) == (best["k1"], best["b"])


def test_equal_scores_favour_no_positive(tmp_path):
    texts = {"q": ("graph", ""), **{i: ("graph", "") for i in "mnz"}}
    pairs = make_pairs(texts, {("q", "m"): True, ("q", "n"): False, ("q", "z"): False})
    grid = tune_on_pairs(pairs, count_terms(pairs, tmp_path), [0.9], [0.4], 1)
    assert grid["map"].tolist() == [pytest.approx(1 / 3)]  # as trec_eval: by falling id


SPLITS = {
    # b = 0 puts the longer paper on graphs first, b = 1 the shorter one
    "val": make_pairs(
        {"q": ("graph", ""), "a": ("graph graph", "tree " * 20), "b": ("graph", "")},
        {("q", "a"): True, ("q", "b"): False},
    ),
    "test": make_pairs(TEXTS, PAIRS),
}


@pytest.mark.parametrize("order", [("val", "test"), ("test", "val")])
def test_every_split_is_scored_with_what_is_best_on_validation(tmp_path, order):
    splits = {split: SPLITS[split] for split in order}
    kinds, grid = ["bm25", "tfidf"], {"k1": [2.0], "b": [1.0, 0.0]}
    scored = score_splits(splits, kinds, grid, tmp_path / "all", 1)
    assert (scored.k1, scored.b) == (2.0, 0.0)
    assert list(scored.by_split) == list(order)
    for split, pairs in splits.items():
        terms = count_terms(pairs, tmp_path / split)
        by_kind = scored.by_split[split]
        assert list(by_kind) == kinds
        assert by_kind["bm25"].tolist() == score_by_bm25(pairs, terms, 2.0, 0.0, 1).tolist()
        assert by_kind["tfidf"].tolist() == score_by_tfidf(pairs, terms, 1).tolist()
