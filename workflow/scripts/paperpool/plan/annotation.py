"""The annotators' and model judges' tasks, their exports, and the tables made of both."""

from collections.abc import Callable
from typing import Any

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.plan.stage import StagePlan, fill, given


class AnnotationPlan(StagePlan):
    """Plan tasks and exports: of annotators, practice, top-ups, second passes and judges."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.is_simulated = self.is_demo and not self.settings.exports
        self.plan = f"{self.folder}/demo/plan.npz" if self.is_simulated else []
        """The demo's plan, the source of simulated grades."""
        names = ("annotators", "adjudicator", "expert") if self.is_simulated else ()
        self.simulated = fill(f"{self.folder}/demo/annotation/{{name}}.json", name=names)
        """The simulated exports: of two annotators, the adjudicator and an expert."""
        self.simulation_mb = (500 + run.settings.demo.papers // 2000) * self.is_simulated
        self.exports = self.simulated[:2] or self.settings.exports
        self.required_exports = self.exported("annotation.exports", self.exports)
        """An input function of the exports; UserError if there are no exports."""
        self.further = self.settings.further
        if self.is_simulated:
            self.further = {"expert": self.simulated[2:]}

        self.order = run.settings.pools.order
        """The order of judging; `drawn` puts all candidates into one batch."""
        self.judges_in_batches = self.order != "drawn"
        self.learned = self.settings.encoder if self.order == "feedback" else None
        """The ranker whose embeddings the feedback order learns from."""
        self.batch_mb = (4000 if self.learned else 1500) + self.simulation_mb
        self.is_measured = bool(self.exports) or run.judged.is_possible
        self.has_full_texts = bool(self.settings.full_text.full_texts)
        """Whether a second pass from full texts is annotated."""
        self.top_up = self.settings.top_up or {}
        """The number of pairs to top up, and the exports of their tasks."""
        self.topped_up = []
        """The collection with the top-up's judgments, and the pairs left to adjudicate."""
        if self.top_up.get("exports"):
            release = f"{self.below}/topped_up/release/{{file}}"
            self.topped_up = [f"{self.below}/top_up_adjudication_tasks.json"]
            self.topped_up += fill(release, file=REQUIRED)

    def exported(self, key: str, exports: Any) -> Callable[[Any], Any]:
        """Return an input function of the exports under a configuration key; UserError if empty."""
        hint = (
            "annotate its tasks in Label Studio, export as JSON, and name the export in "
            f"{key} of an overlay."
        )
        what = f"There are no annotations to read: {key} is empty."
        return lambda wildcards: self.require(exports, what, hint) or exports

    def material(self, wildcards: Any) -> dict[str, Any]:
        """Return the files to annotate, by name: drawn pools if possible, and the release.

        Sentence labels come from the collection, or from the facets section for papers of the
        corpus. Labels corrected by hand override both.
        """
        files = self.predicted_material(wildcards)
        if self.run.judged.is_possible:
            files["collection"] = self.run.judged.files(wildcards)
        return files | {"labels": self.run.settings.pools.labels or []}

    def predicted_material(self, wildcards: Any) -> dict[str, Any]:
        """Return the files to annotate without hand-corrected labels."""
        self.run.sections.require_data("annotation")
        files: dict[str, Any] = {"collection": self.run.pools.compared_collection(wildcards)}
        if "pools" in self.run.sections.possible:
            files["pools"] = f"{self.folder}/pools/pools.parquet"
            files["queries"] = f"{self.folder}/pools/queries.csv"
            files |= {"papers": self._papers(wildcards), "sentences": self.run.facets.of_pools}
        return files

    def _papers(self, wildcards: Any) -> list[str]:
        """Return the papers that pools are drawn from."""
        papers = self.run.corpus.parts(f"{self.folder}/corpus/papers/{{shard}}.parquet", "pools")
        return papers(wildcards)

    def batch_runs(self, wildcards: Any) -> list[str]:
        """Return the rankings of the pools' sources, for a batch order that needs them."""
        what = f"pools.order is {self.order}, which chooses by the rankings of drawn pools."
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        self.require("pools" in self.run.sections.possible, what, hint)
        sources = self.run.pools.ranked_sources
        return fill(f"{self.folder}/pools/runs/{{source}}.parquet", source=sources)

    @property
    def learned_files(self) -> list[str]:
        """The files of the model that the feedback order learns from."""
        rankers = self.run.rankers
        return rankers.model_files(rankers.settings[self.learned]) if self.learned else []

    @property
    def batch_rules(self) -> dict[str, Any]:
        """The settings of batches, and those that determine the embeddings."""
        encoder = None
        if self.learned:
            separator = self.run.settings.rankers[self.learned].separator
            encoder = self.run.rankers.encoder(self.learned) | {"separator": separator}
        return {"order": self.order, **self.settings.batches, "encoder": encoder}

    # The annotated collection

    def released(self, pattern: str) -> Callable[[Any], list[str]]:
        """Return an input function: the release made from the exports, else the collection."""
        return given(fill(pattern, file=REQUIRED)) if self.exports else self.run.judged.files

    @property
    def tables(self) -> dict[str, str]:
        """The tables that describe the annotated collection, with second passes and judges."""
        names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
        names += ["reusability"] * self.run.judged.is_possible
        names += ["full_text_agreement"] * self.has_full_texts
        return self.csv(*names) | (self.run.judges.tables if self.run.judges.judges else {})

    @property
    def results(self) -> list[str]:
        """The result files added by exports and by the practice round."""
        made = ["practice_tasks.json"] * bool(self.run.practice.pairs)
        made += ["import.json", "annotators.csv", "further.csv"] * bool(self.exports)
        tables = [*self.run.practice.tables, *(self.tables if self.is_measured else ())]
        return [*made, *(f"{name}.csv" for name in tables)]

    # Full texts and top-ups

    def full_text_exports(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the exports of both passes, by name."""
        return {
            name: self.exported(f"annotation.full_text.{name}", exports)(wildcards)
            for name, exports in self.settings.full_text.items()
        }

    def top_up_needed(self, wildcards: Any) -> list[str]:
        """Return an empty list; UserError if no top-up is configured."""
        self.run.sections.require_data("pools", self.run.judged.stage)
        what = "There is nothing to top up: annotation.top_up is null."
        hint = "Set annotation.top_up.size in an overlay: how many pairs to ask for."
        self.require(self.top_up, what, hint)
        return []

    def top_up_material(self, wildcards: Any) -> dict[str, Any]:
        """Return the files with the texts of the pairs to top up, by name.

        Their candidates are in no pool, so that the sentences are those of the whole corpus.
        """
        self.top_up_needed(wildcards)
        return {
            "collection": self.run.judged.files(wildcards),
            "papers": self._papers(wildcards),
            "sentences": self.run.facets.sentences,
        }
