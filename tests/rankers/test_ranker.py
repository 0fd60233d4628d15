"""Requirements of kinds that a collection lacks."""

from paperpool.rankers.ranker import find_missing_requirement
from paperpool.rankers.registry import find_kinds


def test_all_other_kinds_lack_nothing():
    lacking = {
        name for name, kind in find_kinds().items() if find_missing_requirement(kind, False, False)
    }
    assert lacking == {"facet", "same_facet", "best", "references"}
    kinds = find_kinds().values()
    assert [kind.kind for kind in kinds if find_missing_requirement(kind, True, True)] == [
        "references"
    ]
    assert not any(find_missing_requirement(kind, True, True, has_citations=True) for kind in kinds)


def test_kinds_that_search_say_by_what_and_all_but_one_search_large_pools():
    searches = {name: kind.searches for name, kind in find_kinds().items() if kind.searches}
    assert searches == {
        **{"bm25": "terms", "tfidf": "terms"},
        **{"cbow": "vectors", "tfidfcbow": "vectors", "dense": "vectors"},
        **{"ts": "sentences", "splade": "weights"},
    }
    assert [name for name in searches if not find_kinds()[name].searches_large_pools()] == [
        "splade"
    ]
