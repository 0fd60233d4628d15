"""The annotators' tasks, their exports, and the tables made of both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperpool.collections.csfcube_release import list_files
from paperpool.workflow.config.sections.annotation import AnnotationSettings
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class AnnotationPlan(StagePlan):
    """Plan tasks and exports: of annotators, practice and second passes.

    The papers to annotate are those of drawn pools, if pools can be drawn, else those of the
    collection.
    """

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.is_simulated = self.is_demo and not self.settings.exports
        """Whether imagined annotators grade the tasks of a demo."""
        self.exports = self.settings.exports
        self.further_passes = self.settings.further
        """The exports of further passes, by name."""
        self.simulated_roles: list[str] = []
        """What is simulated: the exports of both annotators, the adjudicator and an expert."""
        self.simulation_mb = 0
        """The memory that a simulation takes."""
        if self.is_simulated:
            self.simulated_roles = ["annotators", "adjudicator", "expert"]
            annotators, adjudicator, expert = (
                f"{self.folder}/demo/annotation/{role}.json" for role in self.simulated_roles
            )
            self.exports = [annotators, adjudicator]
            self.further_passes = {"expert": [expert]}
            self.simulation_mb = 500 + run.settings.demo.papers // 2000

        self.is_measured = bool(self.exports) or run.judged.is_possible
        self.has_full_texts = bool(self.settings.full_text.full_texts)
        """Whether a second pass from full texts is annotated."""

        self.sentences_of_pools: list[str] = []
        """The labelled sentences of drawn pools."""
        if run.pools.is_possible and run.scheme.labels:
            self.sentences_of_pools = run.facets.sentences_of_pools

    @property
    def settings(self) -> AnnotationSettings:
        return self.run.settings.annotation

    # The papers to annotate

    def get_collection_to_annotate(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's files, if there is one; UserError without papers to annotate.

        Labels that were corrected by hand are in them.
        """
        self.run.sections.require_data("annotation")
        return self.run.judged.collection_files if self.run.judged.is_possible else []

    def get_sources_of_order(self, wildcards: Wildcards) -> list[str]:
        """Return the sources of pools whose ranks order the tasks; UserError if there are none."""
        if self.run.settings.pools.order == "drawn":
            return []
        message = "pools.order is depth, which takes the ranks of drawn pools."
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        self.require("pools" in self.run.sections.possible, message, hint)
        return self.run.pools.ranked_sources

    def get_released_collection(self, wildcards: Wildcards) -> list[str]:
        """Return the same files without labels that were corrected by hand.

        Raises UserError without papers to annotate, and if the scheme has no labels.
        """
        self.run.sections.require_data("annotation")
        message = f"The scheme {self.run.scheme.name} has no labels to correct."
        hint = "Its facets are questions about whole abstracts: annotate them as they are."
        self.require(self.run.scheme.labels, message, hint)
        return self.run.pools.get_compared_collection(wildcards)

    # The exports

    def get_exports(self, wildcards: Wildcards) -> list[str]:
        """Return the exports; UserError if there are none."""
        return self.require_exports("annotation.exports", self.exports)

    def require_exports(self, key: str, exports: list[str]) -> list[str]:
        """Return the exports under a configuration key; UserError if there are none."""
        hint = (
            "annotate its tasks in Label Studio, export as JSON, and name the export in "
            f"{key} of an overlay."
        )
        self.require(exports, f"There are no annotations to read: {key} is empty.", hint)
        return exports

    @property
    def further_exports(self) -> list[str]:
        """The exports of all further passes."""
        return [file for files in self.further_passes.values() for file in files]

    # The annotated collection

    @property
    def release_files(self) -> list[str]:
        """The files of the release that exports are made into."""
        return [f"{self.below}/release/{file}" for file in list_files(self.run.scheme)]

    def get_annotated_collection(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the release made from the exports, else of the collection."""
        if self.exports:
            return self.release_files
        return self.run.judged.get_collection_files(wildcards)

    @property
    def tables(self) -> dict[str, str]:
        """The tables that describe the annotated collection, with second passes."""
        names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
        if self.run.judged.is_possible:
            names.append("reusability")
        if self.has_full_texts:
            names.append("full_text_agreement")
        return self.csv(*names)

    @property
    def results(self) -> list[str]:
        """The result files added by exports and by the practice round."""
        files = []
        if self.run.practice.pairs:
            files.append("practice_tasks.json")
        if self.exports:
            files += ["import.json", "annotators.csv", "further.csv"]
        files += name_tables(self.run.practice.tables)
        if self.is_measured:
            files += name_tables(self.tables)
            for extra in self.run.extras_reported_with("annotation"):
                files += name_tables(extra.reported_tables)
        return files

    # Full texts

    def get_abstract_exports(self, wildcards: Wildcards) -> list[str]:
        """Return the exports of the pass from abstracts; UserError if there are none."""
        exports = self.settings.full_text.abstracts
        return self.require_exports("annotation.full_text.abstracts", exports)

    def get_full_text_exports(self, wildcards: Wildcards) -> list[str]:
        """Return those of the pass from full texts; UserError if there are none."""
        exports = self.settings.full_text.full_texts
        return self.require_exports("annotation.full_text.full_texts", exports)


def name_tables(tables: Iterable[str]) -> list[str]:
    """Return the files of tables."""
    return [f"{table}.csv" for table in tables]
