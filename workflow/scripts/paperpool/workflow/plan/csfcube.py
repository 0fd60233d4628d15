"""CSFCube's collection, its rankers and their runs."""

from functools import cached_property

from paperpool.collections.csfcube_release import ABSTRACTS, list_files
from paperpool.collections.named import NamedCollection, read_named
from paperpool.evaluation.runs import run_files
from paperpool.workflow.plan.benchmark import BenchmarkPlan, Files, PaperTable
from paperpool.workflow.plan.stage import Wildcards

DEMO = "Demo collection"
"""The name of the generated collection."""


class CsfcubePlan(BenchmarkPlan):
    """Plan the collection, given or generated, and the rankers that are scored on it."""

    is_large = True

    # The collection

    @cached_property
    def _given(self) -> NamedCollection | None:
        """The configured collection, or the generated one of a demo."""
        if self.run.settings.data.csfcube:
            return read_named(self.run.settings.data.csfcube)
        return NamedCollection(DEMO, f"{self.folder}/demo/csfcube") if self.is_demo else None

    @property
    def name(self) -> str:
        """The name of the collection, unless its queries are those of CSFCube's release."""
        return self._given.name if self._given else ""

    @property
    def released(self) -> str | None:
        """The folder of the given collection."""
        return self._given.folder if self._given else None

    @property
    def collection(self) -> str | None:
        """The folder of the ranked collection; it differs if labels were corrected by hand."""
        has_labels = bool(self.run.settings.pools.labels)
        return f"{self.below}/collection" if has_labels else self.released

    @property
    def collection_files(self) -> list[str]:
        """The files of the ranked collection."""
        return [f"{self.collection}/{name}" for name in list_files(self.run.scheme)]

    @property
    def exported_names(self) -> list[str]:
        """The collection, if there is one."""
        return ["csfcube"] if self.is_possible else []

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers of the collection."""
        return {"csfcube": PaperTable(self.get_collection_files)}

    def get_collection_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the ranked collection; UserError without a collection."""
        self.run.sections.require_data("csfcube")
        return self.collection_files

    def get_released_files(self, wildcards: Wildcards) -> list[str]:
        """Return those of the given collection, for jobs that ignore corrected labels."""
        self.run.sections.require_data("csfcube")
        return [f"{self.released}/{name}" for name in list_files(self.run.scheme)]

    def get_collection_abstracts(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's abstracts, if any; the corpus always keeps their papers."""
        return [f"{self.released}/{ABSTRACTS}"] if self.is_possible else []

    # The rankers

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers of the collection, imported runs included."""
        return self.run.rankers.of_benchmark("csfcube")

    @property
    def runs(self) -> list[str]:
        """All runs, several for a ranker with several seeds."""
        return self.run.rankers.list_runs(self.rankers)

    @property
    def baselines(self) -> list[str]:
        """The rankers that others are compared with."""
        return self.run.rankers.baselines(self.rankers)

    @property
    def searching_models(self) -> list[str]:
        """The models that also rank the whole corpus."""
        rankers = self.run.settings.rankers
        return [name for name in self.model_rankers if rankers[name].searches]

    @property
    def pools_only_models(self) -> list[str]:
        """The models that rank pools only."""
        searching = self.searching_models
        return [name for name in self.model_rankers if name not in searching]

    @property
    def searching_fusions(self) -> list[str]:
        """The fusions of rankers that all rank the whole corpus."""
        searching = {*self.lexical_rankers, *self.searching_models}
        return [name for name in self.fusions if self.run.rankers.is_made_of(name, searching)]

    @property
    def pools_only_fusions(self) -> list[str]:
        """The fusions that rank pools only."""
        searching = self.searching_fusions
        return [name for name in self.fusions if name not in searching]

    @property
    def corpus_rankers(self) -> list[str]:
        """The rankers, fusions among them, that also rank the whole corpus."""
        return self.lexical_rankers + self.searching_models + self.searching_fusions

    @property
    def checked_rankers(self) -> list[str]:
        """The rankers whose rankings are imported or made by a command."""
        return self.run.rankers.of_benchmark("csfcube", "run", "command")

    @property
    def imported_rankers(self) -> list[str]:
        """The rankers whose rankings are imported from files; one job imports all."""
        return self.run.rankers.of_benchmark("csfcube", "run")

    @property
    def imported_paths(self) -> dict[str, str]:
        """The paths of imported rankings, by ranker."""
        return {name: self.run.rankers.path_of(name) for name in self.imported_rankers}

    @property
    def imported_files(self) -> list[str]:
        """The imported files, one per facet if a path has {facet}."""
        return [
            file
            for path in self.imported_paths.values()
            for file in run_files(path, self.run.scheme.facet_names)
        ]

    @property
    def word_vectors(self) -> Files:
        """Word vectors: of pools drawn with the filter csfcube, else of the collection."""
        if not self.word_vector_rankers:
            return []
        possible = self.run.sections.possible
        is_drawn = "pools" in possible and self.run.settings.pools.filter == "csfcube"
        stage = f"{self.folder}/pools" if is_drawn else self.below
        return f"{stage}/steps/word2vec.parquet"
