"""Scores of a benchmark's pairs: formulas by hand, and BM25's parameters on them."""

import math

import numpy as np
import pyarrow as pa
import pytest

from paperpool.mdcr.benchmark_pairs import Pairs, SplitFiles, read_pairs
from paperpool.mdcr.measures import measure
from paperpool.mdcr.scoring import (
    KnownVectors,
    count_terms,
    encode_splits,
    score_by_bm25,
    score_by_tfidf,
    score_by_vectors,
    tune_on_pairs,
)
from paperpool.mdcr.tuning import chosen_parameters
from paperpool.search.analysis import analyze

from . import searching


def make_pairs(texts, pairs):
    """Return the pairs {(query, candidate): relevant} over texts {id: title and abstract}."""
    ids = sorted(texts)
    return Pairs(ids, [texts[i] for i in ids], list(pairs), np.array(list(pairs.values())))


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


@pytest.fixture(scope="module")
def built_pairs(small):
    """The pairs of the validation split that was built, and their terms by id."""
    folder = small.built.folder
    pairs = read_pairs(SplitFiles(folder / "val.json", folder / "val.jsonl"))
    return pairs, dict(zip(pairs.ids, map(analyze, pairs.joined()), strict=True))


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


@pytest.mark.parametrize("similarity", ["cosine", "l2"])
def test_vectors_are_compared_pair_by_pair(built_pairs, similarity):
    pairs, _ = built_pairs
    vectors = np.random.default_rng(0).integers(-2, 3, (len(pairs.ids), 5)).astype(np.float32)
    vectors[3] = 0
    by_id = dict(zip(pairs.ids, vectors, strict=True))
    found = score_by_vectors(pairs, vectors, similarity)
    expected = [
        searching.by_vectors(by_id, [candidate], query, similarity)[candidate]
        for query, candidate in pairs.pairs
    ]
    assert found == pytest.approx(expected, abs=1e-12)
    assert len(found) == len(pairs.pairs)


class _Lengths:
    """An encoder whose vector of a text is its length; it keeps what it was asked for."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array([[len(text)] for text in texts], np.float32).reshape(len(texts), 1)


def test_papers_with_known_vectors_are_not_encoded_and_others_once():
    def pairs(*papers):
        texts = [(paper, "x" * int(paper)) for paper in papers]
        return Pairs(papers, texts, [(papers[0], papers[1])], np.array([True]))

    splits = {"val": pairs("1", "2"), "test": pairs("2", "3")}
    encoder = _Lengths()
    vectors = encode_splits(splits, encoder, " ")
    assert vectors["val"].tolist() == [[3], [4]] and vectors["test"].tolist() == [[4], [5]]
    assert encoder.asked == ["1 x", "2 xx", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["0", "2"]]), np.array([[7], [8]], np.float32))
    encoder = _Lengths()
    vectors = encode_splits(splits, encoder, " ", known)
    assert vectors["val"].tolist() == [[3], [8]] and vectors["test"].tolist() == [[8], [5]]
    assert encoder.asked == ["1 x", "3 xxx"]
    known = KnownVectors(pa.chunked_array([["1", "2", "3"]]), np.ones((3, 1), np.float32))
    assert (encode_splits(splits, _Lengths(), " ", known)["test"] == 1).all()
