"""Rankings by the cosines of single sentences, by hand and on the release."""

import dataclasses

import numpy as np
import pytest

from paperpool.collections.collection import Paper
from paperpool.rankers.scoring.sentence_cosines import LOWEST_SCORE

from ..made.collection import ask, make_candidates
from ..made.encoder import WithoutPrompts
from ..made.ranking import rank_with

BOTH = pytest.mark.parametrize("kind", ["sentences", "late"])

VECTORS = {
    "east": (1, 0),
    "far east": (7, 0),
    "north": (0, 1),
    "north-east": (3, 4),
    "west": (-1, 0),
    "south": (0, -1),
    "nowhere": (0, 0),
}


class Compass(WithoutPrompts):
    """Encodes the sentences of ``VECTORS``; remembers its inputs."""

    def __init__(self):
        self.seen = []

    def encode(self, texts):
        self.seen += texts
        return np.array([VECTORS[text] for text in texts], np.float32).reshape(len(texts), 2)


def make_collection(**candidates):
    """Return a query with east and north, and candidates of the given sentences."""
    query = Paper("q", "t", ("east", "west", "north"), ("background", "other", "objective"))
    return ask("background", query, *make_candidates("t", candidates))


MIXED = {
    "d": ["far east", "south"],  # cosines east 1, 0; north 0, -1
    "c": ["north-east", "west"],  # east 0.6, -1; north 0.8, 0
    "b": ["west", "south"],  # east -1, 0; north 0, -1
    "a": [],
    "e": ["far east", "north-east"],  # east 1, 0.6; north 0, 0.8
}


@pytest.mark.parametrize(
    ("kind", "order", "scores"),
    [("sentences", "decba", [1.0, 1.0, 0.8, 0.0]), ("late", "ecdba", [0.9, 0.7, 0.5, 0.0])],
)
def test_the_nearest_two_sentences_and_late_interaction_by_hand(kind, order, scores):
    ranking = rank_with(Compass(), kind, make_collection(**MIXED))["q", "background"]
    assert [c for c, _ in ranking] == [*order]
    assert [s for _, s in ranking] == pytest.approx([*scores, LOWEST_SCORE])


@BOTH
def test_a_candidate_without_sentences_is_below_the_farthest_one(kind):
    collection = make_collection(a=[], b=["west"], c=["nowhere"])
    papers = collection.papers
    papers["q"] = dataclasses.replace(papers["q"], labels=("method", "other", "other"))
    judgments = {("q", "method"): collection.judgments["q", "background"]}
    only_east = dataclasses.replace(collection, judgments=judgments)
    ranking = rank_with(Compass(), kind, only_east)["q", "method"]
    assert ranking == [("c", 0.0), ("b", -1.0), ("a", LOWEST_SCORE)]


@BOTH
def test_sentences_are_encoded_alone_and_once(kind):
    encoder = Compass()
    rank_with(encoder, kind, make_collection(**MIXED))
    assert sorted(encoder.seen) == sorted(set(VECTORS) - {"nowhere"})


@BOTH
def test_equal_scores_are_exactly_equal_and_go_by_id(kind):
    """A sentence scores the same, to the last bit, beside any others."""

    class Random(WithoutPrompts):
        def encode(self, texts):
            return np.random.default_rng(0).normal(size=(len(texts), 384)).astype(np.float32)

    sentences = {f"c{i}": ["north", *["far east"] * (9 - i)] for i in range(9)}
    ranking = rank_with(Random(), kind, make_collection(**sentences))["q", "background"]
    assert [c for c, _ in ranking] == sorted(sentences) and len({s for _, s in ranking}) == 1


@BOTH
def test_with_titles_a_sentence_is_encoded_after_that_of_its_paper(kind):
    class Lengths(Compass):
        def encode(self, texts):
            self.seen += texts
            return np.array([(len(text), 1) for text in texts], np.float32)

    encoder = Lengths()
    collection = make_collection(c=["east"], d=["east", "north"])
    collection.papers["d"] = dataclasses.replace(collection.papers["d"], title="other")
    rank_with(encoder, kind, collection, titles=True)
    assert encoder.seen == ["other east", "other north", "t east", "t north", "t west"]


class TurnedCompass(Compass):
    """As ``Compass``, but queries are turned by a quarter: their east is north."""

    encodes_queries_apart = True

    def encode_queries(self, texts):
        east, north = self.encode(texts).T
        return np.stack([-north, east], axis=1)


def test_sentences_that_ask_are_encoded_as_queries():
    # the query's east and north are north and west now
    expected = {
        "sentences": {"d": 0, "c": 1, "b": 1, "e": 0.8, "a": LOWEST_SCORE},
        "late": {"d": 0, "c": 0.9, "b": 0.5, "e": 0.1, "a": LOWEST_SCORE},
    }
    for kind, scores in expected.items():
        ranking = rank_with(TurnedCompass(), kind, make_collection(**MIXED))["q", "background"]
        assert dict(ranking) == pytest.approx(scores)
