"""Examples without a search, and the text of a question."""

import numpy as np
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.extras.search_page.model import WHOLE, Settings
from paperpool.extras.search_page.questions import UNLIKE_WEIGHT, check_question, scale


def test_a_paper_without_a_sentence_of_the_facet_is_refused(engine):
    with pytest.raises(UserError, match=r"about background.*\n.*\n.*method, result; or mark"):
        engine.search(engine.look_up("a6"), Settings(facet="background"))
    with pytest.raises(UserError, match="have no facets: the run has no labeller"):
        engine.search(engine.paste("T", "Some text."), Settings(facet="method"))
    with pytest.raises(UserError, match="has no abstract"):
        engine.search(engine.look_up("a5"), Settings())


def test_the_title_is_searched_for_with_the_whole_paper_alone(engine):
    example = engine.look_up("a1")

    def words(**settings):
        asked = check_question(example, Settings(**settings), default_scheme(), True, frozenset())
        return asked.words

    abstract = " ".join(sentence.text for sentence in example.sentences)
    assert words(facet=WHOLE) == f"{example.title} {abstract}"
    assert words(facet=WHOLE, marked=(1,)) == words(facet="method") == example.sentences[1].text


def scores(engine, paper, settings):
    found = engine.search(engine.look_up(paper), settings)
    return {result.paper_id: result.score for result in found.results}


@pytest.mark.parametrize("ranker", ["dense", "sentences", "trained"])
def test_scores_are_the_mean_less_a_share_of_the_unlike(encoded, ranker):
    settings = {"ranker": ranker, "facet": "method", "n_results": 9}
    a1, q1, a2 = (scores(encoded, paper, Settings(**settings)) for paper in ("a1", "q1", "a2"))
    several = scores(encoded, "a1", Settings(**settings, like=("q1",), unlike=("a2",)))
    assert set(several) == set(a1) - {"q1", "a2"}
    meeting = [i for i in several if i not in ("a5",)]  # which has no sentence
    for i in meeting:
        expected = (a1[i] + q1[i]) / 2 - UNLIKE_WEIGHT * a2[i]
        assert several[i] == pytest.approx(expected, abs=1e-6)
    assert list(several.values()) == sorted(several.values(), reverse=True)


def test_scores_by_words_count_each_paper_the_same(engine):
    found = scores(engine, "a1", Settings(n_results=9, like=("a2",)))
    words = engine.rankers.words
    ids = engine.papers.ids
    each = []
    for paper in ("a1", "a2"):
        example = engine.look_up(paper)
        text = " ".join([example.title, *(s.text for s in example.sentences)])
        each.append(words.score(text) / words.score(text).max())
    for i, score in found.items():
        assert score == pytest.approx(np.mean([one[ids.index(i)] for one in each]))
    assert not {"a1", "a2"} & set(found)


def test_nothing_is_scaled_where_no_word_is_shared():
    assert scale(np.zeros(3)).tolist() == [0, 0, 0]
    assert scale(np.array([1.0, 4.0])).tolist() == [0.25, 1]


def test_papers_that_are_asked_with_are_told_and_none_of_them_nor_a_twin_is_found(engine):
    example = engine.look_up("a1")
    settings = Settings(like=("Hot tea",), unlike=("a4",))
    found = engine.search(example, settings)
    assert ([e.paper_id for e in found.like], [e.paper_id for e in found.unlike]) == (
        ["q1"],
        ["a4"],
    )
    assert sorted(r.paper_id for r in found.results) == ["a2", "a5", "a6"]
    assert found.notes[0].startswith("Scores combine all example papers")


@pytest.mark.parametrize(
    ("settings", "what", "where"),
    [
        ({"like": ("zzz",)}, "No paper has this id, and no title is like it: 'zzz'.", "run 'made'"),
        ({"like": ("tea",)}, "It is not clear which paper 'tea' is.", "papers"),
        ({"like": ("a2",), "unlike": ("a2",)}, "Paper 'a2' is named twice.", "papers"),
        ({"unlike": ("a1",)}, "Paper 'a1' is named twice.", "papers"),
        ({"like": ("a5",)}, "The paper has no abstract.", "paper a5"),
    ],
)
def test_what_cannot_be_asked_with_is_named(engine, settings, what, where):
    with pytest.raises(UserError) as caught:
        engine.search(engine.look_up("a1"), Settings(**settings))
    assert (caught.value.problems[0].what, caught.value.problems[0].where) == (what, where)
