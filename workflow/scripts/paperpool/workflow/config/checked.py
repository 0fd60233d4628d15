"""A configuration while it is checked, checks that several sections share, and the demo."""

from collections.abc import Collection, Iterable, Mapping, Set
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.demo_runs import is_demo
from paperpool.errors import Problem, guess

DEMO_TOKENS = 64
"""Tokens that a demo's dense rankers and re-rankers read of a paper."""

Key = tuple[str, ...]
"""The path of a value: names, and indices of lists as digits."""


class Checked(dict[str, Any]):
    """A configuration, and its keys that broke the schema, whose values are not checked further."""

    def __init__(self, config: Mapping[str, Any], broken: Set[Key] = frozenset()):
        super().__init__(config)
        self.broken = broken

    def is_sound(self, *key: str) -> bool:
        """Return whether neither ``key`` nor anything above or below it broke the schema."""
        for broken in self.broken:
            shared = min(len(key), len(broken))
            if key[:shared] == broken[:shared]:
                return False
        return True

    @property
    def lacks_corpus(self) -> bool:
        """Whether the run has its own data, but no corpus."""
        return self.is_sound("data") and not is_demo(self) and not self["data"]["s2orc"]


DEMO_RUN = "demo"
"""The name of the run on generated data, the default."""


def list_sections() -> list[str]:
    """Return the sections that a run can have: the groundwork, and every benchmark."""
    return ["corpus", "facets", "pools", "annotation", *find_benchmarks()]


CORRECT = "Correct the path, or leave the key null."
"""The hint for a file that is not there."""


def lies_in_run(config: Mapping[str, Any], path: str | Path) -> bool:
    """Return whether something lies in the folder of the run's results."""
    folder = Path(str(config["results"]), str(config["run"]))
    return folder.resolve() in Path(path).resolve().parents


def find_unknown_system(name: str | None, known: Collection[str], where: str) -> Iterable[Problem]:
    """Yield a problem if ``name`` is set and not a known published system."""
    if name is not None and name not in known:
        hint = guess(name, known) or f"One of {', '.join(known)}."
        yield Problem(f"No published system is called {name!r}.", where, hint)


def find_run_problems(config: Checked) -> Iterable[Problem]:
    """Yield the problems of ``run`` and ``demo``."""
    if config.is_sound("data") and config["run"] == DEMO_RUN:
        keys = [key for key, value in config["data"].items() if value]
        if keys:
            message = (
                f"data.{keys[0]} is set, but {DEMO_RUN} is the name of the run on generated data."
            )
            hint = "Give the run a name of its own, such as `run: my-run`."
            yield Problem(message, "run", hint)

    if config.is_sound("demo"):
        n_bulk = config["demo"]["bulk_shards"]
        n_shards = config["demo"]["shards"]
        if n_bulk > n_shards:
            message = f"demo.bulk_shards is {n_bulk}, more than demo.shards ({n_shards})."
            yield Problem(message, "demo.bulk_shards", f"Set it to {n_shards} or less.")
