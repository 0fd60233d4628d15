"""The CSFCube-style collection in the formats of other tools, with its sources."""

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.export.exported import WHOLE
from paperpool.workflow.export.layout import CSFCUBE_SPLITS, data_files
from paperpool.workflow.export.making import find_making
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.plan.stage import StagePlan


class CsfcubeExportPlan(StagePlan):
    """The files and sources of the exported collection."""

    @property
    def data_files(self) -> list[str]:
        """The exported files with data, below their folder."""
        has_scheme = self.run.scheme != default_scheme()
        runs = {WHOLE: self.run.csfcube.runs}
        return data_files(runs, CSFCUBE_SPLITS, has_scheme=has_scheme)

    @property
    def sources(self) -> dict[str, list[str]]:
        """The sources of a CSFCube-style collection, by its origin."""
        own = self.run.settings.export.sources or []
        return {GENERATED: ["generated"], RELEASED: ["csfcube", "s2orc"], OWN: ["own", *own]}

    @property
    def making_files(self) -> dict[str, str]:
        """The files that say how a collection of one's own was made, by name."""
        released = self.run.csfcube.released
        return {} if self.is_demo or released is None else find_making(released)
