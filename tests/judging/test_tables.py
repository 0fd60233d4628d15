"""The tables of a comparison: their columns, and bounds that cannot be given yet."""

from paperpool.judging.comparing import compare_runs
from paperpool.judging.tables import (
    FURTHER,
    SYSTEMS,
    WIDTHS,
    tabulate_systems,
    tabulate_widths,
)

from ..made.judged import EMPTY, hide_all, make_items


def test_before_any_grade_bounds_are_empty_and_widths_fall():
    comparison = compare_runs(hide_all(make_items(noises=(0.5, 1.0, 2.0))), EMPTY)
    systems = tabulate_systems(comparison)
    assert list(systems) == SYSTEMS and len(systems) == 3
    assert systems[["low", "high_of_topics", "needed"]].isna().all(axis=None)
    widths = tabulate_widths(comparison)
    assert list(widths) == WIDTHS and len(widths) == 3 * len(FURTHER)
    first = widths[:4]
    assert first["low_to_high"].is_monotonic_decreasing
    assert (first["low_to_high_at_all_looks"] > first["low_to_high"]).all()


def test_what_is_decided_needs_no_width():
    comparison = compare_runs(make_items(), EMPTY)
    assert tabulate_widths(comparison).empty
    assert tabulate_systems(comparison)["verdict"].tolist() == ["r0 is better"]
