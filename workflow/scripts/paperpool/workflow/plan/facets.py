"""The sentence labeller, and the texts that it labels."""

from collections.abc import Callable
from typing import Any

from paperpool.workflow.facets.head import HEAD_FILES, find_ready_labeller, models_of_labeller
from paperpool.workflow.facets.labeller import LABELLER_FILES
from paperpool.workflow.facets.parts import divide_shards
from paperpool.workflow.plan.stage import StagePlan, fill, pick


class FacetsPlan(StagePlan):
    """Plan the labeller, pretrained or trained on CSAbstruct, and the tables of sentences."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        generated = f"{self.folder}/demo/csabstruct"
        self.csabstruct = generated if self.is_demo else run.settings.data.csabstruct
        self.ready_labeller = find_ready_labeller(self.settings.as_dict())
        self.labeller = self.ready_labeller or f"{self.below}/labeller"
        self.trains_head = self.settings.train == "head"
        """Whether training fits a head only, not the whole encoder."""
        self.trained_files = HEAD_FILES if self.trains_head else LABELLER_FILES
        is_asked = bool(self.csabstruct or self.settings.model)
        self.has_labeller = is_asked or not run.sections.has_released_labels
        """Whether a labeller is applied; if all abstracts have labels, only on request."""

        shards = list(run.corpus.shards) if run.sections.labels_corpus else []
        possible = run.sections.possible
        has_papers = self.has_labeller and run.judged.is_possible
        parts = divide_shards(shards, run.corpus.released, has_papers)
        self.parts = parts if "facets" in possible else {}
        """The shards of each part of the table of sentences, by its path without suffix."""
        released = {*run.corpus.released}
        self.released_parts = [part for part, of in self.parts.items() if released & {*of}]
        self.labelled_parts = [part for part in self.parts if part not in self.released_parts]
        self.sentences = [f"{self.below}/{part}.parquet" for part in self.parts]
        """The tables of labelled sentences; the first holds the collection's papers."""
        is_named = "facets" in (run.settings.sections or ())
        labels_all = self.is_demo or is_named or bool(run.corpus.released)
        self.of_pools = self.sentences
        """The tables of sentences that annotation reads. They hold the whole corpus where the run
        labels it anyway (the demo, or `sections` names facets) or it has released labels; else the
        queries and candidates of pools."""
        if self.sentences and not labels_all:
            self.of_pools = [f"{self.below}/pool_sentences.parquet"]
        self.is_measured = self.has_labeller and bool(self.csabstruct or run.judged.is_possible)

    @property
    def training(self) -> dict[str, Any]:
        """The settings that determine a trained labeller."""
        names = ["encoder", "max_tokens", "precision"]
        if not self.trains_head:
            names += ["epochs", "learning_rate", "layer_decay", "averaged", "batch_size"]
        return pick(self.settings, *names)

    def labeller_files(self, wildcards: Any) -> list[str]:
        """Return the files of the labeller; empty for a hub id."""
        self.run.sections.require_data("facets")
        if self.ready_labeller:
            models = models_of_labeller(self.labeller)
            return [file for name in models for file in self.run.rankers.files_of_model(name)]
        return [f"{self.labeller}/{file}" for file in self.trained_files]

    def is_first_part(self, wildcards: Any) -> bool:
        """Return whether the job's part holds the papers of the collection."""
        return wildcards.part == self.labelled_parts[0]

    def of_shards(self, pattern: str) -> Callable[[Any], list[str]]:
        """Return an input function: a file for each shard of the job's part."""
        return lambda wildcards: fill(pattern, shard=self.parts[wildcards.part])

    def labelled_elsewhere(self, wildcards: Any) -> list[str]:
        """Return the collection's abstracts if the labeller's first part holds its papers."""
        return self.run.judged.kept_papers(wildcards) if self.labelled_parts else []

    def measured(self, wildcards: Any) -> dict[str, Any]:
        """Return the files of the labeller's evaluation, by name."""
        self.run.sections.require_data("facets")
        files: dict[str, Any] = {}
        if self.csabstruct:
            files["labeller"] = self.labeller_files(wildcards)
            for split in ("train", "dev", "test"):
                files[split] = f"{self.csabstruct}/{split}.jsonl"
        if self.run.judged.is_possible:
            files["collection"] = self.run.judged.files(wildcards)
            files["sentences"] = self.sentences[:1]
        return files
