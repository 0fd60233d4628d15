"""The plan of the benchmark."""

from paperpool.benchmarks.added import FILE
from paperpool.workflow.plan.benchmark import BenchmarkPlan


class AddedPlan(BenchmarkPlan):
    """The file of the data, and the rankers."""

    @property
    def rankers(self):
        return self.run.settings.added.rankers

    @property
    def exported_names(self):
        return ["added"] if self.is_possible else []

    def get_data(self, wildcards):
        self.run.sections.require_data("added")
        return [f"{self.run.settings.data.added}/{FILE}"]
