"""Explanations: the signals agree with the rankings that they explain."""

import numpy as np
import pytest

from paperpool.errors import UserError
from paperpool.search_page.explaining import TOP_WORDS
from paperpool.search_page.model import Filters, Settings


def signals(engine, example, settings, paper_id):
    explanation = engine.explain(engine.look_up(example), settings, paper_id)
    assert explanation.paper_id == paper_id
    return {signal.name: signal for signal in explanation.signals}


@pytest.mark.parametrize("ranker", ["bm25", "dense", "sentences", "scisearch"])
def test_the_signal_of_the_ranker_is_its_score_and_rank(encoded, ranker):
    settings = Settings(facet="method", ranker=ranker)
    found = encoded.search(encoded.look_up("q1"), settings)
    for result in found.results:
        if not result.sentences:
            continue
        said = signals(encoded, "q1", settings, result.paper_id)
        assert said[ranker].value == pytest.approx(result.score, abs=1e-12)
        assert (said[ranker].rank, said[ranker].share) == (result.rank, 1.0)
        others = {name: signal for name, signal in said.items() if name != ranker}
        assert {signal.share for signal in others.values()} == {None}
        assert others.get("sentences", said["sentences"]).rank is None or ranker == "sentences"
        assert said["cited"].value == float(result.cited)
        assert (said["grade"].value if "grade" in said else None) == result.grade


def test_shares_of_a_fusion_are_its_reciprocal_ranks(encoded):
    settings = Settings(facet="method", ranker="fusion")
    found = encoded.search(encoded.look_up("q1"), settings)
    for result in found.results:
        said = signals(encoded, "q1", settings, result.paper_id)
        parts = {name: 1 / (60 + said[name].rank) for name in ("bm25", "dense")}
        assert sum(parts.values()) == pytest.approx(result.score, abs=1e-12)
        assert said["bm25"].share == pytest.approx(parts["bm25"] / result.score)
        assert said["bm25"].share + said["dense"].share == pytest.approx(1)
        assert said["sentences"].share is None


def test_words_add_up_to_the_score(engine):
    settings = Settings(facet="method")
    words = signals(engine, "a1", settings, "a2")["bm25"]
    assert sorted(word for word, _ in words.details) == ["brew", "ice", "we"]
    assert sum(weight for _, weight in words.details) == pytest.approx(words.value)
    weights = [weight for _, weight in words.details]
    assert weights == sorted(weights, reverse=True)


def test_pairs_of_sentences_are_those_of_the_links(engine):
    settings = Settings(facet="method")
    (result,) = [
        r for r in engine.search(engine.look_up("a1"), settings).results if r.paper_id == "a2"
    ]
    said = signals(engine, "a1", settings, "a2")["sentences"]
    assert said.details == (
        ("We brew tea with ice. ↔ We brew coffee with ice.", result.links[0].similarity),
    )
    assert said.value == result.links[0].similarity


def test_grades_have_probabilities(encoded):
    said = signals(encoded, "a1", Settings(facet="method"), "a2")["scisearch"]
    names, values = zip(*said.details, strict=True)
    assert names == ("grade 0", "grade 1", "grade 2", "grade 3")
    assert sum(values) == pytest.approx(1)
    assert said.value == pytest.approx(np.arange(4) @ values)
    assert "scisearch" not in signals(encoded, "a1", Settings(facet="result"), "a2")
    assert "scisearch" not in signals(encoded, "a1", Settings(), "a2")


def test_the_order_of_scisearchs_own_page_stands_beside_the_expected_grade(encoded):
    settings = Settings(facet="method", ranker="scisearch")
    found = encoded.search(encoded.look_up("q1"), settings).results
    told = [signals(encoded, "q1", settings, result.paper_id) for result in found]
    best = [max(s["scisearch"].details, key=lambda detail: detail[1]) for s in told]
    assert [s["most_probable"].details for s in told] == [(one,) for one in best]
    keys = [(-int(name[-1]), -p) for name, p in best]
    assert [s["most_probable"].rank for s in told] == [1 + sorted(keys).index(k) for k in keys]
    assert [s["most_probable"].value for s in told] == [-grade for grade, _ in keys]


def test_only_candidates_are_explained(engine):
    for paper_id in ("a1", "nobody"):
        with pytest.raises(UserError, match=f"Paper '{paper_id}' is not among the searched papers"):
            engine.explain(engine.look_up("a1"), Settings(), paper_id)
    with pytest.raises(UserError, match="Paper 'a3' is not among the searched papers"):
        engine.explain(engine.look_up("a1"), Settings(filters=Filters(year_to=2005)), "a3")


def test_a_paper_without_an_abstract_has_no_value_by_sentences(engine):
    said = signals(engine, "a1", Settings(facet="method"), "a5")["sentences"]
    assert (said.value, said.details) == (None, ())


def test_no_more_words_are_told_than_can_be_read(engine):
    whole = signals(engine, "a1", Settings(), "a2")["bm25"]
    assert 0 < len(whole.details) <= TOP_WORDS
