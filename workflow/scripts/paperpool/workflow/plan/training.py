"""Encoders: the shares in which they encode papers, and the encoders that a run trains."""

from typing import Any

from paperpool.models.locating import TRAINED_FILES
from paperpool.workflow.plan.stage import StagePlan, pick


class TrainingPlan(StagePlan):
    """Plan the jobs of encoders, and the collections that training must not see."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.shares = [str(share) for share in range(run.settings.encode.jobs)]
        """The shares of the papers of a table, one job each."""
        self.rankers = run.rankers.of_kind("trained")
        self.runs = [one for name in self.rankers for one in run.rankers.runs[name]]
        self.models = {
            one: f"{self.below}/{name}/{number}/model"
            for name in self.rankers
            for number, one in enumerate(run.rankers.runs[name], 1)
        }

    def share(self, wildcards: Any) -> int:
        return int(wildcards.share)

    def known_papers(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the vectors of the pools' papers, if the job's table reuses them."""
        run, corpus = self.run, f"{self.folder}/encode/corpus"
        is_drawn = "pools" in run.sections.chosen and wildcards.ranker in run.pools.encoder_sources
        files = [f"{corpus}/papers.parquet", f"{corpus}/{wildcards.ranker}.npy"]
        is_known = is_drawn and run.encode.named[wildcards.table].reuses_pools
        return {"known": files} if is_known else {}

    def files(self, models: dict[str, str]) -> list[str]:
        """Return the files of trained encoders, given their folders by run."""
        return [f"{folder}/{file}" for folder in models.values() for file in TRAINED_FILES]

    def base_models(self, wildcards: Any) -> list[str]:
        """Return the files of the models and adapters that training starts from."""
        rankers = self.run.rankers
        bases = [rankers.model_files(rankers.settings[name]) for name in self.rankers]
        return list(dict.fromkeys(file for files in bases for file in files))

    def kept_out(self, wildcards: Any) -> dict[str, Any]:
        """Return the collections whose papers the job's ranker must not learn from."""
        files: dict[str, Any] = {"collection": self.run.pools.compared_collection(wildcards)}
        for benchmark in self.run.benchmarks.values():
            files |= benchmark.kept_out(wildcards.ranker)
        return files

    @property
    def tests(self) -> list[dict[str, Any]]:
        """The settings of each ranker's trained encoders and of their base, for tests."""
        encoder, runs = self.run.rankers.encoder, self.run.rankers.runs
        return [
            {
                "ranker": name,
                "base": encoder(name),
                "trained": [encoder(name, model=self.models[one]) for one in runs[name]],
                **pick(self.run.settings.rankers[name], "similarity", "separator"),
            }
            for name in self.rankers
        ]
