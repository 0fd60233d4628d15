"""SciSearch's encoders, re-rankers trained on them, and ensembles."""

from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

from paperpool.evaluation.runs import run_names
from paperpool.workflow.config.sections.scisearch import GivenVectors
from paperpool.workflow.plan.stage import StagePlan, pick
from paperpool.workflow.scisearch.given_vectors import list_files
from paperpool.workflow.scisearch.names import (
    PROTOCOLS,
    ensemble_losses,
    ranker_groups,
    ranker_name,
)
from paperpool.workflow.scisearch.presets import describe_preset


class ScisearchPlan(StagePlan):
    """Plan the trainings of re-rankers, and the evaluated runs."""

    wildcard = "reranker"

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.preset = describe_preset(self.settings.as_dict())
        """The preset that matches the settings, and the differences from it."""
        self.encoders, losses, seeds = pick(self.settings, "encoders", "losses", "seeds").values()
        self.named = {
            name: SimpleNamespace(encoder=encoder, loss=loss, number=number)
            for encoder in self.encoders
            for loss in losses
            for number, name in enumerate(run_names(ranker_name(encoder, loss), seeds), 1)
        }
        """The encoder, loss and number of every training, by the name of its run."""
        self.has_ensembles = bool(ensemble_losses(self.encoders, losses))
        self.runs = [
            [protocol, one]
            for protocol in PROTOCOLS
            for encoder, rankers in ranker_groups(self.encoders, losses).items()
            for one in (encoder, *(run for name in rankers for run in run_names(name, seeds)))
        ]
        """The protocol and name of each run: encoders, re-rankers and ensembles."""
        self.published_names = {name: self.settings.published.get(name) for name in self.encoders}
        self.tables = ["metrics", "significance", "examples", "ensembles", "accuracy", "confusion"]
        """The evaluation's tables, except the scores of each query."""

    def own_encoder(self, wildcards: Any) -> dict[str, Any]:
        """Return the settings of the job's encoder."""
        return asdict(self.encoders[wildcards.encoder])

    def model_files(self, wildcards: Any) -> list[str]:
        """Return the files of the job's encoder: model and adapter, or given vectors."""
        encoder = self.encoders[wildcards.encoder]
        if isinstance(encoder, GivenVectors):
            return list_files(encoder.vectors)
        named = [model for model in (encoder.model, encoder.adapter) if model]
        return [file for model in named for file in self.run.rankers.files_of_model(model)]
