"""The static encoders that a run makes, and the papers that they must not learn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.plan.benchmark import Files
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class StaticEncodersPlan(StagePlan):
    """Plan the jobs of static encoders, each of an encoder and the corpus's papers."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.encoders = run.settings.static
        """The settings of static encoders, by name."""

    # What follows is of the static encoder of a job.

    def get_teacher(self, wildcards: Wildcards) -> dict[str, object]:
        """Return the settings of the encoder that it is made of."""
        settings = self.encoders[wildcards.static]
        return {"model": settings.teacher, "max_tokens": settings.max_tokens}

    def get_teacher_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of that encoder."""
        return self.run.rankers.files_of_model(self.encoders[wildcards.static].teacher)

    def get_n_papers(self, wildcards: Wildcards) -> int:
        """Return how many papers it learns from, at most."""
        return self.encoders[wildcards.static].papers

    def get_vocabulary(self, wildcards: Wildcards) -> str:
        """Return what it has vectors of: ``words`` or ``pieces``."""
        return self.encoders[wildcards.static].vocabulary

    def get_kept_out(self, wildcards: Wildcards) -> dict[str, Files]:
        """Return the files of the papers that it must not learn from.

        Those are the judged collection's, and those of the benchmarks that it takes part in.
        """
        files: dict[str, Files] = {"queries": []}
        files["collection"] = self.run.pools.get_compared_collection(wildcards)
        for benchmark in self.run.benchmarks.values():
            files |= benchmark.kept_out_of_static(f"{self.folder}/models/{wildcards.static}")
        return files
