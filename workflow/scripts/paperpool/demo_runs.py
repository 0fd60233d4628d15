"""Runs on generated data, the demo: whether a run is one, and what differs for it."""

from collections.abc import Mapping
from typing import Any


def is_demo(config: Mapping[str, Any]) -> bool:
    """Return whether the data of a configuration are generated: no data key is set."""
    return not any(config["data"].values())


def count_job_threads(config: Mapping[str, Any]) -> int:
    """Return the threads of jobs that compute with several: one in a demo, whose jobs are small.

    The number is part of the cache's keys.
    """
    return 1 if is_demo(config) else 2
