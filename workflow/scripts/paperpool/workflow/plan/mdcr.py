"""MDCR's rankers, the large pools that they search, and the benchmark, built or released."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from paperpool.collections.mdcr_benchmark import name_splits
from paperpool.mdcr.names import comparable_benchmarks
from paperpool.workflow.config.mdcr_checks import find_missing_for_large_pools
from paperpool.workflow.config.sections.mdcr import MdcrSettings
from paperpool.workflow.plan.benchmark import BenchmarkPlan, Files, PaperTable
from paperpool.workflow.plan.stage import Wildcards


class MdcrPlan(BenchmarkPlan):
    """Plan the rankers, the large pools, and the benchmark with its scores."""

    is_large = True

    @property
    def settings(self) -> MdcrSettings:
        """The settings of MDCR."""
        return self.run.settings.mdcr

    # The benchmark

    @cached_property
    def released(self) -> str | None:
        """The folder of the released benchmark, if it is given."""
        return self.run.settings.data.mdcr

    @cached_property
    def is_built(self) -> bool:
        """Whether the corpus is sufficient for large pools and for building the benchmark."""
        return not find_missing_for_large_pools(self.run.sections.data)

    @cached_property
    def split_files(self) -> dict[str, str]:
        """The files of the scored splits: pools and, as <split>_data, texts."""
        return name_splits(self.released or self.below)

    @property
    def built_files(self) -> list[str]:
        """The names of the files of a built benchmark, if one is built."""
        if not self.is_built:
            return []
        splits = [Path(file).name for file in name_splits(self.below).values()]
        return [*splits, "provenance.parquet", "shortfalls.csv", "jaccard.csv", "models.csv"]

    @property
    def comparable(self) -> Sequence[str]:
        """The benchmarks whose published scores are comparable."""
        drawn = {} if self.is_demo or not self.is_built else self.settings.as_dict()
        return comparable_benchmarks(drawn, bool(self.released))

    @property
    def paper_encoders(self) -> list[str]:
        """The rankers that search large pools by a model's vectors of papers."""
        return self.run.mdcr_pools.model_searchers

    @property
    def sentence_encoders(self) -> list[str]:
        """The rankers that search large pools by a model's vectors of sentences."""
        return self.run.mdcr_pools.sentence_searchers

    @property
    def exported_names(self) -> list[str]:
        """The benchmark, if there is one."""
        return ["mdcr"] if self.is_possible else []

    # The rankers

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers that the settings name, or else all that search large pools."""
        named = self.settings.rankers
        if named is not None:
            return named
        rankers = self.run.settings.rankers
        return [name for name, ranker in rankers.items() if ranker.searches_large_pools()]

    @property
    def imported_rankers(self) -> list[str]:
        """The rankers whose benchmark scores are imported from files."""
        return self.run.rankers.of_benchmark("mdcr", "run")

    @property
    def scored_rankers(self) -> list[str]:
        """The rankers that score the benchmark."""
        return [*self.rankers, *self.imported_rankers]

    @property
    def checked_rankers(self) -> list[str]:
        """The rankers whose scores are imported or made by a command."""
        return [*self.command_rankers, *self.imported_rankers]

    @property
    def test_runs(self) -> list[str]:
        """The runs that score the test split, several for a ranker trained several times."""
        return self.run.rankers.list_runs(self.scored_rankers)

    @property
    def validation_runs(self) -> list[str]:
        """The same of the validation split, which imported scores may lack."""
        rankers = []
        for name in self.scored_rankers:
            if name in self.rankers or "{split}" in self.run.rankers.path_of(name):
                rankers.append(name)
        return self.run.rankers.list_runs(rankers)

    @property
    def trainings(self) -> list[str]:
        """The trainings of its trained rankers, as the parts of paths."""
        return self.run.training.list_trainings(self.trained_rankers)

    @property
    def trained_models(self) -> dict[str, str]:
        """The folders of their encoders, by run."""
        models = self.run.training.models
        return {run: models[run] for run in self.run.rankers.list_runs(self.trained_rankers)}

    def get_imported_test_scores(self, wildcards: Wildcards) -> str:
        """Return the file of the imported ranker's scores of the test split."""
        return self._find_imported(wildcards.ranker, "test")

    def get_imported_validation_scores(self, wildcards: Wildcards) -> str:
        """Return the file of its scores of the validation split."""
        return self._find_imported(wildcards.ranker, "val")

    def _find_imported(self, ranker: str, split: str) -> str:
        return self.run.rankers.path_of(ranker).replace("{split}", split)

    def get_known_vectors(self, wildcards: Wildcards) -> Mapping[str, Files]:
        """Return the known vectors of the job's ranker, and their papers, if there are any.

        A user's vectors cover the papers of the benchmark, some of which are in no pool. Others
        are those of large pools.
        """
        ranker = wildcards.ranker
        if ranker in self.run.encode.vector_files:
            return self.run.encode.list_known_vectors(ranker, "benchmark")
        if not self.is_built or self.released or ranker not in self.run.mdcr_pools.searchers:
            return {"papers": [], "known": []}
        vectors = [f"{self.folder}/encode/mdcr/{ranker}.npy"]
        if ranker in self.run.mdcr_pools.sentence_searchers:
            vectors.append(f"{self.folder}/encode/mdcr/{ranker}.starts.npy")
        return {"papers": f"{self.below}/steps/papers.parquet", "known": vectors}

    @property
    def building_settings(self) -> dict[str, object]:
        """The settings of building the benchmark, of papers until the last year of queries."""
        settings = self.settings
        return {
            "model_top": settings.model_top,
            "most_cited_top": settings.most_cited_top,
            "positives": settings.positives,
            "negatives": settings.negatives,
            "fields": self.run.mdcr_pools.fields,
            "last_year": settings.years[1],
        }

    # What other stages ask of a benchmark

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers of large pools, ``mdcr``, and of the benchmark, released or built.

        If it is built, vectors are looked up for all papers that it may use: large pools and the
        benchmark need different ones.
        """
        pools = PaperTable(self.get_pool_papers, self.get_corpus_papers, reuses_pools=True)
        benchmark = PaperTable(self.get_benchmark_files)
        if not self.released:
            benchmark = PaperTable(self.get_benchmark_files, self.get_corpus_papers, source="mdcr")
        return {"mdcr": pools, "benchmark": benchmark}

    def get_pool_papers(self, wildcards: Wildcards) -> str:
        """Return the table of the papers of large pools."""
        return f"{self.below}/steps/papers.parquet"

    def get_benchmark_files(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the benchmark."""
        return list(self.split_files.values())

    def get_corpus_papers(self, wildcards: Wildcards) -> list[str]:
        """Return the papers of the corpus."""
        parts = self.run.mdcr_pools.get_shards(wildcards)
        return [f"{self.folder}/corpus/papers/{part}.parquet" for part in parts]

    def kept_out(self, ranker: str) -> Mapping[str, Files]:
        return self.split_files if ranker in self.rankers else {}

    def kept_out_of_static(self, folder: str) -> Mapping[str, Files]:
        """Return the released benchmark, or the queries if a ranker of the built one has it."""
        if self.released:
            return self.split_files
        named = self.run.settings.rankers
        is_used = any(getattr(named[name], "model", None) == folder for name in self.rankers)
        if self.is_built and is_used:
            return {"queries": [f"{self.below}/steps/queries.parquet"]}
        return {"queries": []}
