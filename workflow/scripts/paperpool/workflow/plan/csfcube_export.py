"""The CSFCube-style collection in the formats of other tools, with its sources."""

from typing import Any

from paperpool.workflow.export.csfcube_export import SPLITS
from paperpool.workflow.export.exported import WHOLE
from paperpool.workflow.export.layout import data_files, name_files
from paperpool.workflow.export.making import find_making
from paperpool.workflow.export.sheets import GENERATED, OWN, RELEASED
from paperpool.workflow.plan.stage import StagePlan


class CsfcubeExportPlan(StagePlan):
    """The files and sources of the exported collection."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        files = data_files({WHOLE: run.csfcube.runs}, SPLITS)
        self.files = name_files(f"{run.folder}/export/csfcube", files)
        self.sources = {
            GENERATED: ["generated"],
            RELEASED: ["csfcube", "s2orc"],
            OWN: ["own", *(run.settings.export.sources or [])],
        }
        """The sources of a CSFCube-style collection, by its origin."""
        is_given = not self.is_demo and run.csfcube.released
        self.made = find_making(run.csfcube.released) if is_given else {}
        """The files that say how a collection of one's own was made, by name."""
