"""The dense source, with an encoder whose vectors are known."""

import numpy as np
import pytest

from paperpool.pools.encoder_source import rank_by_encoder
from paperpool.rankers.scoring.similarity import SIMILARITIES

from .conftest import COLUMN, make_texts, write_shards, write_texts


class WordCounts:
    """Encodes a text as how often some words stand in it; remembers what it was given."""

    def __init__(self):
        self.seen = []

    def encode(self, texts):
        self.seen.append(list(texts))
        rows = [[text.split().count(f"word{i}") for i in range(8)] for text in texts]
        return np.array(rows, np.float32)


@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
@pytest.mark.parametrize("per_shard", [60, 17, 1])
def test_equals_a_comparison_with_every_paper(tmp_path, similarity, per_shard):
    texts = make_texts(60)
    shards = write_shards(tmp_path, texts, per_shard)
    excluded = {"p0050": {"p0050", "p0001"}, "p0002": {"p0002"}}
    ranked = rank_by_encoder(shards[::-1], COLUMN, WordCounts(), similarity, excluded, 12)
    joined = [" ".join(pair) for pair in texts.values()]
    vectors = WordCounts().encode(joined).astype(float)
    for query, left_out in excluded.items():
        scores = SIMILARITIES[similarity](vectors[list(texts).index(query)], vectors)
        pairs = [(i, s) for i, s in zip(texts, scores, strict=True) if i not in left_out]
        assert ranked[query] == sorted(pairs, key=lambda pair: (-pair[1], pair[0]))[:12]


def test_a_large_shard_is_encoded_in_parts(tmp_path, monkeypatch):
    texts = make_texts(30)
    shard, excluded = write_texts(tmp_path / "papers", texts), {"p0004": {"p0004"}}
    whole = rank_by_encoder([shard], COLUMN, WordCounts(), "l2", excluded, 12)
    monkeypatch.setattr("paperpool.pools.encoder_source.PART_PAPERS", 10)
    encoder = WordCounts()
    assert rank_by_encoder([shard], COLUMN, encoder, "l2", excluded, 12) == whole
    assert [len(part) for part in encoder.seen] == [1, 10, 10, 10]


def test_papers_that_the_filter_left_out_are_no_candidates(tmp_path):
    texts = make_texts(30)
    kept = {"p0003", "p0004", "p0009"}
    shards = [
        write_texts(tmp_path / "a", dict(list(texts.items())[:12]), kept.__contains__),
        write_texts(tmp_path / "b", dict(list(texts.items())[12:]), kept.__contains__),
    ]
    encoder = WordCounts()
    ranked = rank_by_encoder(shards, COLUMN, encoder, "l2", {"p0004": {"p0004"}}, 12)
    assert sorted(paper for paper, _ in ranked["p0004"]) == ["p0003", "p0009"]
    assert encoder.seen == [
        [" ".join(texts["p0004"])],
        [" ".join(texts[paper]) for paper in sorted(kept)],
    ]


def test_title_and_abstract_are_joined_and_without_an_abstract_there_is_no_candidate(tmp_path):
    texts = {
        "a": ("On nets", "We cut."),
        "b": (None, "We cut."),
        "c": ("On nets", None),
        "d": ("A", "\t "),
    }
    encoder = WordCounts()
    papers = write_texts(tmp_path / "papers", texts)
    rank_by_encoder([papers], COLUMN, encoder, "cosine", {"a": {"a"}}, 2)
    assert encoder.seen[-1] == ["On nets We cut.", " We cut."]


def test_the_separator_stands_between_title_and_abstract(tmp_path):
    class WithToken(WordCounts):
        def separator_token(self):
            return "[SEP]"

    texts = make_texts(5)
    shard, excluded = write_texts(tmp_path / "papers", texts), {"p0004": {"p0004"}}
    encoder = WithToken()
    rank_by_encoder([shard], COLUMN, encoder, "l2", excluded, 3, "sep")
    assert encoder.seen == [
        ["[SEP]".join(texts["p0004"])],
        ["[SEP]".join(text) for text in texts.values()],
    ]
