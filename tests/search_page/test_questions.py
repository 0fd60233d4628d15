"""Examples that no search can be made of, and what a question searches for."""

import pytest

from paperpool.errors import UserError
from paperpool.search_page.model import WHOLE, Settings
from paperpool.search_page.questions import check_question


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
        asked = check_question(example, Settings(**settings), engine.facts, (), True, frozenset())
        return asked.words

    abstract = " ".join(sentence.text for sentence in example.sentences)
    assert words(facet=WHOLE) == f"{example.title} {abstract}"
    assert words(facet=WHOLE, marked=(1,)) == words(facet="method") == example.sentences[1].text
