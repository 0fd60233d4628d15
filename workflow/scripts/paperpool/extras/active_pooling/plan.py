"""Batches of annotation tasks, chosen by the grades so far, and top-ups of a judged collection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.collections.csfcube_release import list_files
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class ActivePoolingPlan(StagePlan):
    """Plan the next batch of tasks, and the unjudged pairs that a collection is topped up by."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.order: str = run.settings.pools.order
        """The order of judging."""
        self.encoder: str | None = None
        """The ranker whose embeddings the feedback order learns from."""
        if self.order == "feedback":
            self.encoder = run.settings.annotation.encoder
        self.memory_mb = 4000 if self.encoder else 1500
        self.memory_mb += run.annotation.simulation_mb

        self.n_top_up_pairs: int | None = None
        """The number of pairs to top up, if that is configured."""
        self.top_up_exports: list[str] = []
        """The exports of their tasks."""
        top_up = run.settings.annotation.top_up
        if top_up:
            self.n_top_up_pairs = top_up.size
            self.top_up_exports = top_up.exports
        self.topped_up_files: list[str] = []
        """The files of the collection that is topped up by them."""
        if self.top_up_exports:
            self.topped_up_files = list_files(run.scheme)

    def get_sources(self, wildcards: Wildcards) -> list[str]:
        """Return the sources of drawn pools; UserError for a batch order that lacks them."""
        message = f"pools.order is {self.order}, which chooses by the rankings of drawn pools."
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        self.require("pools" in self.run.sections.possible, message, hint)
        return self.run.pools.ranked_sources

    @property
    def model_files(self) -> list[str]:
        """The files of the model that the feedback order learns from."""
        if self.encoder is None:
            return []
        rankers = self.run.rankers
        return rankers.model_files(rankers.settings[self.encoder])

    @property
    def batch_rules(self) -> dict[str, object]:
        """The settings of batches, and those that determine the embeddings."""
        encoder = None
        if self.encoder:
            rankers = self.run.rankers
            encoder = rankers.encoder(self.encoder)
            encoder["separator"] = rankers.find_separator(self.encoder)
        batches = self.run.settings.annotation.batches
        return {"order": self.order, **batches.as_dict(), "encoder": encoder}

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError without pools, their collection or a top-up."""
        self.run.sections.require_data("pools", self.run.judged.stage)
        message = "There is nothing to top up: annotation.top_up is null."
        hint = "Set annotation.top_up.size in an overlay: how many pairs to ask for."
        self.require(self.n_top_up_pairs, message, hint)
        return []

    def get_collection_to_top_up(self, wildcards: Wildcards) -> list[str]:
        """Return the collection to top up; UserError without pools, collection or a top-up."""
        self.get_error_without_data(wildcards)
        return self.run.judged.get_collection_files(wildcards)
