"""Rankings by sentences in context, by hand. The encoder is a table of points."""

import numpy as np
import pytest

from paperpool.collections.collection import Collection, Judgments, Paper
from paperpool.csfcube.contextual_rankers import (
    FARTHEST,
    rank_by_single_match,
    rank_by_transport,
)

BOTH = pytest.mark.parametrize("rank", [rank_by_single_match, rank_by_transport])

POINTS = {"here": (0, 0), "there": (3, 4), "near": (0, 1), "far": (0, 9), "cut": (np.nan,) * 2}


class Map:
    """Encodes each sentence of ``POINTS``; remembers the papers."""

    def encode(self, papers):
        self.seen = papers
        rows = [[POINTS[sentence] for sentence in sentences] for _, *sentences in papers]
        return [np.array(r, np.float32).reshape(len(r), 2) for r in rows]


def make_collection(asked=("here", "there"), **candidates):
    labels = ("other", *["method"] * len(asked))
    papers = {"q": Paper("q", "title of q", ("far", *asked), labels)}
    for name, sentences in candidates.items():
        papers[name] = Paper(
            name, f"title of {name}", tuple(sentences), ("other",) * len(sentences)
        )
    judged = Judgments((*candidates, "q"), (0,) * (len(candidates) + 1), {})
    return Collection(papers, {}, {("q", "method"): judged}, {})


CANDIDATES = {
    "a": ["far"],  # 9 from here, sqrt(9 + 25) from there
    "b": ["near", "far"],  # near: 1 from here, sqrt(9 + 9) from there
    "c": ["there", "here"],
    "d": [],
}


def test_the_nearest_sentence_by_hand():
    encoder = Map()
    ranking = rank_by_single_match(make_collection(**CANDIDATES), encoder)["q", "method"]
    assert encoder.seen[0] == ("title of q", "far", "here", "there")
    assert [c for c, _ in ranking] == ["c", "b", "a", "d"]
    assert [s for _, s in ranking] == pytest.approx([0, -1, -np.sqrt(34), FARTHEST])


def test_the_transport_of_all_sentences_by_hand():
    ranking = rank_by_transport(make_collection(**CANDIDATES), Map())["q", "method"]
    assert [c for c, _ in ranking] == ["c", "b", "a", "d"]
    scores = dict(ranking)
    assert scores["c"] == pytest.approx(0, abs=1e-6)
    # a has one sentence, which takes all: here weighs e^-9, there e^-sqrt(34)
    here, there = np.exp(-9), np.exp(-np.sqrt(34))
    expected = (9 * here + np.sqrt(34) * there) / (here + there)
    assert scores["a"] == pytest.approx(-expected)
    assert scores["d"] == FARTHEST


@BOTH
def test_sentences_beyond_the_limit_do_not_count(rank):
    whole = rank(make_collection(a=["near"], b=["far"]), Map())
    cut = rank(
        make_collection(("here", "cut", "there"), a=["cut", "near"], b=["far", "cut"]), Map()
    )
    assert cut == whole
    nothing = rank(make_collection(("cut",), a=["near"], b=["far"]), Map())["q", "method"]
    assert nothing == [("a", FARTHEST), ("b", FARTHEST)]


@BOTH
def test_equal_papers_are_ordered_by_id(rank):
    same = {f"c{i}": ["near", "far", "there"][: 3 - i % 2] for i in range(8)}
    ranking = rank(make_collection(**same), Map())["q", "method"]
    order = [c for c, _ in ranking]
    assert [c for c in order if int(c[1]) % 2] == ["c1", "c3", "c5", "c7"]
    assert [c for c in order if not int(c[1]) % 2] == ["c0", "c2", "c4", "c6"]
    assert len({score for _, score in ranking}) == 2


@BOTH
def test_every_candidate_is_ranked_once_and_never_the_query(rank, collection):
    class Lengths:
        def encode(self, papers):
            return [np.array([[len(s), 1.0] for s in sentences]) for _, *sentences in papers]

    run = rank(collection, Lengths())
    assert list(run) == collection.pairs()
    for pair, ranking in run.items():
        assert sorted(c for c, _ in ranking) == collection.rankable(*pair)
