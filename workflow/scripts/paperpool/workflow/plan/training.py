"""The encoders that a run trains."""

from functools import cached_property

from paperpool.rankers.trained import Trained
from paperpool.workflow.plan.benchmark import Files
from paperpool.workflow.plan.stage import StagePlan, Wildcards


class TrainingPlan(StagePlan):
    """Plan the trainings of encoders, and the collections that they must not see."""

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers whose encoders are trained."""
        return self.run.rankers.of_kind("trained")

    @cached_property
    def runs(self) -> list[str]:
        """The runs of these rankers, one of each training."""
        return self.run.rankers.list_runs(self.rankers)

    @cached_property
    def trainings(self) -> list[str]:
        """The trainings in the order of their runs, as the parts of paths: ``mine/1``."""
        return self.list_trainings(self.rankers)

    @property
    def models(self) -> dict[str, str]:
        """The folders of the trained encoders, by run."""
        folders = [f"{self.below}/{training}/model" for training in self.trainings]
        return dict(zip(self.runs, folders, strict=True))

    def list_trainings(self, rankers: list[str]) -> list[str]:
        """Return the trainings of some rankers, as the parts of paths."""
        trainings = []
        for name in rankers:
            n_runs = len(self.run.rankers.runs[name])
            trainings += [f"{name}/{number}" for number in range(1, n_runs + 1)]
        return trainings

    @property
    def held_out_tests(self) -> list[dict[str, object]]:
        """The settings of each ranker's trained encoders and of their base, to test them with."""
        tests: list[dict[str, object]] = []
        for name in self.rankers:
            ranker = self._find_ranker(name)
            trained = [
                self.run.rankers.encoder(name, model=self.models[run])
                for run in self.run.rankers.runs[name]
            ]
            tests.append(
                {
                    "ranker": name,
                    "base": self.run.rankers.encoder(name),
                    "trained": trained,
                    "similarity": ranker.similarity,
                    "separator": ranker.separator,
                }
            )
        return tests

    def get_base_model_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the models and adapters that all trainings start from."""
        files = []
        for name in self.rankers:
            files += self.run.rankers.model_files(self._find_ranker(name))
        return list(dict.fromkeys(files))

    def get_kept_out_collections(self, wildcards: Wildcards) -> dict[str, Files]:
        """Return the collections whose papers the job's ranker must not learn from."""
        files: dict[str, Files] = {"collection": self.run.pools.get_compared_collection(wildcards)}
        for benchmark in self.run.benchmarks.values():
            files |= benchmark.kept_out(wildcards.ranker)
        return files

    def get_triple_settings(self, wildcards: Wildcards) -> dict[str, int]:
        """Return how many triples the job's ranker learns from, and of which negatives."""
        ranker = self._find_ranker(wildcards.ranker)
        return {
            "triples": ranker.triples,
            "hard_negatives": ranker.hard_negatives,
            "easy_negatives": ranker.easy_negatives,
        }

    def get_n_held_out(self, wildcards: Wildcards) -> int:
        """Return how many citing papers are put aside for the test."""
        return self._find_ranker(wildcards.ranker).held_out

    def get_training_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return how the job's encoder learns."""
        ranker = self._find_ranker(wildcards.ranker)
        return {
            "epochs": ranker.epochs,
            "learning_rate": ranker.learning_rate,
            "triples_per_step": ranker.triples_per_step,
            "loss": ranker.loss,
            "separator": ranker.separator,
        }

    def _find_ranker(self, name: str) -> Trained:
        ranker = self.run.settings.rankers[name]
        assert isinstance(ranker, Trained)
        return ranker
