"""Word vectors of the terms of papers, and the papers' averages by plain loops."""

import math
from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.mdcr import word_vectors
from paperpool.mdcr.large_pools import read_large_pools
from paperpool.mdcr.retrieval import write_run
from paperpool.mdcr.vector_rankers import rank_by_vectors, write_vectors
from paperpool.mdcr.word_vectors import average_terms, train_term_vectors
from paperpool.search.term_counts import TermCounts, write_term_counts
from paperpool.tables import WORD_VECTORS, write_table
from paperpool.text.analysis import analyze

from . import searching

TEXTS = [
    "the parsing of sentences",
    "parsing parsers parse a sentence graph graph",
    "",
    "of the and",
    "unknown words alone",
    "graph",
]


def count(folder, texts):
    files = [folder / name for name in ("indptr.npy", "indices.npy", "counts.npy", "words")]
    write_term_counts([texts], *files)
    return TermCounts(*files)


def write_random_vectors(path, words, seed=0):
    """Write and return a vector for each word."""
    vectors = np.random.default_rng(seed).normal(size=(len(words), 200)).astype(np.float32)
    flat = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), 200)
    write_table(path, pa.Table.from_arrays([pa.array(words), flat], schema=WORD_VECTORS))
    return dict(zip(words, vectors.astype(float), strict=True))


def average(texts, vectors, kind):
    """Return the average of each text, a list of its terms."""
    documents = Counter(term for terms in texts for term in set(terms))
    averages = []
    for terms in texts:
        weights = {
            t: n * (math.log((1 + len(texts)) / (1 + documents[t])) + 1)
            for t, n in Counter(terms).items()
        }
        length = math.sqrt(sum(w * w for w in weights.values()))
        total = np.zeros(200)
        for term in terms:
            weight = weights[term] / length if kind == "tfidfcbow" else 1.0
            total += weight * vectors.get(term, np.zeros(200))
        averages.append(total / max(len(terms), 1))
    return np.array(averages)


@pytest.mark.parametrize("kind", ["cbow", "tfidfcbow"])
@pytest.mark.parametrize("batch", [2, 1000])
def test_averages_by_plain_loops(tmp_path, monkeypatch, kind, batch):
    monkeypatch.setattr(word_vectors, "_BATCH_ROWS", batch)
    terms = count(tmp_path, TEXTS)
    texts = [analyze(text) for text in TEXTS]
    assert texts[0] == ["pars", "sentenc"] and texts[2:4] == [[], []]
    vectors = write_random_vectors(tmp_path / "v", ["graph", "sentenc", "pars", "nowhere"])
    batches = list(average_terms(terms, tmp_path / "v", kind))
    assert {found.dtype for found in batches} == {np.dtype(np.float32)}
    found = np.concatenate(batches)
    np.testing.assert_allclose(found, average(texts, vectors, kind), rtol=1e-5, atol=1e-7)
    assert not found[2:5].any() and found[5].any()


@pytest.mark.parametrize("kind", ["cbow", "tfidfcbow"])
def test_runs_of_averaged_words_are_those_of_brute_force(small, tmp_path, kind):
    papers = small.drawn.rows("papers")
    texts = [f"{paper['title']} {paper['abstract']}" for paper in papers]
    terms = count(tmp_path, texts)
    vectors = write_random_vectors(tmp_path / "v", list(terms.words)[::2])
    averages = average_terms(terms, tmp_path / "v", kind)
    write_vectors(averages, len(terms), tmp_path / "papers.npy")
    loaded = np.load(tmp_path / "papers.npy")
    expected = average([analyze(text) for text in texts], vectors, kind)
    np.testing.assert_allclose(loaded, expected, rtol=1e-4, atol=1e-6)
    by_id = {paper["paper_id"]: row for paper, row in zip(papers, loaded, strict=True)}
    pools = read_large_pools(small.drawn)
    write_run(pools, "field", ["val"], rank_by_vectors(loaded, "l2", 1), 30, tmp_path / "run")
    run = searching.read_run(pq.read_table(tmp_path / "run").to_pylist())

    def score(documents, query):
        return searching.by_vectors(by_id, documents, query, "l2")

    searching.check_run(run, small.corpus, small.drawn, "field", ["val"], score, 30)


def test_vectors_are_of_terms_and_the_same_each_time():
    texts = [["Parsing sentences of graphs", "the parser parses"] * 10, ["graph parsing"] * 10]
    calls = []

    def batches():
        calls.append(1)
        return iter(texts)

    first, second = (train_term_vectors(batches, 3, "papers") for _ in range(2))
    assert first.schema.equals(WORD_VECTORS) and first.equals(second)
    assert set(first["word"].to_pylist()) == {"pars", "graph", "sentenc", "parser"}
    assert len(calls) == 2 * 21  # once to count and, as the texts are few, four times five epochs
    assert not train_term_vectors(batches, 4, "papers").equals(first)


def test_texts_without_a_frequent_term_are_a_users_error():
    with pytest.raises(UserError) as raised:
        train_term_vectors(lambda: [["one two", "the the the the the the"]], 0, "papers.parquet")
    [problem] = raised.value.problems
    assert problem.where == "papers.parquet" and problem.hint
