"""The shards of the corpus and the settings of its filters."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.corpus.bulk_rows import DATASETS
from paperpool.corpus.names import name_shards, short_names
from paperpool.corpus.sources import CSFCUBE_ABSTRACTS, METADATA, list_sources
from paperpool.plan.stage import StagePlan, fill, pick


class CorpusPlan(StagePlan):
    """The shards of the corpus, by the short names that their files carry, in reading order."""

    @cached_property
    def generated(self) -> dict[str, list[str]]:
        """The demo's shards by kind: the last ones are in the bulk format."""
        n_shards, n_bulk = pick(self.run.settings.demo, "shards", "bulk_shards").values()
        whole, demo = range(n_shards - n_bulk), f"{self.folder}/demo"
        return {METADATA: [f"{demo}/metadata/metadata_{n}.jsonl.gz" for n in whole]} | {
            dataset: [
                f"{demo}/s2ag/{dataset}/{dataset}_{n}.jsonl.gz" for n in range(len(whole), n_shards)
            ]
            for dataset in DATASETS
        }

    @cached_property
    def _shards(self) -> dict[str, tuple[str, str, str]]:
        """The name, kind and file of each shard by its short name."""
        given = self.run.settings.data.s2orc or []
        files = self.generated if self.is_demo else list_sources(given)
        as_given = {
            Path(os.path.normpath(Path(file).absolute())): (kind, file)
            for kind, of_kind in files.items()
            for file in reversed(of_kind)
        }
        paths = name_shards(file for _, file in as_given.values())
        return {short: (name, *as_given[paths[name]]) for short, name in short_names(paths).items()}

    def _of_kinds(self, *kinds: str) -> dict[str, str]:
        return {short: file for short, (_, kind, file) in self._shards.items() if kind in kinds}

    @cached_property
    def whole(self) -> dict[str, str]:
        """The files of the shards of whole papers: S2ORC's metadata and CSFCube's abstracts."""
        return self._of_kinds(METADATA, CSFCUBE_ABSTRACTS)

    @cached_property
    def released(self) -> dict[str, str]:
        """The files of the shards of CSFCube's released abstracts."""
        return self._of_kinds(CSFCUBE_ABSTRACTS)

    @cached_property
    def bulk(self) -> dict[str, dict[str, str]]:
        """The files of the shards of each bulk dataset."""
        return {dataset: self._of_kinds(dataset) for dataset in DATASETS}

    @cached_property
    def bulk_shards(self) -> list[str]:
        """The short names of the shards of all bulk datasets."""
        return list(self._of_kinds(*DATASETS))

    @cached_property
    def joined(self) -> list[str]:
        """The bulk datasets that are joined to the papers; empty where all papers are whole."""
        return [name for name, shards in self.bulk.items() if name != "papers" and shards]

    @cached_property
    def shards(self) -> dict[str, str]:
        """The files of the shards that hold papers: the corpus has a part for each."""
        return self._of_kinds(METADATA, CSFCUBE_ABSTRACTS, "papers")

    @cached_property
    def summaries(self) -> dict[str, str]:
        """The summary of reading each shard of any kind."""
        steps = f"{self.folder}/corpus/steps"
        return {shard: f"{steps}/read/{shard}.summary.json" for shard in self.whole} | {
            shard: f"{steps}/bulk/{dataset}/{shard}.summary.json"
            for dataset, shards in self.bulk.items()
            for shard in shards
        }

    @property
    def selected(self) -> list[str]:
        """The papers that CSFCube's filter starts from, where it is applied."""
        is_applied = "csfcube" in self.settings.filters
        return [f"{self.folder}/corpus/steps/selected.parquet"] if is_applied else []

    @property
    def thresholds(self) -> dict[str, dict[str, Any]]:
        """The thresholds of each filter, without the settings of ``select_papers``."""
        return {
            name: {
                key: value
                for key, value in self.settings.get(name, {}).items()
                if name != "csfcube" or key not in ("field", "arxiv_only")
            }
            for name in self.settings.filters
        }

    def names(self, shards: Iterable[str]) -> list[str]:
        """Return the names of shards: their paths below the common parent."""
        return [self._shards[short][0] for short in shards]

    def name(self, wildcards: Any) -> str:
        """Return the name of the job's shard."""
        return self._shards[wildcards.shard][0]

    def kind(self, wildcards: Any) -> str:
        """Return the kind of the job's shard."""
        return self._shards[wildcards.shard][1]

    def file(self, wildcards: Any) -> str:
        """Return the file of the job's shard."""
        return self._shards[wildcards.shard][2]

    def number(self, wildcards: Any) -> int:
        """Return the place of the job's shard among those of the bulk dataset of papers."""
        return list(self.bulk["papers"]).index(wildcards.shard)

    def of_every_shard(self, pattern: str) -> Callable[[Any], list[str]]:
        """Return an input function: a file for each shard of papers, its name for ``{shard}``."""

        def list_files(wildcards: Any) -> list[str]:
            self.run.sections.require("corpus")
            return [pattern.replace("{shard}", shard) for shard in self.shards]

        return list_files

    def of_bulk(self, dataset: str, pattern: str) -> list[str]:
        """Return a file for each shard of a bulk dataset."""
        return [
            pattern.replace("{dataset}", dataset).replace("{shard}", shard)
            for shard in self.bulk[dataset]
        ]

    def of_joined(self, pattern: str) -> list[str]:
        """Return a file for each shard of the datasets that are joined to the papers."""
        return [file for dataset in self.joined for file in self.of_bulk(dataset, pattern)]

    def papers(self, wildcards: Any) -> list[str]:
        """Return the tables of papers."""
        return self.of_every_shard(f"{self.folder}/corpus/papers/{{shard}}.parquet")(wildcards)

    def citations(self, wildcards: Any) -> list[str]:
        """Return the tables of citations."""
        return self.of_every_shard(f"{self.folder}/corpus/citations/{{shard}}.parquet")(wildcards)

    def read(self, wildcards: Any) -> list[str]:
        """Return the tables of papers before the filters, with what labels of theirs are known."""
        pattern = f"{self.folder}/corpus/steps/read/{{shard}}.papers.parquet"
        return self.of_every_shard(pattern)(wildcards)

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        below = f"{self.folder}/corpus"
        tables = ("summary.json", "quarantine.parquet", "twins.parquet")
        return [
            f"{self.folder}/config.yaml",
            *(f"{below}/{table}" for table in tables),
            *self.papers(wildcards),
            *self.citations(wildcards),
        ]

    def section(self) -> dict[str, Any]:
        """Return the files of the report's section; the papers are for its fingerprint."""
        below = f"{self.folder}/corpus"
        files = {
            "summary": f"{below}/summary.json",
            "quarantine": f"{below}/quarantine.parquet",
            "graph": f"{below}/graph.json",
        }
        papers = fill(f"{below}/papers/{{shard}}.parquet", shard=self.shards)
        return {"files": files, "data": {"papers": papers}}
