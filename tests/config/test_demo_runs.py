"""A run is a demo while no data key is set; its jobs then have one thread."""

import pytest

from paperpool.config.checked import count_job_threads, default_order, is_demo
from paperpool.config.loading import fill_defaults, merge


@pytest.mark.parametrize(
    ("data", "demo"),
    [
        ({}, True),
        ({"s2orc": None, "csfcube": None}, True),
        ({"s2orc": ["shard"], "csfcube": None}, False),
        ({"s2orc": None, "collections": {"nf": {"format": "beir"}}}, False),
    ],
)
def test_data_of_one_s_own_make_no_demo(data, demo):
    assert is_demo({"data": data}) is demo
    assert count_job_threads({"data": data}) == (1 if demo else 2)


@pytest.mark.parametrize(
    ("overlay", "order"),
    [
        ({}, "feedback"),
        ({"annotation": {"encoder": None}}, "feedback"),
        ({"pools": {"order": "mtf"}}, "mtf"),
        ({"pools": {"order": "drawn"}}, "drawn"),
        ({"rankers": {"minilm": None}}, "drawn"),
        ({"sections": ["csfcube", "annotation"]}, "drawn"),
        ({"run": "own", "data": {"s2orc": ["shards"]}}, "drawn"),
    ],
)
def test_an_order_that_is_null_is_drawn_but_in_a_demo_that_can_learn(base, overlay, order):
    assert fill_defaults(merge(base, overlay))["pools"]["order"] == order
    if "order" not in overlay.get("pools", {}):
        assert default_order(merge(base, overlay)) == order
