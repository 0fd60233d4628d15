"""CSFCube as a collection of whole papers: its queries and relevant papers."""

import pytest

from paperpool.collections.csfcube_corpus import leave_out_queries, open_corpus
from paperpool.collections.csfcube_release import read_collection


def count_relevant(corpus):
    return [
        sum(grade >= corpus.relevant for grade in judged.grades().values())
        for judged in corpus.judgments.values()
    ]


def test_real_release_has_the_published_numbers(real_data):
    corpus = open_corpus(read_collection(real_data("csfcube")))
    counts, corrected = count_relevant(corpus), count_relevant(leave_out_queries(corpus))
    assert len(corpus.pairs()) == 34 and len(corpus.documents) == 4205
    assert round(sum(counts) / 34, 4) == 13.3235
    assert round(sum(corrected) / 34, 4) == 13.2941
    own = [pair[0] for pair in corpus.pairs() if pair[0] in corpus.judgments[pair].candidates]
    assert own == ["8781666"]


def test_a_grade_is_the_largest_of_the_facets(collection):
    corpus = open_corpus(collection)
    assert corpus.is_searched and corpus.depth == len(collection.papers)
    assert [corpus.names[pair] for pair in corpus.pairs()] == ["q1", "q2", "q3", "q4"]
    for query, part in corpus.pairs():
        of_query = [pair for pair in collection.pairs() if pair[0] == query]
        facets = [collection.judgments[pair].grades() for pair in of_query]
        for paper, grade in corpus.judgments[query, part].grades().items():
            assert grade == max(grades[paper] for grades in facets)


def test_what_one_facet_alone_judged_counts(collection):
    pair = ("q1", "method")
    only = {
        key: judged for key, judged in collection.judgments.items() if key[0] != "q1" or key == pair
    }
    collection.judgments.clear()
    collection.judgments.update(only)
    assert open_corpus(collection).judgments["q1", ""].grades() == only[pair].grades()


@pytest.mark.parametrize("query", ["q1", "q4"])
def test_a_query_is_left_out_of_its_own_grades_alone(collection, query):
    corpus = open_corpus(collection)
    before = corpus.judgments[query, ""].grades()
    after = leave_out_queries(corpus).judgments[query, ""].grades()
    assert before.items() - after.items() == ({("q4", before["q4"])} if query == "q4" else set())
    assert after.items() <= before.items()
