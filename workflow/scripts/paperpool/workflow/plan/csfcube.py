"""CSFCube's collection, its rankers and their runs."""

from collections.abc import Iterable
from typing import Any

from paperpool.collections.csfcube_release import ABSTRACTS, REQUIRED
from paperpool.collections.facets import FACETS
from paperpool.collections.named import NamedCollection, read_named
from paperpool.evaluation.foreign_runs import run_files
from paperpool.workflow.plan.stage import PaperTable, StagePlan, Wildcards, fill

DEMO = "Demo collection"
"""The name of the generated collection."""


class CsfcubePlan(StagePlan):
    """Plan the collection, given or generated, and the rankers that are scored on it."""

    is_large = True

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        settings = run.settings
        named = NamedCollection(DEMO, f"{self.folder}/demo/csfcube") if self.is_demo else None
        if settings.data.csfcube:
            named = read_named(settings.data.csfcube)
        self.released = named and named.folder
        self.name = named.name if named else ""
        """The name of the collection, unless its queries are those of CSFCube's release."""
        self.collection = f"{self.below}/collection" if settings.pools.labels else self.released
        """The folder of the ranked collection; it differs if labels were corrected by hand."""
        self.collection_files = [f"{self.collection}/{name}" for name in REQUIRED]
        self.files = run.sections.needed("csfcube", files=self.collection_files)
        """An input function of these files; UserError without a collection."""
        released = [f"{self.released}/{name}" for name in REQUIRED]
        self.released_files = run.sections.needed("csfcube", files=released)
        """An input function of the given collection, for jobs that ignore labels."""

        self.rankers = run.rankers.of_benchmark("csfcube")
        self.runs = [one for name in self.rankers for one in run.rankers.runs[name]]
        """All runs, several for a ranker with several seeds."""
        self.baselines = run.rankers.baselines(self.rankers)
        self.words = self.by_need("terms") + self.by_need("word_vectors")
        """The lexical rankers; one job makes all their runs."""
        models = self.by_need("model")
        self.searching_models = [n for n in models if run.settings.rankers[n].searches]
        self.other_models = [n for n in models if n not in self.searching_models]
        searching = set(self.words + self.searching_models)
        fusions = self.by_need("runs")
        self.searching_fusions = [n for n in fusions if run.rankers.is_made_of(n, searching)]
        self.other_fusions = [n for n in fusions if n not in self.searching_fusions]
        self.searching = self.words + self.searching_models + self.searching_fusions
        """The rankers that also rank the whole corpus."""
        self.checked = run.rankers.of_benchmark("csfcube", "run", "command")
        """The rankers whose rankings are imported or made by a command."""
        foreign = run.rankers.of_benchmark("csfcube", "run")
        self.foreign = {name: settings.rankers[name].path for name in foreign}
        """The paths of imported rankings, by ranker; one job imports all."""
        self.foreign_files = [file for path in self.foreign.values() for file in run_files(path)]
        """The imported files, one per facet if a path has {facet}."""
        is_drawn = "pools" in run.sections.possible and settings.pools.filter == "csfcube"
        stage = f"{self.folder}/pools" if is_drawn else self.below
        self.vectors = f"{stage}/steps/word2vec.parquet" if self.by_need("word_vectors") else []
        """Word vectors: of pools drawn with the filter csfcube, else of the collection."""

        self.exported_names = ["csfcube"] if self.is_possible else []

    def get_collection_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the ranked collection; UserError without a collection."""
        self.run.sections.require_data("csfcube")
        return self.collection_files

    def get_released_files(self, wildcards: Wildcards) -> list[str]:
        """Return those of the given collection, for jobs that ignore corrected labels."""
        self.run.sections.require_data("csfcube")
        return [f"{self.released}/{name}" for name in REQUIRED]

    def get_released_abstracts(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's abstracts, if any; the corpus always keeps their papers."""
        return [f"{self.released}/{ABSTRACTS}"] if self.is_possible else []

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers of the collection."""
        return {"csfcube": PaperTable(self.files)}

    def searched_members(self, wildcards: Any) -> list[str]:
        """Return the corpus runs that the job's ranker fuses; empty unless all members have one."""
        searched = self.run.rankers.of_members(f"{self.below}/corpus/{{ranker}}.parquet")
        return searched(wildcards) if wildcards.ranker in self.searching_fusions else []

    def kept_papers(self, wildcards: Any) -> list[str]:
        """Return the collection's abstracts, if any; the corpus always keeps their papers."""
        return [f"{self.released}/{ABSTRACTS}"] if self.is_possible else []

    def ranked(self, rankers: Iterable[str]) -> list[str]:
        """Return the rankers' runs in the format of the release, a file per facet."""
        name = "test-pid2pool-csfcube-{ranker}-{facet}-ranked.json"
        return fill(f"{self.below}/ranked/{name}", ranker=rankers, facet=FACETS)
