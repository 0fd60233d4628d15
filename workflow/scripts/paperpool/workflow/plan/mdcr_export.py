"""MDCR's benchmark in the formats of other tools, with its sources and settings."""

from typing import Any

from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.workflow.corpus.sources import name_data
from paperpool.workflow.export.layout import data_files, name_files
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.plan.stage import StagePlan


class MdcrExportPlan(StagePlan):
    """The files, runs, sources and settings of the exported benchmark."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.runs = {split: run.mdcr.scored_runs(split) for split in SPLITS}
        self.files = name_files(f"{run.folder}/export/mdcr", data_files(self.runs, SPLITS))
        self.origin = OWN
        if self.is_demo:
            self.origin = GENERATED
        elif run.mdcr.released:
            self.origin = RELEASED
        self.sources = ["generated"] if self.is_demo else ["mdcr", "s2orc"]
        """The benchmark's sources: the configured ones, or those of the corpus's formats."""
        if self.origin == OWN:
            self.sources = list(run.settings.export.sources or [])
            for source in () if self.sources else run.settings.data.s2orc or []:
                self.sources += name_data(source)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that the benchmark is built with; empty for the released one."""
        if self.origin == RELEASED:
            return {}
        mdcr, left_out = self.run.mdcr, ("exclude", "paper_ids")
        settings = mdcr.settings.as_dict()
        built = {key: value for key, value in settings.items() if key not in left_out}
        built |= {"rankers": mdcr.rankers, "fields": mdcr.fields}
        filters = self.run.settings.corpus.mdcr.as_dict()
        return {
            "seed": self.run.settings.seed,
            **self.run.export.demo_settings,
            **{f"corpus.mdcr.{key}": value for key, value in filters.items()},
            **{f"mdcr.{key}": value for key, value in built.items()},
        }
