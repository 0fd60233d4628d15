"""The topics of collections: their texts, and the judgments of a question."""

from dataclasses import replace

import pytest

from paperpool.errors import UserError
from paperpool.search_page.model import Example, Sentence, Settings, Topic
from paperpool.search_page.questions import Question
from paperpool.search_page.topics import Topics

from ..made.folders import GRADES, PARTED, TOPICS, write_beir, write_faceted
from ..made.search_run import make_collection, store_other


@pytest.fixture
def topics(tmp_path):
    settings = {**write_beir(tmp_path / "beir"), "relevant": 2}
    return Topics(store_other(tmp_path, "beir", settings))


@pytest.fixture
def faceted(tmp_path):
    return Topics(store_other(tmp_path, "own", write_faceted(tmp_path / "own")))


def ask(example, own=(), **settings):
    return Question(example, Settings(**settings), (0,), None, None, frozenset(own))


def test_topics_are_listed_with_their_texts(topics):
    assert topics.describe() == tuple(Topic(i, text) for i, text in TOPICS.items())


def test_numbers_in_ids_are_sorted_by_their_size(tmp_path):
    ids = ["T10", "T9", "t1", "2", "10", "9" * 5000, "T9-b", "é"]
    settings = write_beir(
        tmp_path / "beir", topics=dict.fromkeys(ids, "x"), grades={i: {"a": 1} for i in ids}
    )
    listed = Topics(store_other(tmp_path, "beir", settings)).describe()
    assert [t.topic_id for t in listed] == [
        *("2", "10", "9" * 5000, "T9", "T9-b", "T10", "t1", "é")
    ]


def test_a_text_asks_with_its_sentences_as_no_paper(topics):
    """The topic has the id of a document, and is a different thing."""
    example = topics.example("a")
    assert (example.paper_id, example.title, example.topic) == (None, "", "a")
    assert example.sentences == (Sentence(TOPICS["a"]),)
    assert len(topics.example("2").sentences) == 2


def test_a_paper_asks_with_its_facet(faceted):
    assert faceted.describe() == (Topic("q", "T", "method"),)
    example = faceted.example("q")
    assert (example.paper_id, example.title, example.topic) == (None, "T", "q")
    assert example.sentences == tuple(map(Sentence, *PARTED.values()))


def test_only_a_topic_as_it_stands_has_its_grades(topics):
    example = topics.example("1")
    pair = topics.find_asked(ask(example))
    assert topics.grades(pair) == GRADES["1"]
    said = "Judged for topic 1: 3 papers, 1 of them relevant (from grade 2 on)."
    assert topics.note(ask(example)) == said
    for changed in (ask(example, marked=(0,)), ask(example, facet="method")):
        assert topics.find_asked(changed) is None
        assert topics.note(changed).startswith("This is not topic 1 unchanged")
    assert topics.grades(None) == {}


def test_a_paper_or_text_of_ones_own_is_no_topic(topics):
    for example in (replace(topics.example("1"), topic=None, paper_id=i) for i in (None, "a")):
        assert topics.find_asked(ask(example, own={"a"})) is None
        assert topics.note(ask(example)) is None


def test_a_topic_of_a_facet_is_asked_with_it_alone(faceted):
    example = faceted.example("q")
    assert faceted.find_asked(ask(example)) is None
    assert faceted.grades(faceted.find_asked(ask(example, facet="method"))) == {"a": 1}


def test_a_topic_that_is_not_there_is_met_with_those_that_are(topics):
    with pytest.raises(UserError, match=r"no topic '<b>'\.\n.*\n  Hint: Known: 1, 2, a\."):
        topics.example("<b>")
    with pytest.raises(UserError, match=r"no topic '1'\.\n  Where: a page without topics"):
        Topics(None).example("1")


def test_the_queries_of_csfcube_are_asked_by_paper_and_facet():
    topics = Topics(make_collection())
    assert topics.describe() == ()
    example = Example("q1", "Hot tea", ())
    pair = topics.find_asked(ask(example, own={"q1", "other"}, facet="method", marked=(1,)))
    assert topics.grades(pair) == {"a6": 3, "c1": 1}
    assert topics.find_asked(ask(example, own={"q1"})) is None
