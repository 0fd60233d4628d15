"""A run is a demo while no data key is set; its jobs then have one thread."""

import pytest

from paperpool.config.demo_runs import count_job_threads, is_demo


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
