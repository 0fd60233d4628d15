"""The shards of the corpus and the settings of its filters."""

from collections.abc import Callable, Iterable
from typing import Any

from paperpool.fetch import openalex, s2ag
from paperpool.fetch.releases import OPENALEX, find_listing
from paperpool.workflow.corpus.bulk_rows import DATASETS
from paperpool.workflow.corpus.filters import FILTERS
from paperpool.workflow.corpus.groups import make_parts
from paperpool.workflow.corpus.names import list_shards
from paperpool.workflow.corpus.openalex_works import DELETED
from paperpool.workflow.corpus.sources import (
    CSFCUBE_ABSTRACTS,
    METADATA,
    TABLE,
    WHOLE_KINDS,
    list_declared,
    list_sources,
    list_tables,
)
from paperpool.workflow.plan.stage import StagePlan, Wildcards, fill


class CorpusPlan(StagePlan):
    """Plan the shards of the corpus, keyed by the short names in their file names, in reading
    order.
    """

    wildcard = "shard"

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        n_shards, demo = run.settings.demo.shards, f"{self.folder}/demo"
        n_whole = n_shards - run.settings.demo.bulk_shards
        self.generated = {
            METADATA: [f"{demo}/metadata/metadata_{n}.jsonl.gz" for n in range(n_whole)]
        } | {
            name: [f"{demo}/s2ag/{name}/{name}_{n}.jsonl.gz" for n in range(n_whole, n_shards)]
            for name in DATASETS
        }
        """The demo's shards by kind; the last ones are in the bulk format."""

        given = [] if self.is_demo else run.settings.data.s2orc or []
        self._listings = [listing for source in given if (listing := find_listing(source))]
        self._raw = {
            path: file.bytes
            for listing in self._listings
            for name, dataset in listing.datasets.items()
            for path, file in zip(listing.raw_paths(name), dataset.files.values(), strict=True)
        }
        self._keys = {
            source[s2ag.SOURCE]["release"]: source[s2ag.SOURCE].get("key", s2ag.KEY)
            for source in given
            if not isinstance(source, str) and s2ag.SOURCE in source
        }
        self.releases = list(self._keys)
        self.openalex_releases = [
            listing.release for listing in self._listings if listing.source == openalex.SOURCE
        ]

        self.named = list_shards(self.generated if self.is_demo else list_sources(given))
        self.declared = list_declared(self._listings, self.named.values())
        """The datasets whose release declares the number of rows, and their shards."""
        self.bulk = {dataset: self._of_kinds(dataset) for dataset in DATASETS}
        self._tables = list_tables(given)
        papers = self._of_kinds(*WHOLE_KINDS, "papers")
        most_bytes = None if self.is_demo else self.settings.group_bytes
        self.shards = make_parts(
            {s: self.named[s] for s in papers}, self._raw, most_bytes, (METADATA, OPENALEX)
        )
        """The parts of the corpus in reading order: single shards, or groups of small neighbours.
        """
        self.whole = [part for part in self.shards if part not in self.bulk["papers"]]
        """The parts of all kinds except the bulk datasets."""
        self.released = self._of_kinds(CSFCUBE_ABSTRACTS)
        self.bulk_shards = list(self._of_kinds(*DATASETS))
        self.joined = [name for name, shards in self.bulk.items() if name != "papers" and shards]
        steps = f"{self.below}/steps"
        self.summaries = {shard: f"{steps}/read/{shard}.summary.json" for shard in self.whole} | {
            shard: f"{steps}/bulk/{dataset}/{shard}.summary.json"
            for dataset, shards in self.bulk.items()
            for shard in shards
        }
        """The reading summary of each part and of each bulk shard."""
        works = self.settings.openalex
        listed = [works.deleted_ids] if works.deleted_ids else []
        self.deleted_ids = listed if self._of_kinds(OPENALEX) else []
        """OpenAlex's file of deleted works, if works are read and it is configured."""
        dropped = [*works.leave_out, *([DELETED] if listed else [])]
        self.leave_out = dropped if self._of_kinds(OPENALEX) else []
        """The marks of OpenAlex works that every filter drops."""
        selects = any(FILTERS[name].of_selection for name in self.settings.filters)
        self.selected = [f"{steps}/selected.parquet"] if selects else []
        """The preselected papers of a filter that selects some, CSFCube's, if it is applied."""

    def _of_kinds(self, *kinds: str) -> dict[str, str]:
        return {short: one.file for short, one in self.named.items() if one.kind in kinds}

    @property
    def thresholds(self) -> dict[str, dict[str, Any]]:
        """The thresholds of each filter, without the settings of ``select_papers``."""
        thresholds = {}
        for name in self.settings.filters:
            section, left_out = getattr(self.settings, name, None), FILTERS[name].of_selection
            chosen = section.as_dict() if section else {}  # the filter none has no settings
            thresholds[name] = {key: chosen[key] for key in chosen if key not in left_out}
        return thresholds

    def names(self, shards: Iterable[str]) -> list[str]:
        """Return the display names of shards or parts."""
        return [(self.shards.get(short) or self.named[short]).name for short in shards]

    def of_part(self, key: str) -> Callable[[Any], Any]:
        """Return a function: an attribute of the job's ``Part``."""
        return lambda wildcards: getattr(self.shards[wildcards.shard], key)

    def key(self, wildcards: Any) -> str:
        """Return the environment variable with the API key of the job's release."""
        return self._keys[wildcards.release]

    def fields(self, wildcards: Any) -> str:
        """Return the source of the fields of study in the job's part."""
        is_openalex = self.shards[wildcards.shard].kind == OPENALEX
        return self.settings.openalex.fields if is_openalex else "concepts"

    def columns(self, wildcards: Any) -> dict[str, str] | None:
        """Return the columns that the job's part names, if it is a table."""
        part = self.shards[wildcards.shard]
        return self._tables[part.files[0]] if part.kind == TABLE else None

    def number(self, wildcards: Any) -> int:
        """Return the position of the job's shard in the bulk dataset of papers."""
        return list(self.bulk["papers"]).index(wildcards.shard)

    def get_parts(self, wildcards: Wildcards) -> list[str]:
        """Return the names of the corpus's parts; UserError if the run has no corpus."""
        self.run.sections.require_data("corpus")
        return list(self.shards)

    def parts(self, pattern: str, section: str = "corpus") -> Callable[[Any], list[str]]:
        """Return an input function: the ``pattern`` filled for each part.

        It raises UserError if the ``section`` that needs the files lacks data.
        """
        return self.run.sections.needed(section, files=fill(pattern, shard=self.shards))

    def of_bulk(self, dataset: str, pattern: str) -> list[str]:
        """Return the ``pattern`` filled for each shard of a bulk dataset."""
        return fill(pattern, dataset=[dataset], shard=self.bulk[dataset])

    def of_joined(self, pattern: str) -> list[str]:
        """Return the ``pattern`` filled for each shard of the joined datasets."""
        return [file for dataset in self.joined for file in self.of_bulk(dataset, pattern)]
