"""The plan of the benchmark."""

from paperpool.benchmarks.added import FILE
from paperpool.workflow.plan.stage import StagePlan


class AddedPlan(StagePlan):
    """The file of the data, and the rankers."""

    def __init__(self, run):
        super().__init__(run)
        folder = run.settings.data.added
        self.rankers = run.settings.added.rankers
        self.files = run.sections.needed("added", files=[f"{folder}/{FILE}"])
        self.below = f"{run.folder}/added"
        self.exported_names = ["added"] if "added" in run.sections.possible else []
