"""Averages of the vectors of terms: by plain loops, and of whole papers by hand."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io.tables import WORD_VECTORS, write_table
from paperpool.rankers.ranker import Context
from paperpool.rankers.scoring import word_averages
from paperpool.rankers.scoring.word_averages import (
    average_terms,
    rank_by_averages,
    train_term_vectors,
)
from paperpool.text.analysis import analyze

from ..made.averaging import average, count, write_random_vectors
from ..made.benchmark import make_benchmark, make_pools

TEXTS = [
    "the parsing of sentences",
    "parsing parsers parse a sentence graph graph",
    "",
    "of the and",
    "unknown words alone",
    "graph",
]


@pytest.mark.parametrize("kind", ["cbow", "tfidfcbow"])
@pytest.mark.parametrize("batch", [2, 1000])
def test_averages_by_plain_loops(tmp_path, monkeypatch, kind, batch):
    monkeypatch.setattr(word_averages, "BATCH_ROWS", batch)
    terms = count(tmp_path, TEXTS)
    texts = [analyze(text) for text in TEXTS]
    assert texts[0] == ["pars", "sentenc"] and texts[2:4] == [[], []]
    vectors = write_random_vectors(tmp_path / "v", ["graph", "sentenc", "pars", "nowhere"])
    batches = list(average_terms(terms, tmp_path / "v", kind))
    assert {found.dtype for found in batches} == {np.dtype(np.float32)}
    found = np.concatenate(batches)
    np.testing.assert_allclose(found, average(texts, vectors, kind), rtol=1e-5, atol=1e-7)
    assert not found[2:5].any() and found[5].any()


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


def write_vectors(path, vectors):
    """Write vectors that are given by their first two numbers, the others zero."""
    rows = np.zeros((len(vectors), 200), np.float32)
    rows[:, :2] = list(vectors.values())
    flat = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), 200)
    write_table(path, pa.Table.from_arrays([pa.array(list(vectors)), flat], schema=WORD_VECTORS))


def test_a_candidate_scores_the_cosine_of_the_papers_averages(tmp_path):
    write_vectors(tmp_path / "vectors", {"graph": (1, 0), "tree": (0, 1)})
    texts = {
        **{"q": ("graph", ""), "r": ("graph", "")},
        **{"a": ("tree", "graph"), "b": ("graph graph", ""), "c": ("x", ""), "d": ("tree", "")},
    }
    collection = make_benchmark(
        texts,
        val=make_pools({("r", "d"): True}),
        test=make_pools({("q", "a"): True, ("q", "b"): False, ("q", "c"): False}),
    )
    context = Context(folder=tmp_path, word_vectors=tmp_path / "vectors")
    run = rank_by_averages(collection, context, "cbow")
    assert run["r", "Art"] == [("d", 0.0)]
    assert [candidate for candidate, _ in run["q", "Art"]] == ["b", "a", "c"]
    assert [score for _, score in run["q", "Art"]] == pytest.approx([1.0, 0.5**0.5, 0.0])


def test_a_word_counts_by_its_frequency_in_the_split_alone(tmp_path):
    write_vectors(tmp_path / "vectors", {"graph": (1, 0), "tree": (0, 1)})
    texts = {
        **{"q": ("graph", ""), "r": ("graph", ""), "a": ("tree", "graph")},
        **{"z": ("tree", ""), "y": ("tree", "")},
    }
    splits = {
        "val": make_pools({("q", "a"): True}),
        "test": make_pools({("r", "a"): True, ("r", "z"): False, ("r", "y"): False}),
    }
    context = Context(folder=tmp_path, word_vectors=tmp_path / "vectors")
    run = rank_by_averages(make_benchmark(texts, **splits), context, "tfidfcbow")
    val, test = dict(run["q", "Art"])["a"], dict(run["r", "Art"])["a"]
    # tree is the rarer word of the first split, and the more frequent one of the second
    assert val < 0.5**0.5 < test
    alone = rank_by_averages(make_benchmark(texts, test=splits["test"]), context, "tfidfcbow")
    assert alone["r", "Art"] == run["r", "Art"]


def test_without_vectors_words_of_every_split_are_learned(tmp_path):
    texts = {
        **{"q": ("graph", ""), "a": ("graph " * 9, "")},
        **{"r": ("tree", ""), "b": ("tree", "tree " * 7)},
    }
    splits = {"val": make_pools({("q", "a"): True}), "test": make_pools({("r", "b"): True})}
    collection = make_benchmark(texts, **splits)
    tables = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        context = Context(folder=tmp_path / name, seed=1)
        run = rank_by_averages(collection, context, "cbow")
        assert [score for [(_, score)] in run.values()] == pytest.approx([1.0, 1.0])
        tables.append(pq.read_table(tmp_path / name / "word2vec.parquet"))
        assert rank_by_averages(collection, context, "cbow") == run  # the next kind finds them
    assert tables[0].schema == WORD_VECTORS
    assert tables[0].column(0).to_pylist() == ["graph", "tree"]
    assert tables[1].equals(tables[0])
