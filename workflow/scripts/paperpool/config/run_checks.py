"""Check what the whole run is: its name, its sections, and the demo that it makes without data."""

from collections.abc import Iterable

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.config.checked import Checked
from paperpool.errors import Problem

DEMO_RUN = "demo"
"""The name of the run on generated data, which is the default."""


def list_sections() -> list[str]:
    """Return the sections that a run can have: the groundwork, and every benchmark."""
    return ["corpus", "facets", "pools", "annotation", *find_benchmarks()]


def find_problems(config: Checked) -> Iterable[Problem]:
    """Yield what is wrong with ``run`` and ``demo``."""
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
