"""How annotators are prepared: instructions with worked examples, and a practice round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.resources import shipped
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class PracticePlan(StagePlan):
    """Plan the practice round and the examples of the instructions."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        settings = run.settings.annotation.practice
        self.own_examples = run.settings.annotation.examples
        """The user's file of worked examples, if there is one; else the scheme's are shown."""
        self.guideline: str | list[str] = []
        """The examples of CSFCube's guidelines, if shown; their papers are in the release."""
        is_csfcube = run.judged.is_possible and run.scheme.is_default
        if is_csfcube and not self.is_demo and not self.own_examples:
            self.guideline = shipped("guideline_examples.yaml")

        self.pairs = settings.pairs
        """The number of practice pairs or their file, if there is a practice round."""
        if self.is_demo and self.pairs is None:
            self.pairs = run.settings.demo.practice or None
        self.pairs_file: str | list[str] = []
        """The user's file of practice pairs, if there is one."""
        self.files_of_named_pairs: list[str] = []
        """The user's files of pairs; they may name papers outside the pools."""
        if self.own_examples:
            self.files_of_named_pairs.append(self.own_examples)
        if isinstance(self.pairs, str):
            self.pairs_file = self.pairs
            self.files_of_named_pairs.append(self.pairs)

        self.announced_round: dict[str, object] | None = None
        """The instructions' settings of the practice round, if there is one."""
        if self.pairs:
            n_pairs = None if isinstance(self.pairs, str) else self.pairs
            self.announced_round = {"n_pairs": n_pairs, "rho": settings.rho}

        self.exports = settings.exports
        self.is_simulated = self.is_demo and bool(self.pairs) and not self.exports
        """Whether imagined annotators grade the practice round of a demo."""
        if self.is_simulated:
            self.exports = [f"{self.folder}/demo/annotation/practice.json"]
        names = ("practice", "practice_pairs") if self.exports else ()
        self.tables = run.annotation.csv(*names)

    @property
    def shown_examples(self) -> str | list[str]:
        """The examples that are no pairs to practise on: the user's, or the guidelines'."""
        return self.own_examples or self.guideline

    def get_papers_of_examples(self, wildcards: Wildcards) -> dict[str, str | list[str]]:
        """Return the files with the texts of papers that worked examples name, by name.

        The guidelines' examples are of the released collection; a user's own may name any paper
        that is annotated. Raises UserError without papers to annotate.
        """
        annotation, pools = self.run.annotation, self.run.pools
        files: dict[str, str | list[str]] = {"collection": [], "pools": [], "queries": []}
        files |= {"papers": [], "sentences": [], "labels": []}
        annotation.get_error_without_data(wildcards)
        if self.guideline:
            files["collection"] = self.run.judged.get_released_files(wildcards)

        if self.own_examples:
            files["collection"] = annotation.get_collection_to_annotate(wildcards)
            files["labels"] = self.run.settings.pools.labels or []
        if self.own_examples and pools.is_possible:
            papers = f"{self.folder}/corpus/papers"
            files["pools"] = f"{self.folder}/pools/pools.parquet"
            files["queries"] = f"{self.folder}/pools/queries.csv"
            files["papers"] = [f"{papers}/{part}.parquet" for part in pools.shards]
            files["sentences"] = annotation.sentences_of_pools
        return files

    def get_collection_of_pairs(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the collection that practice pairs are drawn from, if there is one.

        Raises UserError without papers to annotate, and without a practice round.
        """
        files = self.run.annotation.get_collection_to_annotate(wildcards)
        message = "There is no practice round: annotation.practice.pairs is null."
        hint = "Set it to a number of pairs, or to a file of them, in an overlay."
        self.require(self.pairs, message, hint)
        return files

    def get_practice_exports(self, wildcards: Wildcards) -> list[str]:
        """Return the exports of the practice round; UserError if there are none."""
        key = "annotation.practice.exports"
        return self.run.annotation.require_exports(key, self.exports)
