"""SciSearch's encoders, the re-rankers that are trained above them, and their ensembles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from paperpool.collections.csfcube_release import ABSTRACTS
from paperpool.collections.facets import FACETS
from paperpool.evaluation.runs import run_names
from paperpool.plan.stage import StagePlan, fill, pick, shipped
from paperpool.scisearch.names import PROTOCOLS, ensemble_losses, ranker_groups, ranker_name
from paperpool.scisearch.presets import describe_preset


class ScisearchPlan(StagePlan):
    """The trainings of re-rankers, and the runs that are evaluated."""

    @property
    def preset(self) -> Any:
        """The preset that the settings are, and what differs from it."""
        return describe_preset(self.settings)

    @property
    def encoders(self) -> dict[str, Any]:
        """The settings of each encoder."""
        return self.settings.encoders

    @cached_property
    def rerankers(self) -> dict[str, dict[str, Any]]:
        """Every training: its encoder, loss and number, by the name of its run."""
        return {
            name: {"encoder": encoder, "loss": loss, "number": number}
            for encoder in self.encoders
            for loss in self.settings.losses
            for number, name in enumerate(
                run_names(ranker_name(encoder, loss), self.settings.seeds), 1
            )
        }

    @property
    def has_ensembles(self) -> bool:
        """Whether there are ensembles of several losses."""
        return bool(ensemble_losses(self.encoders, self.settings.losses))

    @property
    def runs(self) -> list[list[str]]:
        """The protocol and name of each run: encoders, trainings above them, and ensembles."""
        groups = ranker_groups(self.encoders, self.settings.losses)
        return [
            [protocol, run]
            for protocol in PROTOCOLS
            for encoder, rankers in groups.items()
            for run in (
                encoder,
                *(r for name in rankers for r in run_names(name, self.settings.seeds)),
            )
        ]

    @property
    def tables(self) -> dict[str, str]:
        """What the evaluation writes."""
        files = {
            "metrics": "metrics.csv",
            "per_query": "per_query.parquet",
            "significance": "significance.csv",
            "examples": "examples.csv",
            "choices": "ensembles.csv",
            "accuracy": "accuracy.csv",
            "confusion": "confusion.csv",
        }
        return {name: f"{self.below}/{file}" for name, file in files.items()}

    def own_encoder(self, wildcards: Any) -> dict[str, Any]:
        """Return what determines the embeddings of the job's encoder."""
        return dict(self.encoders[wildcards.encoder])

    def model_files(self, wildcards: Any) -> list[str]:
        """Return the files of the model and adapter of the job's encoder."""
        return self.run.rankers.model_files(self.encoders[wildcards.encoder])

    def part(self, key: str) -> Callable[[Any], Any]:
        """Return a function: the encoder, loss or number of the job's training."""
        return lambda wildcards: self.rerankers[wildcards.reranker][key]

    def vectors(self, wildcards: Any) -> list[str]:
        """Return the vectors of the encoder of the job's training."""
        encoder = self.rerankers[wildcards.reranker]["encoder"]
        return [f"{self.below}/steps/{encoder}.parquet"]

    @property
    def published_names(self) -> dict[str, str | None]:
        """The paper's name for each encoder, or None."""
        return {name: self.settings.published.get(name) for name in self.encoders}

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("scisearch")
        return [f"{self.folder}/config.yaml", *self.tables.values()]

    def section(self) -> dict[str, Any]:
        """Return the files and settings of the report's section."""
        rankers = [
            ranker_name(encoder, loss) for encoder in self.encoders for loss in self.settings.losses
        ]
        trained = [[ranker, facet] for ranker in rankers for facet in FACETS]
        first = {"reranker": dict.fromkeys(rankers), "facet": FACETS}
        history = f"{self.below}/models/{{reranker}}/{{facet}}/history.csv"
        steps = f"{self.below}/steps/predictions/{{reranker}}/{{facet}}.parquet"
        keys = ("losses", "candidate", "oversampling", "target_sd", "start", "patience", "seeds")
        return {
            "files": {
                **self.tables,
                "histories": fill(history, **first),
                "predictions": fill(steps, **first),
                "abstracts": f"{self.run.csfcube.collection}/{ABSTRACTS}",
                "published": self.run.published("scisearch"),
                "released_queries": shipped("published/csfcube_queries.txt"),
            },
            "keys": {"histories": trained, "predictions": trained},
            "settings": {
                **pick(self.settings, *keys),
                "preset": self.preset,
                "encoders": list(self.encoders),
                "published_names": self.published_names,
                "confidence": self.run.settings.evaluation.confidence,
            },
        }
