"""MDCR's rankers, the large pools that they search, and the benchmark, built or released."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from paperpool.collections.mdcr_benchmark import SPLITS, name_splits
from paperpool.mdcr.names import LEVELS, MAG_FIELDS, comparable_benchmarks
from paperpool.workflow.config.mdcr_checks import find_missing_for_large_pools
from paperpool.workflow.corpus.sources import expand_listed
from paperpool.workflow.plan.stage import PaperTable, StagePlan, fill, pick


class MdcrPlan(StagePlan):
    """Plan the rankers, the large pools, and the benchmark with its scores."""

    is_large = True

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.released = run.settings.data.mdcr
        self.splits = name_splits(self.released or self.below)
        """The files of the scored splits: pools and, as <split>_data, texts."""
        self.is_built = not find_missing_for_large_pools(run.sections.data)
        """Whether the corpus is sufficient for large pools and for building the benchmark."""

        rankers = run.settings.rankers
        searching = [name for name in rankers if rankers[name].searches_large_pools()]
        self.rankers = searching if self.settings.rankers is None else self.settings.rankers
        self.searchers = [name for name in self.rankers if name in searching]
        """The rankers that search large pools; all rankers order the benchmark's candidates."""
        self.references = self.by_need("citations")
        """The rankers that use the references of a query's nearest papers."""
        able = {*self.searchers, *self.references}
        self.pooled = [name for name in self.rankers if run.rankers.is_made_of(name, able)]
        """The rankers that are evaluated on large pools."""
        self.foreign = run.rankers.of_benchmark("mdcr", "run")
        """The rankers whose benchmark scores are imported from files."""
        self.scored = [*self.rankers, *self.foreign]
        self.checked = [*self.by_need("program"), *self.foreign]
        models = run.training.models
        trained = [one for name in self.by_need("training") for one in run.rankers.runs[name]]
        self.trained = {one: models[one] for one in trained}

        self.fields = self.settings.fields or list(MAG_FIELDS)
        patterns = self.settings.paper_ids or []
        self.paper_ids = expand_listed(patterns, run.settings.data.s2orc)
        """The shards that map paper hashes to paper ids."""
        self.excluded = self.settings.exclude
        """The files of paper ids that are never queries."""
        if self.paper_ids and self.excluded:
            self.excluded = [f"{self.below}/steps/excluded.txt"]
        names = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
        self.terms = [f"{self.below}/steps/terms/{name}" for name in names]
        """The term counts of the papers of large pools, in opening order."""
        self.tunes_bm25 = "bm25" in run.rankers.kinds(self.searchers).values()

        drawn = {} if self.is_demo or not self.is_built else self.settings.as_dict()
        self.comparable = comparable_benchmarks(drawn, bool(self.released))
        """The benchmarks whose published scores are comparable."""
        self.built = name_splits(self.below) | {
            "provenance": f"{self.below}/provenance.parquet",
            "shortfalls": f"{self.below}/shortfalls.csv",
            "jaccard": f"{self.below}/jaccard.csv",
            "models": f"{self.below}/models.csv",
        }

        self.exported_names = ["mdcr"] if self.is_possible else []

    @property
    def encoding_rankers(self) -> list[str]:
        """The rankers that search large pools by vectors of a model."""
        return self.searchers_by("vectors", "model")

    @property
    def tables_of_papers(self) -> dict[str, PaperTable]:
        """The papers of large pools, ``mdcr``, and of the benchmark, released or built.

        If it is built, vectors are looked up for all papers that it may use: large pools and the
        benchmark need different ones.
        """
        large = PaperTable(
            lambda wildcards: f"{self.below}/steps/papers.parquet", self.papers, reuses_pools=True
        )
        benchmark = PaperTable(lambda wildcards: list(self.splits.values()))
        if not self.released:
            benchmark = replace(benchmark, asked=self.papers, source="mdcr")
        return {"mdcr": large, "benchmark": benchmark}

    def kept_out(self, ranker: str) -> dict[str, Any]:
        return dict(self.splits) if ranker in self.rankers else {}

    def kept_out_of_static(self, folder: str) -> dict[str, Any]:
        """Return the released benchmark, or the queries if a ranker of the built one has it."""
        if self.released:
            return dict(self.splits)
        named = self.run.settings.rankers
        ranks = any(getattr(named[name], "model", None) == folder for name in self.rankers)
        queries = [f"{self.below}/steps/queries.parquet"] * (self.is_built and ranks)
        return {"queries": queries}

    def fused_by_need(self, job: str) -> list[str]:
        """Return the fusions over large pools of a job (``plan.rankers.JOBS``)."""
        return [name for name in self.by_need(job) if name in self.pooled]

    def searchers_by(self, searched: str, *needs: str) -> list[str]:
        """Return the rankers with ``needs`` that search by terms, vectors or sentences."""
        rankers = {name: self.run.settings.rankers[name] for name in self.searchers}
        return [
            name
            for name, ranker in rankers.items()
            if ranker.searches == searched and ranker.needs.issuperset(needs)
        ]

    def papers(self, wildcards: Any) -> list[str]:
        """Return the papers of every shard of the corpus."""
        sections, pattern = self.run.sections, f"{self.folder}/corpus/papers/{{shard}}.parquet"
        missing = find_missing_for_large_pools(sections.data)
        sections.require_data("mdcr")
        sections.require_for("To rank large pools or build MDCR", missing)
        return self.run.corpus.parts(pattern)(wildcards)

    @property
    def query_settings(self) -> dict[str, Any]:
        """The settings of drawing queries."""
        keys = ("years", "queries", "validation_queries", "dataset_queries")
        settings = self.settings
        of_validation = settings.dataset_validation_queries or settings.dataset_queries
        return pick(settings, *keys) | {
            "dataset_validation_queries": of_validation,
            "fields": self.fields,
            "min_cited": settings.positives,
        }

    def settings_of(self, *keys: str) -> dict[str, Any]:
        """Return some settings, with the fields and the last year of chosen papers."""
        chosen = {"fields": self.fields, "last_year": self.settings.years[1]}
        return pick(self.settings, *keys) | chosen

    def searched_vectors(self, wildcards: Any) -> dict[str, str]:
        """Return the job's ranker's vectors of papers; for sentences also the first rows."""
        vectors = f"{self.folder}/encode/mdcr/{wildcards.ranker}"
        files = {"vectors": f"{vectors}.npy"}
        if self.run.settings.rankers[wildcards.ranker].searches == "sentences":
            files["starts"] = f"{vectors}.starts.npy"
        return files

    def own_grid(self, wildcards: Any) -> list[str]:
        """Return the grid that the job's ranker's parameters are chosen from, of BM25 alone."""
        is_bm25 = self.run.settings.rankers[wildcards.ranker].kind == "bm25"
        return [f"{self.below}/bm25.csv"] if is_bm25 else []

    def known_vectors(self, wildcards: Any) -> dict[str, Any]:
        """Return the known vectors of the job's ranker for the papers of large pools, if any.

        Given vectors cover the papers of the benchmark, and some of these are in no pool.
        """
        if wildcards.ranker in self.run.encode.given:
            return self.run.encode.known(wildcards, "benchmark")
        if not self.is_built or self.released or wildcards.ranker not in self.searchers:
            return {}
        vectors = list(self.searched_vectors(wildcards).values())
        return {"papers": f"{self.below}/steps/papers.parquet", "known": vectors}

    def scores(self, rankers: Iterable[str] | None = None) -> dict[str, list[str]]:
        """Return the score files by split: of some rankers, or of all runs that score it."""
        folders = {"val": f"{self.below}/scores/val", "test": f"{self.below}/scores"}
        files = {}
        for split in SPLITS:
            runs = self.scored_runs(split) if rankers is None else rankers
            files[f"{split}_scores"] = [f"{folders[split]}/{run}.json" for run in runs]
        return files

    def foreign_scores(self, split: str) -> Callable[[Any], str]:
        """Return a function: the imported score file of the job's ranker for a split."""
        named = self.run.settings.rankers
        return lambda wildcards: named[wildcards.ranker].path.replace("{split}", split)

    def scored_runs(self, split: str) -> list[str]:
        """Return the runs that score a split, several for a ranker trained several times."""
        named = self.run.settings.rankers
        return [
            one
            for name in self.scored
            if split == "test" or name in self.rankers or "{split}" in named[name].path
            for one in self.run.rankers.runs[name]
        ]

    @property
    def evaluated(self) -> dict[str, Any]:
        """The files that the section's scores are computed from."""
        files: dict[str, Any] = self.scores() | {split: self.splits[split] for split in SPLITS}
        if self.is_built:
            runs = f"{self.below}/runs/{{level}}/{{ranker}}.parquet"
            files |= {f"{one}_runs": fill(runs, level=[one], ranker=self.pooled) for one in LEVELS}
            files |= {n: f"{self.below}/steps/{n}.parquet" for n in ("queries", "cited")}
        return files
