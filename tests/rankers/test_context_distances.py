"""Rankings by sentences in context, by hand. The encoder is a table of points."""

import numpy as np
import pytest

from paperpool.collections.collection import Paper
from paperpool.rankers.scoring.context_distances import FARTHEST

from ..made.collection import ask, make_candidates
from ..made.ranking import rank_with

BOTH = pytest.mark.parametrize("kind", ["ts", "ot"])

POINTS = {"here": (0, 0), "there": (3, 4), "near": (0, 1), "far": (0, 9), "cut": (np.nan,) * 2}


class Map:
    """Encodes each sentence of ``POINTS``, and titles as the origin; remembers the papers."""

    encodes_queries_apart = False

    def encode(self, papers):
        self.seen = papers
        rows = [[POINTS["here"], *map(POINTS.get, sentences)] for _, *sentences in papers]
        return [np.array(of_paper, np.float32) for of_paper in rows]


def make_collection(asked=("here", "there"), **candidates):
    labels = ("other", *["method"] * len(asked))
    query = Paper("q", "title of q", ("far", *asked), labels)
    return ask("method", query, *make_candidates("a title", candidates))


CANDIDATES = {
    "a": ["far"],  # 9 from here, sqrt(9 + 25) from there
    "b": ["near", "far"],  # near: 1 from here, sqrt(9 + 9) from there
    "c": ["there", "here"],
    "d": [],
}


def test_the_transport_of_all_sentences_by_hand():
    ranking = rank_with(Map(), "ot", make_collection(**CANDIDATES))["q", "method"]
    assert [c for c, _ in ranking] == ["c", "b", "a", "d"]
    scores = dict(ranking)
    assert scores["c"] == pytest.approx(0, abs=1e-6)
    # a has one sentence, which takes all: here weighs e^-9, there e^-sqrt(34)
    here, there = np.exp(-9), np.exp(-np.sqrt(34))
    expected = (9 * here + np.sqrt(34) * there) / (here + there)
    assert scores["a"] == pytest.approx(-expected)
    assert scores["d"] == FARTHEST


@BOTH
def test_sentences_beyond_the_limit_do_not_count(kind):
    whole = make_collection(a=["near"], b=["far"])
    cut = make_collection(("here", "cut", "there"), a=["cut", "near"], b=["far", "cut"])
    assert rank_with(Map(), kind, cut) == rank_with(Map(), kind, whole)
    unheard = make_collection(("cut",), a=["near"], b=["far"])
    nothing = rank_with(Map(), kind, unheard)["q", "method"]
    assert nothing == [("a", FARTHEST), ("b", FARTHEST)]


@BOTH
def test_equal_papers_are_ordered_by_id(kind):
    same = {f"c{i}": ["near", "far", "there"][: 3 - i % 2] for i in range(8)}
    ranking = rank_with(Map(), kind, make_collection(**same))["q", "method"]
    order = [c for c, _ in ranking]
    assert [c for c in order if int(c[1]) % 2] == ["c1", "c3", "c5", "c7"]
    assert [c for c in order if not int(c[1]) % 2] == ["c0", "c2", "c4", "c6"]
    assert len({score for _, score in ranking}) == 2
