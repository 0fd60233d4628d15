"""The labeller of sentences, and the texts that it labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from paperpool.facets.head import HEAD_FILES, find_ready_labeller, models_of_labeller
from paperpool.facets.labeller import LABELLER_FILES
from paperpool.plan.stage import StagePlan, fill, pick

SHARDS_A_JOB = 16
"""Shards of the corpus that one job labels."""


class FacetsPlan(StagePlan):
    """The labeller, which is ready or trained on CSAbstruct, and the tables of sentences."""

    @property
    def csabstruct(self) -> str | None:
        """The folder of CSAbstruct, of the release or generated."""
        return (
            f"{self.folder}/demo/csabstruct" if self.is_demo else self.run.settings.data.csabstruct
        )

    @cached_property
    def ready_labeller(self) -> str | None:
        """The labeller that is applied and not trained."""
        return find_ready_labeller(self.settings)

    @property
    def labeller(self) -> str:
        """The labeller that is applied: a ready one, or the one that is trained."""
        return self.ready_labeller or f"{self.below}/labeller"

    @property
    def trains_head(self) -> bool:
        """Whether a labeller that is trained is a head, and not a whole encoder."""
        return self.settings.train == "head"

    @property
    def trained_files(self) -> tuple[str, ...]:
        """The names of the files of a labeller that is trained."""
        return HEAD_FILES if self.trains_head else LABELLER_FILES

    @property
    def training(self) -> dict[str, Any]:
        """What determines a trained labeller beside its abstracts."""
        names = ["encoder", "max_tokens", "precision"]
        if not self.trains_head:
            names += ["epochs", "learning_rate", "layer_decay", "averaged", "batch_size"]
        return pick(self.settings, *names)

    @property
    def has_labeller(self) -> bool:
        """Whether a labeller is applied; where all abstracts have labels it has to be asked for."""
        asked = self.csabstruct or self.settings.model
        return bool(asked) or not self.run.sections.has_released_labels

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The shards of each part of the table of sentences, by its path without the ending.

        What the labeller labels comes first, with the papers of the collection in the first part;
        then a part for each shard of CSFCube's released abstracts, which have their labels. A
        corpus of few shards has one part.
        """
        possible = self.run.sections.possible
        if "facets" not in possible:
            return {}
        shards = list(self.run.corpus.shards) if self.run.sections.labels_corpus else []
        released = [[shard] for shard in shards if shard in self.run.corpus.released]
        others = [shard for shard in shards if [shard] not in released]
        groups = [others[i : i + SHARDS_A_JOB] for i in range(0, len(others), SHARDS_A_JOB)]
        if self.has_labeller and not groups and "csfcube" in possible:
            groups = [[]]
        parts = groups + released
        numbered = [f"sentences/part_{n}" for n in range(len(parts))]
        return dict(zip(numbered if len(parts) > 1 else ["sentences"], parts, strict=False))

    @cached_property
    def released_parts(self) -> dict[str, str]:
        """The shard of each part whose labels are the release's."""
        released = self.run.corpus.released
        return {part: shards[0] for part, shards in self.parts.items() if {*shards} & {*released}}

    @cached_property
    def labelled_parts(self) -> dict[str, list[str]]:
        """The shards of each part that the labeller labels."""
        return {
            part: shards for part, shards in self.parts.items() if part not in self.released_parts
        }

    @property
    def sentences(self) -> list[str]:
        """The tables of labelled sentences, the papers of the collection in the first."""
        return [f"{self.below}/{part}.parquet" for part in self.parts]

    @property
    def metrics(self) -> list[str]:
        """The labeller's figures, where there is something to measure it on."""
        is_measured = self.csabstruct or "csfcube" in self.run.sections.possible
        return [f"{self.below}/metrics.csv"] if self.has_labeller and is_measured else []

    def split(self, name: str) -> Callable[[Any], str]:
        """Return an input function: a split of CSAbstruct."""

        def find_file(wildcards: Any) -> str:
            self.run.sections.require("facets")
            return f"{self.csabstruct}/{name}.jsonl"

        return find_file

    def labeller_files(self, wildcards: Any) -> list[str]:
        """Return the files of the labeller that is applied; none for a hub id."""
        self.run.sections.require("facets")
        if self.ready_labeller:
            models = models_of_labeller(self.labeller)
            return [file for name in models for file in self.run.rankers.files_of_model(name)]
        return [f"{self.labeller}/{file}" for file in self.trained_files]

    def papers(self, wildcards: Any) -> list[str]:
        """Return the papers of the shards of the job's part."""
        below = f"{self.folder}/corpus/papers"
        return fill(f"{below}/{{shard}}.parquet", shard=self.labelled_parts[wildcards.part])

    def is_first_part(self, wildcards: Any) -> bool:
        """Return whether the job's part holds the papers of the collection."""
        return wildcards.part == next(iter(self.labelled_parts))

    def of_released(self, pattern: str) -> Callable[[Any], str]:
        """Return an input function: a file of the shard of the job's part."""
        return lambda wildcards: pattern.replace("{shard}", self.released_parts[wildcards.part])

    def labelled_elsewhere(self, wildcards: Any) -> list[str]:
        """Return the collection's abstracts where the labeller's first part holds its papers."""
        return self.run.csfcube.kept_papers(wildcards) if self.labelled_parts else []

    def measured(self, wildcards: Any) -> dict[str, Any]:
        """Return what the labeller is measured on, by name."""
        self.run.sections.require("facets")
        files: dict[str, Any] = {}
        if self.csabstruct:
            files["labeller"] = self.labeller_files(wildcards)
            for split in ("train", "dev", "test"):
                files[split] = f"{self.csabstruct}/{split}.jsonl"
        if "csfcube" in self.run.sections.possible:
            files["collection"] = self.run.csfcube.files(wildcards)
            files["sentences"] = self.sentences[:1]
        return files

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("facets")
        return [f"{self.folder}/config.yaml", *self.sentences, *self.metrics]

    def section(self) -> dict[str, Any]:
        """Return the files of the report's section."""
        return {"files": {"metrics": self.metrics[0]} if self.metrics else {}}
