"""The counts of two corpora side by side."""

from paperpool.compare.corpora import Count, compare_corpora

from .conftest import summary


def test_counts_stand_side_by_side_with_what_only_one_has():
    b = summary(50, quarantined={"too_large": 2}, readable=101)
    b["filters"] = {
        "none": {"kept": 101, "kept_always": 0, "dropped": {}},
        "mdcr": {"kept": 50, "kept_always": 2, "dropped": {"no_year": 40, "no_title": 11}},
    }
    found = compare_corpora(summary(60), b)
    assert found == {
        "Rows": [
            Count("read", 103, 103),
            Count("quarantined: truncated", 3, None),
            Count("readable", 100, 101),
            Count("kept by any filter", 60, 50),
            Count("quarantined: too large", None, 2),
        ],
        "Filter mdcr": [
            Count("kept", 60, 50),
            Count("kept always, by id", 2, 2),
            Count("dropped: no year", 40, 40),
            Count("dropped: no title", None, 11),
        ],
        "Filter none": [Count("kept", None, 101), Count("kept always, by id", None, 0)],
    }
    assert [count.difference for count in found["Rows"]] == [0, None, 1, -10, None]
