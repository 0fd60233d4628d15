"""Which sources found a candidate."""

from paperpool.annotation.pool_sources import (
    has_copied_provenance,
    list_sources,
    read_sources,
)

from .conftest import collect, judge

JUDGMENTS = {("q1", "method"): judge("01"), ("q2", "method"): judge("01")}


def test_a_list_that_every_cited_candidate_carries_is_a_copy():
    copied = {
        "q1": {"c0": ("cited", "specter"), "c1": ("specter", "cited"), "c2": ("specter", "abs")},
        "q2": {"c0": ("cited", "abs"), "c1": ("abs",)},
    }
    collection = collect(JUDGMENTS, copied)
    assert has_copied_provenance(collection)
    assert read_sources(collection) == {
        "q1": {"c0": ("cited",), "c1": ("cited",), "c2": ("specter", "abs")},
        "q2": {"c0": ("cited",), "c1": ("abs",)},
    }
    assert list_sources(collection) == ["cited", "abs", "specter"]


def test_lists_that_differ_within_a_pool_are_believed():
    true = {
        "q1": {"c0": ("cited", "specter"), "c1": ("cited",)},
        "q2": {"c0": ("cited", "abs", "abs"), "c1": ()},
    }
    collection = collect(JUDGMENTS, true)
    assert not has_copied_provenance(collection)
    assert read_sources(collection) == {
        "q1": {"c0": ("cited", "specter"), "c1": ("cited",)},
        "q2": {"c0": ("cited", "abs"), "c1": ()},
    }


def test_the_release_has_copies(release):
    assert has_copied_provenance(release)
    assert list_sources(release)[0] == "cited" and len(list_sources(release)) == 8
    cited = [
        len([s for s in of.values() if s == ("cited",)]) for of in read_sources(release).values()
    ]
    assert (min(cited), max(cited)) == (5, 55)
