"""Collections of a run in the formats of other tools, with their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class ExportPlan(StagePlan):
    """The exported collections, and what exports have in common."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.names = [name for stage in run.benchmarks.values() for name in stage.exported_names]
        """The exported collections of all benchmarks, by the folders of their files."""

        demo = {f"demo.{key}": value for key, value in run.settings.demo.as_dict().items()}
        self.demo_settings = {"seed": run.settings.seed, **demo} if self.is_demo else {}
        """The settings of a generated demo; empty for real data."""

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError if there is no collection to export."""
        if not self.names:
            sections, judged = self.run.sections, self.run.judged.stage
            sections.require_for("To export a collection", sections.find_missing(judged))
        return []
