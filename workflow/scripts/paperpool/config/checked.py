"""A configuration while it is checked: sound parts can be checked further. Also the facts of the
whole run: its name, its sections, and the demo that it makes without data, whose jobs are small.
"""

from collections.abc import Iterable, Mapping, Set
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.errors import Problem

DEMO_TOKENS = 64
"""Tokens that a demo's dense rankers and re-rankers read of a paper: its first sentences."""


def is_demo(config: Mapping[str, Any]) -> bool:
    """Return whether the data of a configuration are generated: no data key is set."""
    return not any(config["data"].values())


DEFAULT_ENCODER = "minilm"
"""The ranker that feedback learns from by default: a run may be without it."""


def default_order(config: Mapping[str, Any]) -> str:
    """Return the order of judging candidates if ``pools.order`` is null.

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
    threads each. It is part of the cache's keys.
    """
    return 1 if is_demo(config) else 2


Key = tuple[str, ...]
"""The place of a value: the names on the way to it; places of a list as digits."""


class Checked(dict[str, Any]):
    """A configuration, and the keys of it that broke the schema: no check looks at their values."""

    def __init__(self, config: Mapping[str, Any], broken: Set[Key] = frozenset()):
        super().__init__(config)
        self.broken = broken

    def is_sound(self, *key: str) -> bool:
        """Return whether neither ``key`` nor anything above or below it broke the schema."""
        return not any(bad[: len(key)] == key or key[: len(bad)] == bad for bad in self.broken)

    @property
    def lacks_corpus(self) -> bool:
        """Whether there are data of one's own and no corpus among them, as far as is known."""
        return self.is_sound("data") and not is_demo(self) and not self["data"]["s2orc"]


DEMO_RUN = "demo"
"""The name of the run on generated data, the default."""


def list_sections() -> list[str]:
    """Return the sections that a run can have: the groundwork, and every benchmark."""
    return ["corpus", "facets", "pools", "annotation", *find_benchmarks()]


def find_run_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of ``run`` and ``demo``."""
    if config.is_sound("data") and config["run"] == DEMO_RUN:
        for key in [key for key, value in config["data"].items() if value][:1]:
            what = f"data.{key} is set, and the run is called {DEMO_RUN} as that on generated data."
            hint = "Give it a name of its own, such as `run: my-run`; its results go there."
            yield Problem(what, "run", hint)
    if config.is_sound("demo"):
        n_bulk, n_shards = config["demo"]["bulk_shards"], config["demo"]["shards"]
        if n_bulk > n_shards:
            what = f"{n_bulk} shards in the bulk format are more than the {n_shards} there are."
            hint = f"From 0 to demo.shards, which is {n_shards}."
            yield Problem(what, "demo.bulk_shards", hint)
