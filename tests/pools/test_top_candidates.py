"""The best candidates of a stream: ties, exclusions, and independence of the batches."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.io.parquet_files import read_ids
from paperpool.io.tables import POOL_RUN
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.searching import search_by_vectors
from paperpool.rankers.scoring.similarity import SIMILARITIES
from paperpool.workflow.pools.candidates import read_parts, write_candidates
from paperpool.workflow.pools.top_candidates import (
    TopCandidates,
    rank_by_encoder,
    rank_by_search,
    read_ranked_ids,
    write_rankings,
)

from .conftest import COLUMN, make_texts, write_shards, write_texts


def offer(top, query, pairs):
    top.add(query, np.array([i for i, _ in pairs], np.str_), np.array([s for _, s in pairs], float))


def test_the_best_come_first_and_equal_scores_by_id():
    top = TopCandidates(["q", "r"], 3, {"q": {"q"}, "r": {"r"}})
    offer(top, "q", [("b", 1), ("z", 2), ("q", 9)])
    offer(top, "q", [("a", 1), ("c", 1)])
    offer(top, "r", [("a", -1)])
    assert top.rankings() == {"q": [("z", 2.0), ("a", 1.0), ("b", 1.0)], "r": [("a", -1.0)]}


def test_a_query_without_candidates_has_an_empty_ranking():
    assert TopCandidates(["q"], 3, {"q": set()}).rankings() == {"q": []}


def test_long_ids_after_short_ones_are_kept_whole():
    top = TopCandidates(["q"], 2, {"q": {"a much longer id"}})
    offer(top, "q", [("a", 1)])
    offer(top, "q", [("a much longer one", 2), ("a much longer id", 3)])
    assert top.rankings()["q"] == [("a much longer one", 2.0), ("a", 1.0)]


SCORES = st.dictionaries(st.text("abc", min_size=1, max_size=4), st.integers(-2, 2), max_size=30)


@given(SCORES, st.integers(1, 8), st.integers(1, 5), st.sets(st.sampled_from("abc")), st.randoms())
def test_batches_and_their_order_change_nothing(scores, depth, batch, excluded, chance):
    pairs = sorted(scores.items())
    chance.shuffle(pairs)
    top = TopCandidates(["q"], depth, {"q": excluded})
    for start in range(0, len(pairs), batch):
        offer(top, "q", pairs[start : start + batch])
    allowed = [(i, float(s)) for i, s in scores.items() if i not in excluded]
    assert top.rankings()["q"] == sorted(allowed, key=lambda p: (-p[1], p[0]))[:depth]


def test_rankings_are_written_by_query_and_rank(tmp_path):
    path = tmp_path / "run.parquet"
    write_rankings({"q2": [("b", 0.5), ("a", 0.5)], "q1": [("z", -1.0)], "q0": []}, path)
    assert pq.read_schema(path) == POOL_RUN
    expected = [("q1", "z", -1.0, 1), ("q2", "b", 0.5, 1), ("q2", "a", 0.5, 2)]
    assert [tuple(row.values()) for row in pq.read_table(path).to_pylist()] == expected
    assert read_ranked_ids(path) == {"q1": ["z"], "q2": ["b", "a"]}
    queries = read_ranked_ids(path, ["q0", "q1"])
    assert queries == {"q0": [], "q1": ["z"], "q2": ["b", "a"]}


def test_no_candidate_at_all(tmp_path):
    write_rankings({"q": []}, tmp_path / "run.parquet")
    assert pq.read_schema(tmp_path / "run.parquet") == POOL_RUN
    assert read_ranked_ids(tmp_path / "run.parquet") == {}


def count_words(texts):
    """Return how often some words stand in each text."""
    rows = [[text.split().count(f"word{i}") for i in range(8)] for text in texts]
    return np.array(rows, np.float32)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
@pytest.mark.parametrize("part", [100, 17, 1])
def test_equals_a_comparison_with_every_paper(monkeypatch, dtype, similarity, part):
    monkeypatch.setattr("paperpool.workflow.pools.top_candidates.PART_PAPERS", part)
    texts = make_texts(60)
    excluded = {"p0050": {"p0050", "p0001"}, "p0002": {"p0002"}}
    vectors = count_words(" ".join(pair) for pair in texts.values())
    backwards = KnownVectors(pa.chunked_array([list(texts)[::-1]]), vectors[::-1].astype(dtype))
    ranked = rank_by_encoder(backwards, similarity, excluded, 12)
    sorted_by_id = KnownVectors(pa.chunked_array([list(texts)]), vectors.astype(dtype))
    search = search_by_vectors(sorted_by_id.vectors, similarity, 1)
    assert rank_by_search(sorted_by_id, search, excluded, 12) == ranked
    vectors = vectors.astype(float)
    for query, left_out in excluded.items():
        scores = SIMILARITIES[similarity](vectors[list(texts).index(query)], vectors)
        pairs = [(i, s) for i, s in zip(texts, scores, strict=True) if i not in left_out]
        assert ranked[query] == sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:12]


def test_queries_may_have_vectors_of_their_own():
    known = KnownVectors(pa.chunked_array([["a", "b", "c"]]), np.eye(3, dtype=np.float32))
    ranked = rank_by_encoder(known, "cosine", {"b": {"b"}}, 2, 1, {1: np.eye(3)[2]})
    assert ranked == {"b": [("c", 1.0), ("a", 0.0)]}


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
    monkeypatch.setattr("paperpool.workflow.pools.candidates.PART_PAPERS", 10)
    texts = make_texts(25)
    shard = write_texts(tmp_path / "papers", texts, lambda paper_id: paper_id != "p0000")
    parts = list(read_parts(shard, COLUMN, "[SEP]"))
    assert list(map(len, parts)) == [10, 10, 4]
    assert parts[0]["p0004"] == "[SEP]".join(texts["p0004"])
    assert sum(map(len, read_parts(shard))) == 25
