"""The files of the demo's data that other stages read."""

from paperpool.extras.demo.release_layout import reference_ids, release_files
from paperpool.workflow.plan.stage import StagePlan


class DemoPlan(StagePlan):
    """Plan the generated data, which are used while no data key is set."""

    def reference_papers(self) -> dict[str, list[str]]:
        """Return the ids of CL-SciSumm's generated reference papers, by split."""
        return reference_ids(self.run.settings.demo.papers)

    def scisumm_files(self) -> list[str]:
        """Return the files of CL-SciSumm's generated release, inside its folder."""
        files = []
        for kind in release_files(self.run.settings.demo.papers).values():
            files += kind
        return files
