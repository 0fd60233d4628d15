"""The texts given to a cross-encoder, and the ranking by its scores."""

import numpy as np

from paperpool.rankers.cross import rank_by_pairs

from ..made.collection import check_ranked


class SharedWords:
    """Scores a pair by its shared words; remembers the pairs."""

    def score(self, pairs):
        self.seen = pairs
        return np.array([len(set(a.split()) & set(b.split())) for a, b in pairs], np.float32)


def test_title_and_facet_are_asked_of_title_and_abstract(collection):
    scorer = SharedWords()
    run = rank_by_pairs(collection, scorer)
    query, candidate = collection.papers["q1"], collection.papers["c0"]
    facet = " ".join(collection.facet_sentences("q1", "background"))
    assert (
        len(collection.facet_sentences("q1", "background")) == 2
    )  # the objective is background too
    expected = (f"{query.title} {facet}", f"{candidate.title} {candidate.abstract}")
    assert scorer.seen[0] == expected
    assert len(scorer.seen) == sum(len(collection.rankable(*pair)) for pair in collection.pairs())
    check_ranked(run, collection)
    scores = dict(zip(scorer.seen, scorer.score(scorer.seen), strict=True))
    assert dict(run["q1", "background"])["c0"] == scores[expected]
