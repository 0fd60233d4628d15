"""What the plans of all stages have: the configuration and the folder of the results."""

import os
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from paperpool.errors import Problem, UserError
from paperpool.resources import RESOURCES


class StagePlan:
    """The plan of a stage of a ``run``, which is a ``plan.run.Run``.

    What the configuration decides are attributes, set once. Methods of a job's ``wildcards`` are
    input and params functions of rules; they raise UserError where the run cannot make the stage.
    """

    is_measured = True
    """Whether there is something to report."""

    def __init__(self, run: Any) -> None:
        self.run, self.folder, self.is_demo = run, run.folder, run.is_demo
        self.stage = type(self).__module__.rpartition(".")[2]
        self.below = f"{run.folder}/{self.stage}"

    @property
    def settings(self) -> Any:
        """The settings of the stage, by their keys: ``self.settings.years``."""
        return getattr(self.run.settings, self.stage)

    def csv(self, *names: str) -> dict[str, str]:
        """Return tables of the stage by their names."""
        return {name: f"{self.below}/{name}.csv" for name in names}

    def refuse(self, what: str, hint: str) -> NoReturn:
        """Raise UserError with what the configuration lacks."""
        where = f"the merged configuration of run {self.run.settings.run!r}"
        raise UserError(Problem(what, where, hint))


def shipped(path: str) -> str:
    """Return a file that the package ships beside its code, from the working directory."""
    return os.path.relpath(RESOURCES / path)


def fill(pattern: str, **values: Iterable[Any]) -> list[str]:
    """Return a path for each combination of ``values``, the last of them running fastest.

    ``fill("{a}/{b}", a="xy", b=[1, 2])`` is ``["x/1", "x/2", "y/1", "y/2"]``. Other braces stay.
    """
    paths = [pattern]
    for name, of_name in values.items():
        paths = [path.replace(f"{{{name}}}", str(value)) for path in paths for value in of_name]
    return paths


def pick(settings: Any, *keys: str) -> dict[str, Any]:
    """Return some attributes of settings, by their keys."""
    return {key: getattr(settings, key) for key in keys}


def any_of(names: Iterable[str]) -> str:
    """Return a wildcard's constraint to one of ``names``; without any it matches nothing."""
    return "|".join(map(re.escape, names)) or "(?!)"


def grow_memory(mb: int) -> Callable[..., int]:
    """Return a resource function: ``mb`` megabytes, as much again with each further attempt."""
    return lambda wildcards, attempt: mb * attempt
