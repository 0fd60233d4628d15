"""The base of all stages' plans: the configuration and the folder of the results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from paperpool.errors import Problem, UserError

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class Wildcards(Protocol):
    """The wildcards of a job, as Snakemake gives them to functions: ``wildcards.ranker``."""

    def __getattr__(self, name: str, /) -> str: ...


class StagePlan:
    """The plan of a stage of a ``run`` (``plan.run.Run``).

    An attribute is a value that follows from the configuration. A method whose name begins with
    ``get_`` is a function of a job's wildcards: a rule has it as an input or a param, and does not
    call it. It raises UserError if the run cannot make the stage.
    """

    is_measured: bool = True
    """Whether the stage has results to report."""
    reported_with: str = ""
    """The section that an extra's own section follows: the report has both or neither."""

    def __init__(self, run: Run) -> None:
        self.run: Run = run
        self.folder: str = run.folder
        """The folder of the run's results."""
        self.is_demo: bool = run.is_demo
        """Whether the run uses generated data."""
        place = type(self).__module__.removesuffix(".plan").removesuffix(".workflow")
        self.stage: str = place.rpartition(".")[2]
        """The name of the stage: its module's, or that of its own folder."""
        self.below: str = f"{run.folder}/{self.stage}"
        """The folder of the stage's results."""

    @property
    def reported_tables(self) -> Iterable[str]:
        """The tables that an extra adds to those of the section that it is reported with."""
        return ()

    @property
    def is_possible(self) -> bool:
        """Whether the run's data allow the stage's section."""
        return self.stage in self.run.sections.possible

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError if the run lacks the data of the stage's section."""
        self.run.sections.require_data(self.stage)
        return []

    def csv(self, *names: str) -> dict[str, str]:
        """Return the paths of the stage's tables, by name."""
        return {name: f"{self.below}/{name}.csv" for name in names}

    def require(self, is_there: object, what: str, hint: str, where: str = "") -> None:
        """Raise UserError unless ``is_there``; the place is the configuration by default."""
        if not is_there:
            where = where or f"the merged configuration of run {self.run.settings.run!r}"
            raise UserError(Problem(what, where, hint))
