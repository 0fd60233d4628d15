"""The module of a benchmark in this package: how its rankings are read and scored."""

from importlib import import_module
from types import ModuleType


def find_adapter(benchmark: str) -> ModuleType:
    """Return the module of a benchmark's scoring.

    Its ``score(task)`` returns the ``Scored`` of the rankings at the paths of a task's entries.
    ``evaluate_runs(task, data, runs)`` returns the Evaluation of runs in memory, by name, whose
    topics and papers are those of ``data``, which ``open_data(place)`` returns.
    ``read_rankings(path, data)`` returns the run at a path. If ``TAKES_FOLDERS``, a run is a folder
    and stays a path, and there are no ``data``.

    ``FILES`` are patterns of the files of a collection in its folder, where other files may lie
    beside them. ``FIXED_SLICES`` says how a benchmark is scored that takes no slices of a user's.
    """
    return import_module(f"paperpool.scoring.{benchmark}")
