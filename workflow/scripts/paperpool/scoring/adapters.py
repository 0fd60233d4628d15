"""The module of a benchmark in this package: how its rankings are read and scored."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from paperpool.benchmarks.registry import find_benchmarks


def find_adapter(benchmark: str) -> ModuleType:
    """Return the module of a benchmark's scoring.

    Its ``score(task)`` returns the ``Scored`` of the rankings at the paths of a task's entries, and
    ``present(task, evaluation, data)`` that of an evaluation. ``find_places(run)`` returns the
    places that a finished run has ranked on.
    ``evaluate_runs(task, data, runs)`` returns the Evaluation of runs in memory, by name, whose
    topics and papers are those of ``data``, which ``open_data(place)`` returns.
    ``read_rankings(path, data)`` returns the run at a path. If ``TAKES_FOLDERS``, a run is a folder
    and stays a path, and there are no ``data``.

    ``FILES`` are patterns of the files of a collection in its folder, where other files may lie
    beside them. ``FIXED_SLICES`` says how a benchmark is scored that takes no slices of a user's.
    """
    own = f"paperpool.benchmarks.{benchmark}"
    if hasattr(import_module(own), "__path__"):  # a folder of its own
        return import_module(f"{own}.scoring")
    return import_module(f"paperpool.scoring.{benchmark}")


def list_adapters() -> list[ModuleType]:
    """Return the modules of all benchmarks that have one, in the order of the benchmarks."""
    found = [name for name in find_benchmarks() if find_spec(f"paperpool.scoring.{name}")]
    return [find_adapter(name) for name in found]
