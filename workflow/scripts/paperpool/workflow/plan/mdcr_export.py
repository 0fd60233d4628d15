"""MDCR's benchmark in the formats of other tools, with its sources and settings."""

from functools import cached_property

from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.workflow.corpus.sources import name_data
from paperpool.workflow.export.layout import data_files
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.plan.stage import StagePlan


class MdcrExportPlan(StagePlan):
    """The files, runs, sources and settings of the exported benchmark."""

    @property
    def runs(self) -> dict[str, list[str]]:
        """The exported runs of each split."""
        return {"val": self.run.mdcr.validation_runs, "test": self.run.mdcr.test_runs}

    @property
    def data_files(self) -> list[str]:
        """The exported files with data, below their folder."""
        return data_files(self.runs, SPLITS)

    @cached_property
    def origin(self) -> str:
        """The origin of the benchmark: generated, released or built."""
        if self.is_demo:
            return GENERATED
        return RELEASED if self.run.mdcr.released else OWN

    @property
    def sources(self) -> list[str]:
        """The benchmark's sources: the configured ones, or those of the corpus's formats."""
        if self.origin != OWN:
            return ["generated"] if self.is_demo else ["mdcr", "s2orc"]
        sources: list[str] = [*(self.run.settings.export.sources or [])]
        if not sources:
            for source in self.run.settings.data.s2orc or []:
                sources += name_data(source)
        return sources

    @property
    def settings(self) -> dict[str, object]:
        """The settings that the benchmark is built with; empty for the released one."""
        if self.origin == RELEASED:
            return {}
        settings = {"seed": self.run.settings.seed, **self.run.export.demo_settings}
        for key, value in self.run.settings.corpus.mdcr.as_dict().items():
            settings[f"corpus.mdcr.{key}"] = value
        for key, value in self.run.settings.mdcr.as_dict().items():
            if key not in ("exclude", "paper_ids"):
                settings[f"mdcr.{key}"] = value
        settings["mdcr.rankers"] = self.run.mdcr.rankers
        settings["mdcr.fields"] = self.run.mdcr_pools.fields
        return settings
