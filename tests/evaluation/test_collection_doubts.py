"""Judgments of other documents are doubted; honest collections are not."""

import pytest

from paperpool.collections.collection import Judgments
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import make_reader
from paperpool.evaluation.collection_doubts import find_collection_doubts

from ..made.folders import GRADES, write_beir, write_mteb


def read(settings):
    return assemble(make_reader(settings).read(), "test", 1, 1000)


def shift(collection):
    """Give each judged document the id of the next paper."""
    ids = collection.documents
    following = dict(zip(ids, ids[1:] + ids[:1], strict=True))
    for pair, judged in list(collection.judgments.items()):
        others = tuple(following[i] for i in judged.candidates)
        collection.judgments[pair] = Judgments(others, judged.adjudicated, {})


@pytest.mark.parametrize("name", ["scifact", "doris-mae"])
def test_shifted_judgments_of_a_real_collection_are_doubted(real_data, name):
    collection = read({"format": "beir", "path": str(real_data(name)), "split": "test"})
    assert find_collection_doubts(collection) == []
    shift(collection)
    [doubt] = find_collection_doubts(collection)
    assert doubt.what.startswith("The relevant documents share no more words with their own")


def test_shifted_judgments_of_csfcube_are_doubted(released):
    collection = open_corpus(released)
    assert find_collection_doubts(collection) == []
    shift(collection)
    assert len(find_collection_doubts(collection)) == 1


def test_documents_without_texts_are_not_doubted(tmp_path):
    topics = {str(number): f"words of topic {number}" for number in range(20)}
    documents = {f"d{number}": ("", "") for number in range(20)}
    grades = {topic: {f"d{topic}": 1} for topic in topics}
    assert find_collection_doubts(read(write_beir(tmp_path, documents, topics, grades))) == []


def test_judged_documents_that_are_not_there_are_named(tmp_path):
    grades = {**GRADES, "1": {**GRADES["1"], "A": 1}}
    [doubt] = find_collection_doubts(read(write_beir(tmp_path, grades=grades)))
    assert doubt.what.startswith("1 of 6 judged documents is not in the collection: A.")
    assert "All would be known but for upper or lower case." in doubt.hint


def test_nothing_is_said_of_few_topics_or_of_papers_that_are_no_candidates(tmp_path):
    assert find_collection_doubts(read(write_beir(tmp_path / "beir"))) == []
    candidates = {topic: ["b"] for topic in GRADES}
    assert find_collection_doubts(read(write_mteb(tmp_path / "mteb", candidates))) == []
