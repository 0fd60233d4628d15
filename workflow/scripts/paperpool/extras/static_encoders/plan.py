"""The static encoders that a run makes, and the papers that they must not learn from."""

from typing import Any

from paperpool.workflow.plan.stage import StagePlan


class StaticEncodersPlan(StagePlan):
    """Plan the jobs of static encoders, each of an encoder and the corpus's papers."""

    wildcard = "static"

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.named = run.settings.static

    def teacher(self, wildcards: Any) -> dict[str, Any]:
        """Return the settings of the encoder that a static encoder is made of."""
        settings = self.named[wildcards.static]
        return {"model": settings.teacher, "max_tokens": settings.max_tokens}

    def teacher_files(self, wildcards: Any) -> list[str]:
        """Return the files of that encoder."""
        return self.run.rankers.files_of_model(self.teacher(wildcards)["model"])

    def kept_out(self, wildcards: Any) -> dict[str, Any]:
        """Return the files of the papers that the static encoder must not learn from.

        Those are the judged collection's, and those of the benchmarks that it takes part in.
        """
        files: dict[str, Any] = {"collection": self.run.pools.compared_collection(wildcards)}
        for benchmark in self.run.benchmarks.values():
            files |= benchmark.kept_out_of_static(f"{self.folder}/models/{wildcards.static}")
        return files
