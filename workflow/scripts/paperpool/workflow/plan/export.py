"""Collections of a run in the formats of other tools, with their sources."""

from typing import Any

from paperpool.workflow.export.layout import CORPUS, QUERIES, name_files
from paperpool.workflow.export.layout import SPLITS as SPLITS_TABLE
from paperpool.workflow.plan.stage import StagePlan


class ExportPlan(StagePlan):
    """The exported collections, and what exports have in common."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.names = [name for stage in run.benchmarks.values() for name in stage.exported_names]
        """The exported collections of all benchmarks, by the folders of their files."""
        self.others = name_files(f"{self.below}/{{collection}}", [SPLITS_TABLE, CORPUS, QUERIES])
        """The exported files of the job's collection without a split in their names."""

        demo = {f"demo.{key}": value for key, value in run.settings.demo.as_dict().items()}
        self.demo_settings = {"seed": run.settings.seed, **demo} if self.is_demo else {}
        """The settings of a generated demo; empty for real data."""

    def needed(self, wildcards: Any) -> list[str]:
        """Return an empty list; UserError without a collection to export."""
        if not self.names:
            sections, judged = self.run.sections, self.run.judged.stage
            sections.require_for("To export a collection", sections.find_missing(judged))
        return []
