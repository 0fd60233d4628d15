"""The annotators' tasks, their exports, and the tables made of both."""

from collections.abc import Callable
from typing import Any

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.workflow.plan.stage import StagePlan, fill, given


class AnnotationPlan(StagePlan):
    """Plan tasks and exports: of annotators, practice and second passes."""

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

        self.is_batched = run.settings.pools.order != "drawn"
        """Whether tasks come in batches; if not, all candidates are asked for at once."""
        self.is_measured = bool(self.exports) or run.judged.is_possible
        self.has_full_texts = bool(self.settings.full_text.full_texts)
        """Whether a second pass from full texts is annotated."""

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
            files |= {"papers": self.papers(wildcards), "sentences": self.run.facets.of_pools}
        return files

    def papers(self, wildcards: Any) -> list[str]:
        """Return the papers that pools are drawn from."""
        papers = self.run.corpus.parts(f"{self.folder}/corpus/papers/{{shard}}.parquet", "pools")
        return papers(wildcards)

    # The annotated collection

    def released(self, pattern: str) -> Callable[[Any], list[str]]:
        """Return an input function: the release made from the exports, else the collection."""
        return given(fill(pattern, file=REQUIRED)) if self.exports else self.run.judged.files

    @property
    def tables(self) -> dict[str, str]:
        """The tables that describe the annotated collection, with second passes."""
        names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
        names += ["reusability"] * self.run.judged.is_possible
        names += ["full_text_agreement"] * self.has_full_texts
        return self.csv(*names)

    @property
    def results(self) -> list[str]:
        """The result files added by exports and by the practice round."""
        made = ["practice_tasks.json"] * bool(self.run.practice.pairs)
        made += ["import.json", "annotators.csv", "further.csv"] * bool(self.exports)
        tables = [*self.run.practice.tables]
        if self.is_measured:
            tables += self.tables
            for extra in self.run.extras_reported_with("annotation"):
                tables += extra.reported_tables
        return [*made, *(f"{name}.csv" for name in tables)]

    # Full texts

    def full_text_exports(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the exports of both passes, by name."""
        return {
            name: self.exported(f"annotation.full_text.{name}", exports)(wildcards)
            for name, exports in self.settings.full_text.as_dict().items()
        }
