"""The plan of the benchmark."""

from paperpool.benchmarks.added import FILE
from paperpool.workflow.plan.benchmark import BenchmarkPlan


class AddedPlan(BenchmarkPlan):
    """The file of the data, and the rankers."""

    def __init__(self, run):
        super().__init__(run)
        self.below = f"{run.folder}/added"

    @property
    def rankers(self):
        return self.run.settings.added.rankers

    @property
    def exported_names(self):
        return ["added"] if self.is_possible else []

    def get_data(self, wildcards):
        self.run.sections.require_data("added")
        return [f"{self.run.settings.data.added}/{FILE}"]
