"""Other people's test collections, and the rankers that take part in each."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import make_reader
from paperpool.collections.stored import FILES
from paperpool.io.files import expand_globs
from paperpool.plan.stage import StagePlan, fill
from paperpool.rankers.ranker import find_lack

TABLES = ("metrics.csv", "per_query.parquet", "significance.csv", "pool_bias.csv")
"""What the evaluation of a collection writes."""


class CollectionsPlan(StagePlan):
    """The collections of others; in a demo a generated one in TREC's formats."""

    @property
    def generated(self) -> dict[str, str]:
        """The files of the generated collection."""
        names = {"documents": "documents.jsonl", "topics": "topics.xml", "qrels": "qrels.txt"}
        return {key: f"{self.folder}/demo/trec/{name}" for key, name in names.items()}

    @cached_property
    def named(self) -> dict[str, dict[str, Any]]:
        """The settings of each collection."""
        if not self.is_demo:
            return self.run.config["data"]["collections"] or {}
        rankers = self.run.csfcube.baselines[:1] or None
        settings = {"format": "trec", "relevant": 2, **self.generated, "rankers": rankers}
        return {"generated": settings}

    @cached_property
    def readers(self) -> dict[str, Reader]:
        """The reader of each collection."""
        return {name: make_reader(settings) for name, settings in self.named.items()}

    @property
    def modules(self) -> list[str]:
        """The modules of the readers."""
        return sorted({f"collections.readers.{of.kind}" for of in self.readers.values()})

    @cached_property
    def taking_part(self) -> dict[str, list[str]]:
        """The rankers of each collection, runs that are of it among them."""
        return {
            name: [
                *self._choose_rankers(reader),
                *self.run.rankers.of_benchmark(name, "run"),
            ]
            for name, reader in self.readers.items()
        }

    def _choose_rankers(self, reader: Reader) -> list[str]:
        if reader.rankers is not None:
            return list(reader.rankers)
        return [name for name in self.run.settings.rankers if self._can_rank(reader, name)]

    def _can_rank(self, reader: Reader, name: str) -> bool:
        """Return whether a ranker that is not named as taking part can rank a collection."""
        ranker = self.run.settings.rankers[name]
        lack = find_lack(type(ranker), reader.has_facets(), has_folds=False, has_training=False)
        members = getattr(ranker, "members", [])
        is_able = "file" not in ranker.needs and lack is None
        return is_able and all(self._can_rank(reader, member) for member in members)

    @property
    def rankers(self) -> list[str]:
        """The rankers that rank any of them."""
        taking_part = {name for names in self.taking_part.values() for name in names}
        return [name for name in self.run.settings.rankers if name in taking_part]

    def by_need(self, *jobs: str) -> list[str]:
        """Return the rankers that rank by some rules (``plan.rankers.JOBS``, or `terms`)."""
        by_need = self.run.rankers.by_need
        return [name for job in jobs for name in by_need(job, self.rankers)]

    # What follows is of the collection of a job.

    def source(self, wildcards: Any) -> list[str]:
        """Return its files; globs as they stand for files."""
        patterns = self.readers[wildcards.collection].files().values()
        return [file for glob in patterns for file in (expand_globs([glob]) or [glob])]

    def reading(self, wildcards: Any) -> dict[str, Any]:
        """Return its settings that its reading depends on."""
        others = ("measures", "rankers", "candidates")
        settings = self.named[wildcards.collection]
        return {key: value for key, value in settings.items() if key not in others}

    def stored(self, wildcards: Any) -> list[str]:
        """Return its files as it was read."""
        steps = f"{self.folder}/collections/{wildcards.collection}/steps"
        return [f"{steps}/{file}" for file in FILES]

    def first(self, wildcards: Any) -> str | list[str]:
        """Return the run whose first documents the job's ranker orders; none where it searches."""
        chosen = self.readers[wildcards.collection].candidates
        if not chosen or self.run.settings.rankers[wildcards.ranker].searches:
            return []
        return self._runs(wildcards, [chosen["ranker"]])[0]

    def depth(self, wildcards: Any) -> int | None:
        """Return how many of them it orders."""
        return (self.readers[wildcards.collection].candidates or {}).get("depth")

    def _runs(self, wildcards: Any, rankers: list[str]) -> list[str]:
        below = f"{self.folder}/collections/{wildcards.collection}"
        return fill(f"{below}/runs/{{ranker}}.parquet", ranker=rankers)

    def runs(self, wildcards: Any) -> list[str]:
        """Return its runs."""
        return self._runs(wildcards, self.own_rankers(wildcards))

    def checks(self, wildcards: Any) -> list[str]:
        """Return what was found in its runs that come from outside."""
        rankers = self.run.settings.rankers
        names = [n for n in self.own_rankers(wildcards) if rankers[n].needs & {"file", "program"}]
        below = f"{self.folder}/collections/{wildcards.collection}"
        return fill(f"{below}/checks/{{ranker}}.json", ranker=names)

    def own_rankers(self, wildcards: Any) -> list[str]:
        """Return its rankers."""
        return self.taking_part[wildcards.collection]

    def format(self, wildcards: Any) -> str:
        """Return its format."""
        return self.readers[wildcards.collection].kind

    def measures(self, wildcards: Any) -> list[str] | None:
        """Return its measures; None for the usual ones."""
        return self.readers[wildcards.collection].measures

    def baselines(self, wildcards: Any) -> list[str]:
        """Return the baselines that take part in it."""
        return self._baselines(self.own_rankers(wildcards))

    def _baselines(self, rankers: list[str]) -> list[str]:
        return [name for name in self.run.settings.evaluation.baselines if name in rankers]

    # What follows is of all of them.

    def _of_all(self, *files: str) -> list[str]:
        return fill(f"{self.folder}/collections/{{name}}/{{file}}", name=self.named, file=files)

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("collections")
        return [f"{self.folder}/config.yaml", *self._of_all(*TABLES)]

    def section(self) -> dict[str, Any]:
        """Return the files and settings of the report's section."""
        files = {
            "metrics": self._of_all("metrics.csv"),
            "significance": self._of_all("significance.csv"),
            "pool_bias": self._of_all("pool_bias.csv"),
            "summaries": self._of_all("summary.json"),
            "checks": self._of_all("checks.json"),
        }
        return {
            "files": files,
            "keys": {name: list(self.named) for name in files},
            "settings": {
                "kinds": self.run.rankers.kinds(self.rankers),
                "baselines": {
                    name: self._baselines(rankers) for name, rankers in self.taking_part.items()
                },
                "confidence": self.run.settings.evaluation.confidence,
            },
        }
