"""Keys that can be checked further."""

import pytest

from paperpool.demo_runs import count_job_threads, is_demo
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.loading import fill_defaults, merge

BROKEN = {("mdcr", "bm25", "b", "0"), ("cache",)}


@pytest.mark.parametrize(
    ("key", "sound"),
    [
        (("mdcr", "bm25", "b", "0"), False),
        (("mdcr", "bm25"), False),  # something below it is broken
        (("mdcr",), False),
        (("cache", "size"), False),  # what is above it is broken
        (("mdcr", "bm25", "b", "1"), True),
        (("mdcr", "bm25", "k1"), True),
        (("mdcr", "years"), True),
        (("mdcrs",), True),
        (("cach",), True),
    ],
)
def test_a_key_is_sound_unless_it_or_what_is_above_or_below_it_is_broken(key, sound):
    assert Checked({}, BROKEN).is_sound(*key) == sound


def test_no_key_is_sound_where_the_whole_is_broken_and_each_is_where_nothing_is():
    assert not Checked({}, {()}).is_sound("mdcr", "years")
    assert not Checked({}, {("mdcr",)}).is_sound()
    assert Checked({}).is_sound() and Checked({}).is_sound("mdcr")


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


@pytest.mark.parametrize(("order", "filled"), [(None, "drawn"), ("depth", "depth")])
def test_an_order_that_is_null_is_drawn(base, order, filled):
    assert fill_defaults(merge(base, {"pools": {"order": order}}))["pools"]["order"] == filled
