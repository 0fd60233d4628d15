"""What is otherwise in a demo, a run whose data are generated: its jobs are small."""

from collections.abc import Mapping
from typing import Any

DEMO_TOKENS = 64
"""Tokens that a demo's dense rankers and re-rankers read of a paper: its first sentences."""


def is_demo(config: Mapping[str, Any]) -> bool:
    """Tell whether the data of a configuration are generated: no data key is set."""
    return not any(config["data"].values())


DEFAULT_ENCODER = "minilm"
"""The ranker that feedback learns from where nothing is said: a run may be without it."""


def default_order(config: Mapping[str, Any]) -> str:
    """Return the order in which candidates are judged where ``pools.order`` is null.

    A demo's are judged in batches by relevance feedback, unless it draws no pools or has not the
    encoder that feedback learns from.
    """
    name, sections = config["annotation"]["encoder"], config["sections"]
    is_known = name is None or config["rankers"].get(name, {}).get("kind") == "dense"
    is_drawn = sections is None or "pools" in sections
    return "feedback" if is_demo(config) and is_known and is_drawn else "drawn"


def count_job_threads(config: Mapping[str, Any]) -> int:
    """Return the threads of the jobs that compute with several.

    A demo's jobs are small: two beside each other take less time than one after the other with two
    threads each. The cache tells embeddings apart by it.
    """
    return 1 if is_demo(config) else 2
