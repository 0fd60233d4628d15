"""Scores of a benchmark's pairs by averaged word vectors."""

import numpy as np
import pyarrow as pa
import pytest

from paperpool.mdcr.word_scoring import score_splits, train_on_splits
from paperpool.tables import WORD_VECTORS, write_table

from .made_pairs import make_pairs


def write_vectors(path, vectors):
    """Write vectors that are given by their first two numbers, the others zero."""
    rows = np.zeros((len(vectors), 200), np.float32)
    rows[:, :2] = list(vectors.values())
    flat = pa.FixedSizeListArray.from_arrays(pa.array(rows.ravel()), 200)
    write_table(path, pa.Table.from_arrays([pa.array(list(vectors)), flat], schema=WORD_VECTORS))


def test_a_pair_scores_the_cosine_of_its_papers_averages(tmp_path):
    write_vectors(tmp_path / "vectors", {"graph": (1, 0), "tree": (0, 1)})
    splits = {
        "val": make_pairs({"q": ("graph", ""), "a": ("tree", "")}, {("q", "a"): True}),
        "test": make_pairs(
            {"q": ("graph", ""), "a": ("tree", "graph"), "b": ("graph graph", ""), "c": ("x", "")},
            {("q", "a"): True, ("q", "b"): False, ("q", "c"): False},
        ),
    }
    scores = score_splits(splits, ["cbow"], tmp_path / "vectors", tmp_path / "terms")
    assert [(split, list(by_kind)) for split, by_kind in scores.items()] == [
        ("val", ["cbow"]),
        ("test", ["cbow"]),
    ]
    assert scores["val"]["cbow"].tolist() == [0.0]
    assert scores["test"]["cbow"] == pytest.approx([0.5**0.5, 1.0, 0.0])


def test_a_word_counts_by_its_frequency_in_the_split_alone(tmp_path):
    write_vectors(tmp_path / "vectors", {"graph": (1, 0), "tree": (0, 1)})
    papers = {"q": ("graph", ""), "a": ("tree", "graph")}
    pair = {("q", "a"): True}
    splits = {
        "val": make_pairs(papers, pair),
        "test": make_pairs(papers | {"z": ("tree", ""), "y": ("tree", "")}, pair),
    }
    scores = score_splits(splits, ["tfidfcbow"], tmp_path / "vectors", tmp_path / "terms")
    [val], [test] = (scores[split]["tfidfcbow"] for split in ("val", "test"))
    # tree is the rarer word of the first split, and the more frequent one of the second
    assert val < 0.5**0.5 < test
    alone = score_splits(
        {"test": splits["test"]}, ["tfidfcbow"], tmp_path / "vectors", tmp_path / "alone"
    )
    assert alone["test"]["tfidfcbow"].tolist() == [test]


def test_words_of_every_split_are_learned(tmp_path):
    pair = {("q", "a"): True}
    splits = {
        "val": make_pairs({"q": ("graph", ""), "a": ("graph " * 9, "")}, pair),
        "test": make_pairs({"q": ("tree", ""), "a": ("tree", "tree " * 7)}, pair),
    }
    table = train_on_splits(splits, 1, "texts.jsonl")
    assert table.schema == WORD_VECTORS
    assert table.column(0).to_pylist() == ["graph", "tree"]
    assert train_on_splits(splits, 1, "texts.jsonl").equals(table)
