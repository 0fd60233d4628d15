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
    and stays a path, and there are no ``data``. If ``HAS_OWN_RANKERS``, a run of the workflow ranks
    it with others than the configuration's ``rankers``.

    ``FILES`` are patterns of the files of a collection in its folder, where other files may lie
    beside them. ``IS_GRADED`` is whether its judgments are people's grades. ``FIXED_SLICES`` says
    how a benchmark is scored that takes no slices of a user's.
    """
    return import_module(_name_adapter(benchmark))


def list_adapters() -> list[ModuleType]:
    """Return the modules of all benchmarks that have one, in the order of the benchmarks."""
    names = map(_name_adapter, find_benchmarks())
    return [import_module(name) for name in names if find_spec(name)]


def _name_adapter(benchmark: str) -> str:
    """Return the name of a benchmark's module: in this package, or in a folder of its own."""
    description = f"paperpool.benchmarks.{benchmark}"
    if hasattr(import_module(description), "__path__"):  # a folder
        return f"{description}.scoring"
    return f"paperpool.scoring.{benchmark}"
