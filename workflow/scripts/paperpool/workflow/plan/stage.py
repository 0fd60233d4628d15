"""The base of all stages' plans: the configuration and the folder of the results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from paperpool.errors import Problem, UserError


class Wildcards(Protocol):
    """The wildcards of a job, as Snakemake gives them to functions: ``wildcards.ranker``."""

    def __getattr__(self, name: str, /) -> str: ...


@dataclass(frozen=True)
class PaperTable:
    """Papers that have vectors: input functions of their files, and of the papers to look up.

    Vectors are looked up for ``asked``, or else for ``papers``, and are taken below ``source``, or
    else below the table itself. Vectors of pools' papers are used again if it ``reuses_pools``.
    """

    papers: Callable[[Any], str | list[str]]
    asked: Callable[[Any], str | list[str]] | None = None
    source: str = ""
    reuses_pools: bool = False


class StagePlan:
    """The plan of a stage of a ``run`` (``plan.run.Run``).

    Attributes follow from the configuration and are set once. Methods with ``wildcards`` are input
    and params functions of rules; they raise UserError if the run cannot make the stage.
    """

    is_measured = True
    """Whether the stage has results to report."""
    reported_with = ""
    """The section that an extra's own section follows: the report has both or neither."""
    is_large = False
    """Whether the stage's section of the report is built by a job of its own."""
    exported_names: Sequence[str] = ()
    """The collections that the stage exports, by the folders of their files."""
    rankers: Sequence[str] = ()
    wildcard = ""
    """The wildcard of jobs that names one of ``named``."""
    named: Mapping[str, Any]
    """The objects of the stage's jobs, by name."""

    def __init__(self, run: Any) -> None:
        self.run, self.folder, self.is_demo = run, run.folder, run.is_demo
        *_, folder, module = type(self).__module__.split(".")
        self.stage = folder if module == "plan" else module  # an extra's is its folder's name
        self.below = f"{run.folder}/{self.stage}"

    @property
    def settings(self) -> Any:
        """The settings of the stage, by their keys: ``self.settings.years``."""
        return getattr(self.run.settings, self.stage)

    @property
    def is_possible(self) -> bool:
        """Whether the run's data allow the stage's section."""
        return self.stage in self.run.sections.possible

    @property
    def encoding_rankers(self) -> Sequence[str]:
        """The rankers whose models encode the papers of the stage's tables."""
        return ()

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The tables whose papers have vectors, by their folders below encode/."""
        return {}

    def kept_out(self, ranker: str) -> dict[str, Any]:
        """Return the files, by name, whose papers a trained ranker must not learn from."""
        return {}

    def kept_out_of_static(self, folder: str) -> dict[str, Any]:
        """Return the same for the static encoder in ``folder``."""
        return {}

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError if the run lacks the data of the stage's section."""
        self.run.sections.require_data(self.stage)
        return []

    def warn(self) -> Iterable[str]:
        """Yield sentences for the log on what the stage leaves out."""
        return ()

    def csv(self, *names: str) -> dict[str, str]:
        """Return the paths of the stage's tables, by name."""
        return {name: f"{self.below}/{name}.csv" for name in names}

    def own(self, key: str, *default: Any) -> Callable[[Any], Any]:
        """Return a function: a setting of the job's object, or the default."""
        find = self.at(self.named)
        return lambda wildcards: getattr(find(wildcards), key, *default)

    def of_own(self, key: str, pattern: str) -> Callable[[Any], str]:
        """Return an input function: the pattern, filled with a setting of the job's object."""
        find = self.own(key)
        return lambda wildcards: pattern.replace(f"{{{key}}}", find(wildcards))

    def at(self, values: Mapping[str, Any]) -> Callable[[Any], Any]:
        """Return a function: the value under the job's wildcard."""
        return lambda wildcards: values[getattr(wildcards, self.wildcard)]

    def by_need(self, *jobs: str) -> list[str]:
        """Return the rankers of some jobs (``plan.rankers.JOBS``, or `terms`)."""
        choose = self.run.rankers.choose
        return [name for job in jobs for name in choose(job, self.rankers)]

    def require(self, is_there: object, what: str, hint: str, where: str = "") -> None:
        """Raise UserError unless ``is_there``; the place is the configuration by default."""
        if not is_there:
            where = where or f"the merged configuration of run {self.run.settings.run!r}"
            raise UserError(Problem(what, where, hint))


def fill(pattern: str, **values: Iterable[Any]) -> list[str]:
    """Return a path for each combination of ``values``, the last varying fastest.

    ``fill("{a}/{b}", a="xy", b=[1, 2])`` is ``["x/1", "x/2", "y/1", "y/2"]``. Other braces stay.
    """
    paths = [pattern]
    for name, of_name in values.items():
        paths = [path.replace(f"{{{name}}}", str(value)) for path in paths for value in of_name]
    return paths


def pick(settings: Any, *keys: str) -> dict[str, Any]:
    return {key: getattr(settings, key) for key in keys}


def given(value: Any) -> Callable[[Any], Any]:
    """Return a constant function of a job, for user paths that may hold braces."""
    return lambda wildcards: value
