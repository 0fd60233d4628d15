"""The only list of benchmarks: every module of this package that describes one of its name."""

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

    found.sort(key=lambda benchmark: (benchmark.place, benchmark.name))
    return {benchmark.name: benchmark for benchmark in found}


def find_protocols() -> dict[str, Benchmark]:
    """Return the description of each benchmark, then of each further protocol, by its name."""
    found = dict(find_benchmarks())
    for benchmark in find_benchmarks().values():
        found |= benchmark.protocols
    return found


def judged_benchmark() -> Benchmark:
    """Return the benchmark whose collections annotation makes (``Benchmark.is_judged``)."""
    [judged] = [benchmark for benchmark in find_benchmarks().values() if benchmark.is_judged]
    return judged
