"""Encoders that are trained on the citation graph, and static ones that are made of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.models.locating import TRAINED_FILES
from paperpool.plan.stage import StagePlan, fill


class TrainingPlan(StagePlan):
    """The encoders that a run makes, and the collections whose papers they do not learn from."""

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers whose encoder is trained first."""
        return self.run.rankers.of_kind("trained")

    @property
    def runs(self) -> list[str]:
        """All their runs, one for each training."""
        return [run for name in self.rankers for run in self.run.rankers.runs[name]]

    @cached_property
    def models(self) -> dict[str, str]:
        """The folder of each trained encoder, by its run."""
        return {
            run: f"{self.folder}/training/{name}/{number}/model"
            for name in self.rankers
            for number, run in enumerate(self.run.rankers.runs[name], 1)
        }

    def files(self, models: dict[str, str]) -> list[str]:
        """Return the files of trained encoders, whose folders are given by run."""
        return [f"{folder}/{file}" for folder in models.values() for file in TRAINED_FILES]

    def base_models(self, wildcards: Any) -> list[str]:
        """Return the files of the models and adapters that encoders are trained from."""
        rankers, named = self.run.rankers, self.run.settings.rankers
        files = [file for name in self.rankers for file in rankers.model_files(named[name])]
        return list(dict.fromkeys(files))

    def _csfcube(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the collection's files by name, where there is one."""
        files = self.run.pools.compared_collection(wildcards)
        return {"collection": files} if files else {}

    def kept_out(self, wildcards: Any) -> dict[str, Any]:
        """Return the files of the collections whose papers the job's ranker does not learn from."""
        is_of_mdcr = wildcards.ranker in self.run.mdcr.rankers
        return self._csfcube(wildcards) | (self.run.mdcr.splits if is_of_mdcr else {})

    def names_kept_out(self, wildcards: Any) -> list[str]:
        """Return the formats of these collections."""
        return _name_formats(self.kept_out(wildcards))

    @property
    def tests(self) -> list[dict[str, Any]]:
        """What each ranker's encoders are tested with: their settings and their base's."""
        encoder, named = self.run.rankers.encoder, self.run.settings.rankers
        return [
            {
                "ranker": name,
                "base": encoder(name),
                "trained": [
                    encoder(name, model=self.models[run]) for run in self.run.rankers.runs[name]
                ],
                "similarity": named[name].similarity,
                "separator": named[name].separator,
            }
            for name in self.rankers
        ]

    @property
    def targets(self) -> list[str]:
        """What is made of every trained ranker beside its runs."""
        return fill(f"{self.folder}/training/{{ranker}}/heldout.csv", ranker=self.rankers)

    # What follows is of the static encoder of a job.

    def static(self, key: str) -> Callable[[Any], Any]:
        """Return a function: a setting of the job's static encoder."""
        return lambda wildcards: getattr(self.run.settings.static[wildcards.static], key)

    def static_teacher(self, wildcards: Any) -> dict[str, Any]:
        """Return the settings of its teacher."""
        settings = self.run.settings.static[wildcards.static]
        return {"model": settings.teacher, "max_tokens": settings.max_tokens}

    def static_teacher_files(self, wildcards: Any) -> list[str]:
        """Return the files of its teacher."""
        return self.run.rankers.files_of_model(self.static_teacher(wildcards)["model"])

    def static_kept_out(self, wildcards: Any) -> dict[str, Any]:
        """Return the files that say which papers are not learnt from.

        Those of CSFCube and of the released MDCR, where there is one; where MDCR is built, its
        queries.
        """
        mdcr, files = self.run.mdcr, self._csfcube(wildcards)
        if self.run.settings.data.mdcr:
            return files | mdcr.splits
        folder = str(Path(self.folder, "models", wildcards.static))
        rankers = (self.run.settings.rankers[name] for name in mdcr.rankers)
        ranks = any(getattr(ranker, "model", None) == folder for ranker in rankers)
        return files | (
            {"queries": [mdcr.large_pools["queries"]]} if mdcr.is_built and ranks else {}
        )

    def static_names_kept_out(self, wildcards: Any) -> list[str]:
        """Return the formats of these collections."""
        return _name_formats(self.static_kept_out(wildcards))


def _name_formats(files: dict[str, Any]) -> list[str]:
    return ["csfcube"] * ("collection" in files) + ["mdcr"] * ("test" in files)
