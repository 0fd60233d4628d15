from paperpool.rankers.registry import group_rankers


def test_groups_are_in_their_order_and_rankers_in_that_of_the_configuration():
    kinds = {"r": "run", "b": "dense", "t": "bm25", "a": "facet", "c": "command"}
    assert group_rankers(kinds) == {
        "Term-level": ["t"],
        "Abstract-level": ["b", "a"],
        "From outside": ["r", "c"],
    }
    assert list(group_rankers(kinds)) == ["Term-level", "Abstract-level", "From outside"]


def test_a_ranker_of_any_other_kind_is_shown_too():
    assert group_rankers({"x": "new-kind", "t": "tfidf"}) == {"Term-level": ["t"], "Others": ["x"]}
