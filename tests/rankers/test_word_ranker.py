"""Requirements of both rankers by averaged word vectors."""

from paperpool.rankers.registry import find_kinds
from paperpool.rankers.word_ranker import WordRanker


def test_both_averages_are_of_it_and_it_is_no_kind_itself():
    kinds = find_kinds()
    assert {name for name, kind in kinds.items() if issubclass(kind, WordRanker)} == {
        "cbow",
        "tfidfcbow",
    }
    assert WordRanker not in kinds.values()
