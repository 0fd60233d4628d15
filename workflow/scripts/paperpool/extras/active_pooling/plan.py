"""Batches of annotation tasks, chosen by the grades so far, and top-ups of a judged collection."""

from typing import Any

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.workflow.plan.stage import StagePlan, fill


class ActivePoolingPlan(StagePlan):
    """Plan the next batch of tasks, and the unjudged pairs that a collection is topped up by."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.order = run.settings.pools.order
        """The order of judging."""
        self.encoder = None
        """The ranker whose embeddings the feedback order learns from."""
        memory = 1500
        if self.order == "feedback":
            self.encoder = run.settings.annotation.encoder
        if self.encoder:
            memory = 4000
        self.memory_mb = memory + run.annotation.simulation_mb

        top_up = run.settings.annotation.top_up
        self.top_up_size = top_up.size if top_up else None
        """The number of pairs to top up, if any are asked for."""
        self.top_up_exports = top_up.exports if top_up else []
        self.topped_up = []
        """The collection with the top-up's judgments, and the pairs left to adjudicate."""
        if self.top_up_exports:
            below = run.annotation.below
            self.topped_up = [f"{below}/top_up_adjudication_tasks.json"]
            self.topped_up += fill(f"{below}/topped_up/release/{{file}}", file=REQUIRED)

    def runs(self, wildcards: Any) -> list[str]:
        """Return the rankings of the pools' sources, for a batch order that needs them."""
        what = f"pools.order is {self.order}, which chooses by the rankings of drawn pools."
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        self.require("pools" in self.run.sections.possible, what, hint)
        sources = self.run.pools.ranked_sources
        return fill(f"{self.folder}/pools/runs/{{source}}.parquet", source=sources)

    @property
    def model_files(self) -> list[str]:
        """The files of the model that the feedback order learns from."""
        if self.encoder is None:
            return []
        rankers = self.run.rankers
        return rankers.model_files(rankers.settings[self.encoder])

    @property
    def rules(self) -> dict[str, Any]:
        """The settings of batches, and those that determine the embeddings."""
        encoder = None
        if self.encoder:
            separator = getattr(self.run.settings.rankers[self.encoder], "separator")  # noqa: B009
            encoder = self.run.rankers.encoder(self.encoder) | {"separator": separator}
        batches = self.run.settings.annotation.batches
        return {"order": self.order, **batches.as_dict(), "encoder": encoder}

    def top_up_needed(self, wildcards: Any) -> list[str]:
        """Return an empty list; UserError if no top-up is configured."""
        self.run.sections.require_data("pools", self.run.judged.stage)
        what = "There is nothing to top up: annotation.top_up is null."
        hint = "Set annotation.top_up.size in an overlay: how many pairs to ask for."
        self.require(self.top_up_size, what, hint)
        return []

    def top_up_material(self, wildcards: Any) -> dict[str, Any]:
        """Return the files with the texts of the pairs to top up, by name.

        Their candidates are in no pool, so that the sentences are those of the whole corpus.
        """
        self.top_up_needed(wildcards)
        return {
            "collection": self.run.judged.files(wildcards),
            "papers": self.run.annotation.papers(wildcards),
            "sentences": self.run.facets.sentences,
        }
