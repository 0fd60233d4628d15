"""Requirements of kinds that a collection lacks."""

from paperpool.rankers.ranker import find_lack
from paperpool.rankers.registry import find_kinds


def test_all_other_kinds_lack_nothing():
    lacking = {name for name, kind in find_kinds().items() if find_lack(kind, False, False)}
    assert lacking == {"facet", "same_facet", "best", "references"}
    kinds = find_kinds().values()
    assert [kind.kind for kind in kinds if find_lack(kind, True, True)] == ["references"]
    assert not any(find_lack(kind, True, True, has_citations=True) for kind in kinds)


def test_kinds_that_search_large_pools_say_by_what():
    searches = {name: kind.searches for name, kind in find_kinds().items() if kind.searches}
    assert searches == {
        **{"bm25": "terms", "tfidf": "terms"},
        **{"cbow": "vectors", "tfidfcbow": "vectors", "dense": "vectors"},
        "ts": "sentences",
    }
