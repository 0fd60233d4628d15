"""Grades by the source of a candidate (appendix D)."""

import pytest

from paperpool.annotation.source_grades import (
    COLUMNS,
    count_source_grades,
    share_cited_below_relevant,
)

from .conftest import collect, judge


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
    assert share_cited_below_relevant(table) == {"method": 1.0, "result": 1.0}


def test_cited_candidates_of_the_release_are_mostly_graded_0_or_1(release):
    shares = share_cited_below_relevant(count_source_grades(release))
    rounded = {facet: round(100 * share, 1) for facet, share in shares.items()}
    assert rounded == {"background": 79.7, "method": 88.8, "result": 86.6}


def test_every_candidate_of_the_release_has_a_source(release):
    table = count_source_grades(release)
    assert "unknown" not in set(table.source)
    sums = table.groupby(["facet", "source"]).share.sum()
    assert len(sums) == 24 and sums.tolist() == pytest.approx([1.0] * 24)
    assert table[table.source == "cited"].n.sum() == 271 + 339 + 358
