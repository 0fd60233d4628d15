"""Which sources found a candidate."""

import pytest

from paperpool.workflow.annotation.pool_sources import (
    COLUMNS,
    count_source_grades,
    has_copied_provenance,
    list_sources,
    read_sources,
    share_cited_below_relevant,
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


def test_counts_by_hand():
    sources = {
        "q1": {"c0": ("cited",), "c1": ("cited", "abs"), "c2": ("abs",), "c3": ()},
        "q2": {"c0": ("abs",)},  # its pool does not have c1
    }
    collection = collect(
        {
            ("q1", "method"): judge("0123"),
            ("q2", "method"): judge("31"),
            ("q1", "result"): judge("00"),
        },
        sources,
    )
    table = count_source_grades(collection)
    assert list(table) == COLUMNS
    assert table[table.n > 0].values.tolist() == [
        ["method", "cited", 0, 1, 0.5],
        ["method", "cited", 1, 1, 0.5],
        ["method", "abs", 1, 1, pytest.approx(1 / 3)],
        ["method", "abs", 2, 1, pytest.approx(1 / 3)],
        ["method", "abs", 3, 1, pytest.approx(1 / 3)],
        ["method", "unknown", 1, 1, 0.5],
        ["method", "unknown", 3, 1, 0.5],
        ["result", "cited", 0, 2, 1.0],
        ["result", "abs", 0, 1, 1.0],
    ]
    assert share_cited_below_relevant(table, 2) == {"method": 1.0, "result": 1.0}


def test_cited_candidates_of_the_release_are_mostly_graded_0_or_1(release):
    shares = share_cited_below_relevant(count_source_grades(release), release.scheme.relevant)
    rounded = {facet: round(100 * share, 1) for facet, share in shares.items()}
    assert rounded == {"background": 79.7, "method": 88.8, "result": 86.6}


def test_every_candidate_of_the_release_has_a_source(release):
    table = count_source_grades(release)
    assert "unknown" not in set(table.source)
    sums = table.groupby(["facet", "source"]).share.sum()
    assert len(sums) == 24 and sums.tolist() == pytest.approx([1.0] * 24)
    assert table[table.source == "cited"].n.sum() == 271 + 339 + 358
