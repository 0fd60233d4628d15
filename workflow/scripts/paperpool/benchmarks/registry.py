"""The benchmarks: every module of this package that describes one, found by its name.

A new benchmark is described in a module of its own, called as the benchmark is; this is the only
list of benchmarks.
"""

import importlib
import pkgutil
from functools import cache

from paperpool import benchmarks
from paperpool.benchmarks.benchmark import Benchmark


@cache
def find_benchmarks() -> dict[str, Benchmark]:
    """Return the description of each benchmark by its name, in the order of their places."""
    found = []
    for module in pkgutil.iter_modules(benchmarks.__path__):
        members = vars(importlib.import_module(f"{benchmarks.__name__}.{module.name}"))
        described = members.get("BENCHMARK")
        if isinstance(described, Benchmark) and described.name == module.name:
            found.append(described)
    return {one.name: one for one in sorted(found, key=lambda one: (one.place, one.name))}
