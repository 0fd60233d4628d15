"""What is otherwise in a demo, a run whose data are generated: its jobs are small."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEMO_TOKENS = 64
"""Tokens that a demo's dense rankers and re-rankers read of a paper: its first sentences."""


def is_demo(config: Mapping[str, Any]) -> bool:
    """Tell whether the data of a configuration are generated: no data key is set."""
    return not any(config["data"].values())


def count_job_threads(config: Mapping[str, Any]) -> int:
    """Return the threads of the jobs that compute with several.

    A demo's jobs are small: two beside each other take less time than one after the other with two
    threads each. The cache tells embeddings apart by it.
    """
    return 1 if is_demo(config) else 2
