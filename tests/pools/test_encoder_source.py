"""The dense source: the nearest candidates by vectors that are there."""

import numpy as np
import pyarrow as pa
import pytest

from paperpool.io.parquet_files import read_ids
from paperpool.pools.candidates import read_parts, write_candidates
from paperpool.pools.top_candidates import rank_by_encoder
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.similarity import SIMILARITIES

from .conftest import COLUMN, make_texts, write_shards, write_texts


def count_words(texts):
    """Return how often some words stand in each text."""
    rows = [[text.split().count(f"word{i}") for i in range(8)] for text in texts]
    return np.array(rows, np.float32)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
@pytest.mark.parametrize("part", [100, 17, 1])
def test_equals_a_comparison_with_every_paper(monkeypatch, dtype, similarity, part):
    monkeypatch.setattr("paperpool.pools.top_candidates.PART_PAPERS", part)
    texts = make_texts(60)
    excluded = {"p0050": {"p0050", "p0001"}, "p0002": {"p0002"}}
    vectors = count_words(" ".join(pair) for pair in texts.values())
    backwards = KnownVectors(pa.chunked_array([list(texts)[::-1]]), vectors[::-1].astype(dtype))
    ranked = rank_by_encoder(backwards, similarity, excluded, 12)
    vectors = vectors.astype(float)
    for query, left_out in excluded.items():
        scores = SIMILARITIES[similarity](vectors[list(texts).index(query)], vectors)
        pairs = [(i, s) for i, s in zip(texts, scores, strict=True) if i not in left_out]
        assert ranked[query] == sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:12]


def test_a_query_has_to_be_a_candidate():
    known = KnownVectors(pa.chunked_array([["a", "b"]]), np.ones((2, 3), np.float32))
    with pytest.raises(ValueError, match="not among the candidates"):
        rank_by_encoder(known, "l2", {"a": {"a"}, "c": {"c"}}, 1)


def test_candidates_have_an_abstract_and_are_those_that_the_filter_kept(tmp_path):
    texts = make_texts(30)
    kept = {"p0003", "p0004", "p0009", "bare"}
    texts |= {"bare": ("On nets", "\t "), "p0009": (None, "We cut.")}
    shards = write_shards(tmp_path, texts, 12)
    for shard, start in zip(shards, range(0, len(texts), 12), strict=True):
        write_texts(shard, dict(list(texts.items())[start : start + 12]), kept.__contains__)
    assert write_candidates(shards, COLUMN, tmp_path / "listed") == 3
    assert read_ids(tmp_path / "listed").to_pylist() == ["p0003", "p0004", "p0009"]
    (listed,) = read_parts(tmp_path / "listed")
    assert listed["p0009"] == " We cut." and listed["p0003"] == " ".join(texts["p0003"])


def test_a_large_shard_is_read_in_parts_and_the_separator_joins_its_texts(tmp_path, monkeypatch):
    monkeypatch.setattr("paperpool.pools.candidates.PART_PAPERS", 10)
    texts = make_texts(25)
    shard = write_texts(tmp_path / "papers", texts, lambda paper_id: paper_id != "p0000")
    parts = list(read_parts(shard, COLUMN, "[SEP]"))
    assert list(map(len, parts)) == [10, 10, 4]
    assert parts[0]["p0004"] == "[SEP]".join(texts["p0004"])
    assert sum(map(len, read_parts(shard))) == 25
