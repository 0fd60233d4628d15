"""The sentence labeller, and the texts that it labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.config.sections.facets import FacetsSettings
from paperpool.workflow.facets.csabstruct import FIELD as CSABSTRUCT_FIELD
from paperpool.workflow.facets.labeller_files import (
    HEAD_FILES,
    LABELLER_FILES,
    SHIPPED_HEAD,
    find_ready_labeller,
    models_of_labeller,
)
from paperpool.workflow.facets.parts import divide_shards
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class FacetsPlan(StagePlan):
    """Plan the labeller, pretrained or trained on CSAbstruct, and the tables of sentences."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.csabstruct: str | None = run.settings.data.csabstruct
        """The folder of CSAbstruct, if it is there."""
        if self.is_demo:
            self.csabstruct = f"{self.folder}/demo/csabstruct"

        ready = find_ready_labeller(self.settings.as_dict(), run.scheme.labels)
        self.trains_labeller = bool(self.settings.train)
        self.base_labeller = ready
        """The folder of the labeller, trained or ready, or the hub id of a ready one. It is empty
        if headings alone label sentences of the scheme, but for what sheets train."""
        if self.trains_labeller:
            self.base_labeller = f"{self.below}/labeller"
        self.sheets = list(self.settings.train_on)
        """The user's sheets of labelled sentences, which extend the labeller."""
        self.labeller = self.base_labeller
        if self.sheets:
            self.base_labeller = self.base_labeller or SHIPPED_HEAD  # whose encoder is taken
            self.labeller = f"{self.below}/extended_labeller"
        """The labeller that labels papers: the base, or what the sheets make of it."""
        self.trains_head = self.settings.train == "head"
        """Whether training fits a head only, not the whole encoder."""
        self.trained_files = HEAD_FILES if self.trains_head else LABELLER_FILES
        self.extended_files = HEAD_FILES
        is_asked = bool(self.csabstruct or self.settings.model or self.sheets)
        self.has_labeller = is_asked or not run.sections.has_released_labels
        """Whether a labeller is applied; if all abstracts have labels, only on request."""

        shards = list(run.corpus.shards) if run.sections.labels_corpus else []
        self.shards = shards
        """The shards that the papers of sheets are looked for in."""
        has_papers = self.has_labeller and run.judged.is_possible
        self.parts: dict[str, list[str]] = {}
        """The shards of each part of the table of sentences, by its path without suffix."""
        if self.is_possible and run.scheme.labels:
            self.parts = divide_shards(shards, run.corpus.released, has_papers)
        self.released_parts: list[str] = []
        """The parts of released abstracts, which have labels already."""
        self.labelled_parts: list[str] = []
        """The parts that the labeller labels; the first one also has the collection's papers."""
        for part, shards_of_part in self.parts.items():
            is_released = not set(run.corpus.released).isdisjoint(shards_of_part)
            parts = self.released_parts if is_released else self.labelled_parts
            parts.append(part)

        self.sentences = [f"{self.below}/{part}.parquet" for part in self.parts]
        """The tables of labelled sentences; the first holds the collection's papers."""
        is_named = "facets" in (run.settings.sections or ())
        labels_all = self.is_demo or is_named or bool(run.corpus.released)
        self.sentences_of_pools = self.sentences
        """The tables of sentences that annotation reads. They hold the whole corpus where the run
        labels it anyway (the demo, or `sections` names facets) or it has released labels; else the
        queries and candidates of pools."""
        if self.sentences and not labels_all:
            self.sentences_of_pools = [f"{self.below}/pool_sentences.parquet"]
        is_comparable = bool(self.csabstruct or run.judged.is_possible)
        self.is_measured = bool(self.labeller) and self.has_labeller and is_comparable

    @property
    def settings(self) -> FacetsSettings:
        return self.run.settings.facets

    @property
    def encoder_files(self) -> list[str]:
        """The files of the model that the labeller's training starts from."""
        return self.run.rankers.files_of_model(self.settings.encoder)

    @property
    def training_settings(self) -> dict[str, object]:
        """The settings that determine a trained labeller."""
        settings = self.settings
        chosen: dict[str, object] = {
            "encoder": settings.encoder,
            "max_tokens": settings.max_tokens,
            "precision": settings.precision,
        }
        if not self.trains_head:
            chosen |= {
                "epochs": settings.epochs,
                "learning_rate": settings.learning_rate,
                "layer_decay": settings.layer_decay,
                "averaged": settings.averaged,
                "batch_size": settings.batch_size,
            }
        return chosen

    @property
    def labels(self) -> list[str]:
        """The labels of sentences."""
        return list(self.run.scheme.labels)

    @property
    def headings(self) -> dict[str, str]:
        """The headings of structured abstracts and their labels, none if they are text."""
        return dict(self.run.scheme.headings) if self.settings.headings else {}

    @property
    def trained_field(self) -> str | None:
        """The field of study that the labeller learned from, None if its data are the user's own,
        or generated."""
        if self.settings.model or self.sheets or self.is_demo or not self.labeller:
            return None
        return CSABSTRUCT_FIELD

    @property
    def labeller_settings(self) -> dict[str, object]:
        """The settings by which a labeller reads texts."""
        return {"max_tokens": self.settings.max_tokens, "precision": self.settings.precision}

    def get_csabstruct(self, wildcards: Wildcards) -> str:
        """Return the folder of CSAbstruct; UserError if the facets section lacks data."""
        self.run.sections.require_data("facets")
        return str(self.csabstruct)

    def get_labeller_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the labeller, none for a hub id; UserError without data."""
        if self.sheets:
            self.run.sections.require_data("facets")
            return [f"{self.labeller}/{file}" for file in self.extended_files]
        return self.get_base_files(wildcards)

    def get_base_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the labeller without the user's sheets; UserError without data."""
        self.run.sections.require_data("facets")
        if self.trains_labeller:
            return [f"{self.base_labeller}/{file}" for file in self.trained_files]
        if not self.base_labeller:
            return []
        files = []
        for model in models_of_labeller(self.base_labeller):
            files += self.run.rankers.files_of_model(model)
        return files

    def get_measured_labeller(self, wildcards: Wildcards) -> list[str]:
        """Return its files if it is measured on CSAbstruct; UserError without data."""
        files = self.get_labeller_files(wildcards)
        return files if self.csabstruct else []

    def get_shards(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the job's part of the sentences."""
        return self.parts[wildcards.part]

    def get_with_collection(self, wildcards: Wildcards) -> bool:
        """Return whether the job's part holds the papers of the collection, too."""
        return wildcards.part == self.labelled_parts[0]
