"""MDCR's benchmark, which is built of large pools or released, and its scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.mdcr.names import comparable_benchmarks
from paperpool.plan.mdcr_pools import MdcrPoolsPlan
from paperpool.plan.stage import fill


class MdcrPlan(MdcrPoolsPlan):
    """The large pools, and the benchmark with the scores that rankers give it."""

    @property
    def splits(self) -> dict[str, str]:
        """The files of the splits that are scored: pools and, as <split>_data, texts."""
        return self._splits(self.run.settings.data.mdcr or self.below)

    def _splits(self, folder: str) -> dict[str, str]:
        suffixes = {"": ".json", "_data": "_data.jsonl"}
        return {
            f"{split}{part}": f"{folder}/mdcr_{split}{suffix}"
            for part, suffix in suffixes.items()
            for split in SPLITS
        }

    @property
    def built(self) -> dict[str, str]:
        """What the construction of the benchmark writes."""
        return self._splits(self.below) | {
            "provenance": f"{self.below}/provenance.parquet",
            "shortfalls": f"{self.below}/shortfalls.csv",
            "jaccard": f"{self.below}/jaccard.csv",
            "models": f"{self.below}/models.csv",
        }

    def word_vectors(self, wildcards: Any) -> list[str]:
        """Return the word vectors of the corpus; none for the released benchmark alone."""
        return [f"{self.below}/steps/word2vec.parquet"] if self.is_built else []

    def known_vectors(self, wildcards: Any) -> dict[str, Any]:
        """Return the job's ranker's vectors of the papers of large pools, if these are scored."""
        is_released = self.run.settings.data.mdcr
        if not self.is_built or is_released or wildcards.ranker not in self.searchers:
            return {}
        vectors = self.searched_vectors(wildcards)
        return {"papers": self.large_pools["papers"], "known": list(vectors.values())}

    def scores(self, rankers: Iterable[str]) -> dict[str, list[str]]:
        """Return the files of the scores of some rankers by split, in their order."""
        names = list(rankers)
        return {
            f"{split}_scores": [self._scores(split).format(ranker=name) for name in names]
            for split in SPLITS
        }

    def _scores(self, split: str) -> str:
        return f"{self.below}/scores/{'' if split == 'test' else f'{split}/'}{{ranker}}.json"

    @property
    def own_scores(self) -> dict[str, str]:
        """The scores of the ranker of a job, by split."""
        return {f"{split}_scores": self._scores(split) for split in reversed(SPLITS)}

    def foreign_scores(self, split: str) -> Callable[[Any], str]:
        """Return a function: the file of scores from outside of the job's ranker for a split."""
        named = self.run.settings.rankers
        return lambda wildcards: named[wildcards.ranker].path.replace("{split}", split)

    def scored_runs(self, split: str) -> list[str]:
        """Return the runs of the rankers that score a split, one for each training."""
        named = self.run.settings.rankers
        return [
            run
            for name in self.scored
            if split == "test" or name in self.rankers or "{split}" in named[name].path
            for run in self.run.rankers.runs[name]
        ]

    @property
    def comparable(self) -> list[str]:
        """The benchmarks of which the paper's figures are the same cells'."""
        settings = {} if self.is_demo or not self.is_built else self.settings
        return comparable_benchmarks(settings, bool(self.run.settings.data.mdcr))

    @property
    def all_scores(self) -> dict[str, list[str]]:
        """The scores that are evaluated, by split."""
        return {
            f"{split}_scores": fill(self._scores(split), ranker=self.scored_runs(split))
            for split in SPLITS
        }

    @property
    def evaluated(self) -> dict[str, Any]:
        """What the figures of the section are made of."""
        files: dict[str, Any] = self.all_scores | {split: self.splits[split] for split in SPLITS}
        if self.is_built:
            runs = self.runs_by_level(self.pooled)
            files |= {f"{level}_runs": of_level for level, of_level in runs.items()}
            files |= {name: self.large_pools[name] for name in ("queries", "cited")}
        return files

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("mdcr")
        tables = ("metrics.csv", "per_query.parquet", "significance.csv")
        return [
            f"{self.folder}/config.yaml",
            *(f"{self.below}/{table}" for table in tables),
            *(self.built.values() if self.is_built else []),
            *(file for files in self.all_scores.values() for file in files),
        ]

    def section(self) -> dict[str, Any]:
        """Return the files and settings of the report's section; of the building where it is."""
        files = {
            "metrics": f"{self.below}/metrics.csv",
            "significance": f"{self.below}/significance.csv",
            "published": self.run.published("mdcr"),
            "checks": f"{self.below}/checks.json",
        }
        settings = {
            "published_names": self.run.rankers.published_names("mdcr", self.scored),
            "baselines": self.run.settings.evaluation.baselines,
            "comparable": self.comparable,
            "is_released": bool(self.run.settings.data.mdcr),
        }
        if self.is_built:
            files |= {"queries": self.large_pools["queries"], "texts": self.built["test_data"]}
            for name in ("provenance", "shortfalls", "jaccard", "models"):
                files[name] = self.built[name]
            if self.tuned_bm25:
                files["grid"] = f"{self.below}/bm25.csv"
            for name in ("positives", "negatives", "model_top", "most_cited_top", "bm25"):
                settings[name] = self.settings[name]
        return {"files": files, "settings": settings}
