"""SciSearch's encoders, re-rankers trained on them, and ensembles."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from paperpool.evaluation.runs import run_names
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.workflow.config.sections.scisearch import GivenVectors, ScisearchSettings
from paperpool.workflow.plan.benchmark import BenchmarkPlan
from paperpool.workflow.plan.stage import Wildcards
from paperpool.workflow.scisearch.given_vectors import list_files
from paperpool.workflow.scisearch.names import (
    MODELS,
    PROTOCOLS,
    ensemble_losses,
    ranker_groups,
    ranker_name,
)
from paperpool.workflow.scisearch.presets import describe_preset


@dataclass(frozen=True)
class Reranker:
    """A training of a re-ranker: its encoder and loss, and the number of the training, from 1."""

    encoder: str
    loss: str
    number: int


class ScisearchPlan(BenchmarkPlan):
    """Plan the trainings of re-rankers, and the evaluated runs."""

    @property
    def settings(self) -> ScisearchSettings:
        """The settings of SciSearch."""
        return self.run.settings.scisearch

    @property
    def encoders(self) -> Mapping[str, GivenVectors | EncoderSettings]:
        """The settings of the encoders, by name."""
        return self.settings.encoders

    @cached_property
    def rerankers(self) -> dict[str, Reranker]:
        """Every training, by the name of its run."""
        rerankers = {}
        for encoder in self.encoders:
            for loss in self.settings.losses:
                names = run_names(ranker_name(encoder, loss), self.settings.seeds)
                for number, name in enumerate(names, 1):
                    rerankers[name] = Reranker(encoder, loss, number)
        return rerankers

    @property
    def has_ensembles(self) -> bool:
        """Whether re-rankers of several encoders are ensembled."""
        return bool(ensemble_losses(self.encoders, self.settings.losses))

    @property
    def facets_of_ensembles(self) -> list[str]:
        """The facets whose models are chosen from for ensembles, if there are any."""
        return list(self.run.scheme.facet_names) if self.has_ensembles else []

    @property
    def model_names(self) -> list[str]:
        """The models of a re-ranker and facet: of the authors' protocol, and of each fold."""
        return [model.name for model in MODELS]

    @cached_property
    def runs(self) -> list[list[str]]:
        """The protocol and name of each run: encoders, re-rankers and ensembles."""
        groups = ranker_groups(self.encoders, self.settings.losses)
        names = []
        for encoder, rankers in groups.items():
            names.append(encoder)
            for ranker in rankers:
                names += run_names(ranker, self.settings.seeds)
        return [[protocol, name] for protocol in PROTOCOLS for name in names]

    @property
    def tables(self) -> list[str]:
        """The evaluation's tables, except the scores of each query."""
        return ["metrics", "significance", "examples", "ensembles", "accuracy", "confusion"]

    @property
    def run_files(self) -> list[str]:
        """The runs as the parts of paths: ``honest/minilm``."""
        return ["/".join(run) for run in self.runs]

    @property
    def preset(self) -> str:
        """The preset that matches the settings, and the differences from it."""
        return describe_preset(self.settings.as_dict())

    @property
    def published_names(self) -> dict[str, str | None]:
        """The name of each encoder in the paper, or None."""
        return {name: self.settings.published.get(name) for name in self.encoders}

    def get_encoder_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return the settings of the job's encoder."""
        return asdict(self.encoders[wildcards.encoder])

    def get_model_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the job's encoder: model and adapter, or given vectors."""
        encoder = self.encoders[wildcards.encoder]
        if isinstance(encoder, GivenVectors):
            return list_files(encoder.vectors)
        files = []
        for model in (encoder.model, encoder.adapter):
            if model:
                files += self.run.rankers.files_of_model(model)
        return files

    def get_encoder(self, wildcards: Wildcards) -> str:
        """Return the encoder of the job's re-ranker."""
        return self.rerankers[wildcards.reranker].encoder

    def get_training_settings(self, wildcards: Wildcards) -> dict[str, object]:
        """Return how the job's re-ranker is trained."""
        settings = self.settings
        return {
            "loss": self.rerankers[wildcards.reranker].loss,
            "oversampling": settings.oversampling,
            "target_sd": settings.target_sd,
            "start": settings.start,
            "learning_rate": settings.learning_rate,
            "batch_size": settings.batch_size,
            "patience": settings.patience,
            "epochs": settings.epochs,
        }

    def get_training_number(self, wildcards: Wildcards) -> int:
        """Return the number of the training, from 1."""
        return self.rerankers[wildcards.reranker].number
