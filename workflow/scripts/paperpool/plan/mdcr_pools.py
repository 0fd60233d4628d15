"""The rankers of MDCR, and the large pools that they search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from paperpool.io.files import expand_globs
from paperpool.mdcr.names import LEVELS, MAG_FIELDS
from paperpool.plan.stage import StagePlan, pick


class MdcrPoolsPlan(StagePlan):
    """The rankers that take part, and the files of their large pools."""

    # Rankers

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers that take part."""
        if self.settings.rankers is not None:
            return self.settings.rankers
        return [name for name, ranker in self.run.settings.rankers.items() if ranker.searches]

    @cached_property
    def searchers(self) -> list[str]:
        """The rankers that search large pools; all order the benchmark's candidates."""
        return [name for name in self.rankers if self.run.settings.rankers[name].searches]

    @cached_property
    def references(self) -> list[str]:
        """The rankers by what the papers near the query cite."""
        return self.by_need("citations")

    @cached_property
    def pooled(self) -> list[str]:
        """The rankers that large pools are evaluated with."""
        return [name for name in self.rankers if self._ranks_pools(name)]

    def _ranks_pools(self, name: str) -> bool:
        """Return whether a ranker has a run over large pools: a fusion where its members do."""
        if name in self.searchers or name in self.references:
            return True
        members = getattr(self.run.settings.rankers[name], "members", [])
        return bool(members) and all(map(self._ranks_pools, members))

    @cached_property
    def foreign(self) -> list[str]:
        """The rankers whose scores of the benchmark come from outside, as files."""
        return self.run.rankers.of_benchmark("mdcr", "run")

    @property
    def scored(self) -> list[str]:
        """All rankers that the benchmark is scored by."""
        return [*self.rankers, *self.foreign]

    @property
    def checked(self) -> list[str]:
        """The rankers whose scores come from outside."""
        return [*self.by_need("program"), *self.foreign]

    def by_need(self, job: str) -> list[str]:
        """Return the rankers that rank by one rule (``plan.rankers.JOBS``, or `terms`)."""
        return self.run.rankers.by_need(job, self.rankers)

    def fused_by_need(self, job: str) -> list[str]:
        """Return the fusions over large pools that rank by one rule."""
        rankers = self.run.settings.rankers
        fused = [name for name in self.pooled if "runs" in rankers[name].needs]
        return self.run.rankers.by_need(job, fused)

    def searchers_by(self, searched: str, *needs: str) -> list[str]:
        """Return the rankers that search by terms, vectors or sentences, whose kind has needs."""
        rankers = {name: self.run.settings.rankers[name] for name in self.searchers}
        return [
            name
            for name, ranker in rankers.items()
            if ranker.searches == searched and ranker.needs.issuperset(needs)
        ]

    @property
    def trained(self) -> dict[str, str]:
        """The folder of the encoder of each run of a trained ranker."""
        runs, models = self.run.rankers.runs, self.run.training.models
        return {run: models[run] for name in self.by_need("training") for run in runs[name]}

    # Large pools

    @property
    def fields(self) -> list[str]:
        """The fields that the benchmark is built of."""
        return self.settings.fields or list(MAG_FIELDS)

    @property
    def is_built(self) -> bool:
        """Whether there is a corpus to rank, and to build the benchmark from."""
        return not self.run.sections.find_missing_for_large_pools()

    @cached_property
    def paper_ids(self) -> list[str]:
        """The shards by which hashes of papers are turned into paper ids."""
        return expand_globs(self.settings.paper_ids or [])

    @property
    def excluded(self) -> list[str]:
        """The files of the ids of papers that are never queries."""
        excluded = self.settings.exclude
        return [f"{self.below}/steps/excluded.txt"] if self.paper_ids and excluded else excluded

    @property
    def large_pools(self) -> dict[str, str]:
        """What rankers of large pools read."""
        names = ("papers", "pools", "queries", "cited")
        steps = {name: f"{self.below}/steps/{name}.parquet" for name in names}
        return steps | {"twins": f"{self.folder}/corpus/twins.parquet"}

    @property
    def terms(self) -> list[str]:
        """The term counts of the papers of large pools, in the order in which they are opened."""
        names = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
        return [f"{self.below}/steps/terms/{name}" for name in names]

    @property
    def shares(self) -> list[str]:
        """The shares of the papers of large pools, each of which a job encodes."""
        return [str(job) for job in range(self.settings.encoding_jobs)]

    def share(self, wildcards: Any) -> int:
        """Return the number of the job's share."""
        return int(wildcards.share)

    def papers(self, wildcards: Any) -> list[str]:
        """Return the papers of every shard of the corpus."""
        sections = self.run.sections
        sections.require("mdcr")
        missing = sections.find_missing_for_large_pools()
        sections.refuse("To rank large pools or build MDCR", missing)
        return self.run.corpus.papers(wildcards)

    @property
    def query_settings(self) -> dict[str, Any]:
        """How queries are drawn."""
        keys = ("years", "queries", "validation_queries", "dataset_queries")
        settings = self.settings
        of_validation = settings.dataset_validation_queries or settings.dataset_queries
        return pick(settings, *keys) | {
            "dataset_validation_queries": of_validation,
            "fields": self.fields,
            "min_cited": settings.positives,
        }

    def settings_of(self, *keys: str) -> dict[str, Any]:
        """Return some settings, and the fields and the last year that papers are chosen by."""
        chosen = {"fields": self.fields, "last_year": self.settings.years[1]}
        return pick(self.settings, *keys) | chosen

    @property
    def tuned_bm25(self) -> list[str]:
        """The table of the parameters that are chosen for BM25, where a ranker is of its kind."""
        has_bm25 = "bm25" in self.run.rankers.kinds(self.searchers).values()
        return [f"{self.below}/bm25.csv"] if has_bm25 else []

    def _vectors(self, ranker: str) -> str:
        return f"{self.below}/steps/vectors/{ranker}.npy"

    def searched_vectors(self, wildcards: Any) -> dict[str, str]:
        """Return the job's ranker's vectors of papers; of sentences with each paper's first one."""
        files = {"vectors": self._vectors(wildcards.ranker)}
        if self.run.settings.rankers[wildcards.ranker].searches == "sentences":
            files["starts"] = self._vectors(f"{wildcards.ranker}.starts")
        return files

    def vectors_near(self, wildcards: Any) -> str:
        """Return the vectors by which the job's ranker finds papers that are near."""
        return self._vectors(self.run.settings.rankers[wildcards.ranker].like)

    def similarity_near(self, wildcards: Any) -> str:
        """Return how they are compared."""
        return self.run.rankers.similarity(self.run.settings.rankers[wildcards.ranker].like)

    def runs_by_level(self, rankers: Iterable[str]) -> dict[str, list[str]]:
        """Return the runs of some rankers over large pools by level, in their order."""
        names = list(rankers)
        return {
            level: [f"{self.below}/runs/{level}/{name}.parquet" for name in names]
            for level in LEVELS
        }

    def fusing_method(self, wildcards: Any) -> str:
        """Return how the job's ranker fuses runs over large pools: as it does elsewhere."""
        return getattr(self.run.settings.rankers[wildcards.ranker], "method", "zscore")
