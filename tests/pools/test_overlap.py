"""What the best candidates of two sources have in common, counted by hand."""

from paperpool.pools.overlap import COLUMNS, TOP, measure_overlap


def test_the_mean_over_all_queries():
    rankings = {
        "a": {"q1": ["x", "y", "z"], "q2": ["x"]},
        "b": {"q1": ["z", "x", "w"], "q2": ["y"]},
        "c": {"q2": ["y", "x"], "q3": ["w"], "q4": []},
    }
    overlap = measure_overlap(rankings)
    assert list(overlap.columns) == COLUMNS
    assert overlap.to_numpy().tolist() == [["a", "b", 0.5], ["a", "c", 0.25], ["b", "c", 0.25]]


def test_only_the_first_25_count():
    ids = [f"p{i}" for i in range(60)]
    assert TOP == 25
    rankings = {"a": {"q": ids}, "b": {"q": ids[20:]}, "c": {"q": ids[25:]}}
    assert measure_overlap(rankings).mean_common_top_25.tolist() == [5.0, 0.0, 20.0]


def test_one_source_overlaps_with_none():
    assert measure_overlap({"a": {"q": ["x"]}}).empty
    assert measure_overlap({"a": {}, "b": {}}).to_numpy().tolist() == [["a", "b", 0.0]]
