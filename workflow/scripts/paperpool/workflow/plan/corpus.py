"""The shards of the corpus and the settings of its filters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperpool.fetch import s2ag
from paperpool.fetch.listing import OPENALEX, S2AG, Listing
from paperpool.fetch.releases import BULK_DATASETS, Source, find_listing
from paperpool.workflow.config.sections.corpus import CorpusSettings
from paperpool.workflow.corpus.filter_kinds import FILTERS
from paperpool.workflow.corpus.groups import choose_bytes, make_parts
from paperpool.workflow.corpus.names import list_shards
from paperpool.workflow.corpus.openalex_marks import DELETED
from paperpool.workflow.corpus.sources import (
    CSFCUBE_ABSTRACTS,
    CYSTIC_FIBROSIS,
    METADATA,
    TABLE,
    WHOLE_KINDS,
    list_declared,
    list_sources,
    list_tables,
)
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


GROUPED_KINDS = (METADATA, OPENALEX)
"""The kinds of files of which one job may read several."""


class CorpusPlan(StagePlan):
    """Plan the shards of the corpus, keyed by the short names in their file names, in reading
    order.
    """

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        demo = run.settings.demo
        n_without_bulk = demo.shards - demo.bulk_shards
        self.demo_shards = range(n_without_bulk)
        """The numbers of the demo's shards of S2ORC metadata."""
        self.demo_bulk_shards = range(n_without_bulk, demo.shards)
        """The numbers of its last shards, which are in the bulk format."""

        sources: list[Source] = []
        if not self.is_demo:
            sources = run.settings.data.s2orc or []
        listings = [find_listing(source) for source in sources]
        self._listings = [listing for listing in listings if listing is not None]
        self._tables = list_tables(sources)
        self._keys = find_keys(sources)
        """The environment variable with the key of each release of Semantic Scholar."""
        self.s2ag_releases = list(self._keys)
        self.openalex_releases = [
            listing.release for listing in self._listings if listing.source == OPENALEX
        ]

        self.all_shards = list_shards(
            self._name_generated() if self.is_demo else list_sources(sources)
        )
        """All shards, also those of the bulk format that hold no papers."""
        self.declared_rows = list_declared(self._listings, self.all_shards.values())
        """The datasets whose release declares the number of rows, and their shards."""
        self.bulk = {dataset: self._list_of_kinds(dataset) for dataset in BULK_DATASETS}
        """The shards of each dataset of the bulk format."""
        self.bulk_shards = self._list_of_kinds(*BULK_DATASETS)
        papers = self._list_of_kinds(*WHOLE_KINDS, "papers")
        group_bytes = 0
        if not self.is_demo:
            kinds = [self.all_shards[shard].kind for shard in papers]
            group_bytes = choose_bytes(self.settings.group_bytes, kinds, GROUPED_KINDS)
        self.shards = make_parts(
            {shard: self.all_shards[shard] for shard in papers},
            list_bytes(self._listings),
            group_bytes,
            GROUPED_KINDS,
            (CYSTIC_FIBROSIS,),
        )
        """The shards of the corpus in reading order: single files, or groups of small ones."""
        self.shards_without_bulk = [
            shard for shard in self.shards if shard not in self.bulk["papers"]
        ]
        """The shards of all kinds except the bulk datasets."""
        self.released = self._list_of_kinds(CSFCUBE_ABSTRACTS)
        """The shards that are CSFCube's released abstracts."""

        steps = f"{self.below}/steps"
        self.read_summaries: list[str] = []
        """The counts of reading: a file for each shard, those of all bulk datasets included."""
        self.read_names: list[str] = []
        """The names of what these files count."""
        for shard in self.shards_without_bulk:
            self.read_summaries.append(f"{steps}/read/{shard}.summary.json")
            self.read_names.append(self._name_shard(shard))
        for dataset, shards in self.bulk.items():
            for shard in shards:
                self.read_summaries.append(f"{steps}/bulk/{dataset}/{shard}.summary.json")
                self.read_names.append(self._name_shard(shard))

        reads_openalex = bool(self._list_of_kinds(OPENALEX))
        works = self.settings.openalex
        self.deleted_ids: list[str] = []
        """OpenAlex's file of deleted works, if works are read and it is configured."""
        self.left_out_works: list[str] = []
        """The marks of OpenAlex works that every filter drops."""
        if reads_openalex:
            self.left_out_works += works.leave_out
        if reads_openalex and works.deleted_ids:
            self.left_out_works.append(DELETED)
            self.deleted_ids.append(works.deleted_ids)

        preselecting = [name for name, kind in FILTERS.items() if kind.of_selection]
        self.has_preselection = any(name in preselecting for name in self.settings.filter_names)
        """Whether a filter preselects papers of all shards, as CSFCube's does."""

    @property
    def settings(self) -> CorpusSettings:
        return self.run.settings.corpus

    def describe_groups(self) -> list[str]:
        """Return a line if files are read in groups without a setting."""
        grouped = [part for part in self.shards.values() if len(part.files) > 1]
        if not grouped or self.settings.group_bytes is not None:
            return []
        n_files = sum(len(part.files) for part in grouped)
        return [
            f"{n_files:,} files of the corpus are read by {len(grouped):,} jobs, in groups: "
            "corpus.group_bytes is null (0 makes each a job, with the same results)."
        ]

    def _name_generated(self) -> dict[str, list[str]]:
        """Return the demo's shards by kind."""
        demo = f"{self.folder}/demo"
        numbers = self.demo_shards
        files = {METADATA: [f"{demo}/metadata/metadata_{n}.jsonl.gz" for n in numbers]}
        for dataset in BULK_DATASETS:
            bulk = f"{demo}/s2ag/{dataset}/{dataset}"
            files[dataset] = [f"{bulk}_{n}.jsonl.gz" for n in self.demo_bulk_shards]
        return files

    def _list_of_kinds(self, *kinds: str) -> list[str]:
        return [short for short, shard in self.all_shards.items() if shard.kind in kinds]

    @property
    def filter_thresholds(self) -> dict[str, dict[str, object]]:
        """The thresholds of each filter, without the settings of ``select_papers``; the conditions
        of a user's own."""
        own_filters = self.settings.own_filters
        thresholds: dict[str, dict[str, object]] = {}
        for name in self.settings.filter_names:
            if name in own_filters:
                thresholds[name] = own_filters[name].list_conditions()
                continue
            section = getattr(self.settings, name, None)  # the filter none has no settings
            chosen = section.as_dict() if section else {}
            left_out = FILTERS[name].of_selection
            thresholds[name] = {key: chosen[key] for key in chosen if key not in left_out}
        return thresholds

    # Names as tables and messages have them: paths below the common folder of all shards.

    def _name_shard(self, short: str) -> str:
        """Return the name of a shard of the corpus or of a bulk dataset."""
        shard = self.shards.get(short) or self.all_shards[short]
        return shard.name

    @property
    def shard_names(self) -> list[str]:
        """The names of the shards."""
        return [shard.name for shard in self.shards.values()]

    @property
    def released_names(self) -> list[str]:
        """The names of the shards that are CSFCube's released abstracts."""
        return [self.shards[shard].name for shard in self.released]

    @property
    def bulk_names(self) -> dict[str, list[str]]:
        """The names of the shards of each dataset of the bulk format."""
        return {
            dataset: [self._name_shard(shard) for shard in shards]
            for dataset, shards in self.bulk.items()
        }

    @property
    def routed_names(self) -> dict[str, list[str]]:
        """The same of the datasets that are there and are routed to the shards of their papers."""
        named = self.bulk_names.items()
        return {dataset: names for dataset, names in named if dataset != "papers" and names}

    @property
    def file_names(self) -> dict[str, list[str]]:
        """The names of the files of each shard, by its name."""
        return {shard.name: shard.shards for shard in self.shards.values()}

    # What follows is of all shards, or of the shard of a job.

    def get_shards(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the corpus; UserError if the corpus section lacks data."""
        self.run.sections.require_data("corpus")
        return list(self.shards)

    def get_shard_name(self, wildcards: Wildcards) -> str:
        return self.shards[wildcards.shard].name

    def get_shard_kind(self, wildcards: Wildcards) -> str:
        """Return the kind of its files, such as ``metadata``."""
        return self.shards[wildcards.shard].kind

    def get_file_names(self, wildcards: Wildcards) -> list[str]:
        """Return the names of its files."""
        return self.shards[wildcards.shard].shards

    def get_files(self, wildcards: Wildcards) -> list[str]:
        return self.shards[wildcards.shard].files

    def get_kept_files(self, wildcards: Wildcards) -> list[str]:
        """Return its files without those of a release, which are removed once they are read."""
        return self.shards[wildcards.shard].kept_files

    def get_fields_source(self, wildcards: Wildcards) -> str:
        """Return the source of the fields of study in the job's shard."""
        is_openalex = self.shards[wildcards.shard].kind == OPENALEX
        return self.settings.openalex.fields if is_openalex else "concepts"

    def get_columns(self, wildcards: Wildcards) -> dict[str, str] | None:
        """Return the columns that the job's shard names, if it is a table."""
        shard = self.shards[wildcards.shard]
        return self._tables[shard.files[0]] if shard.kind == TABLE else None

    def get_bulk_name(self, wildcards: Wildcards) -> str:
        """Return the name of the job's shard of a bulk dataset."""
        return self.all_shards[wildcards.shard].name

    def get_bulk_file(self, wildcards: Wildcards) -> str:
        return self.all_shards[wildcards.shard].file

    def get_bulk_number(self, wildcards: Wildcards) -> int:
        """Return the position of the job's shard in the bulk dataset of papers."""
        return self.bulk["papers"].index(wildcards.shard)

    def get_key_name(self, wildcards: Wildcards) -> str:
        """Return the environment variable with the API key of the job's release."""
        return self._keys[wildcards.release]


def find_keys(sources: Iterable[Source]) -> dict[str, str]:
    """Return the environment variables with the keys of Semantic Scholar's releases."""
    keys = {}
    for source in sources:
        if not isinstance(source, str) and S2AG in source:
            release = source[S2AG]
            keys[release["release"]] = release.get("key", s2ag.KEY)
    return keys


def list_bytes(listings: Iterable[Listing]) -> dict[str, int]:
    """Return the size in bytes of each file of releases, by its path."""
    sizes = {}
    for listing in listings:
        for name, dataset in listing.datasets.items():
            files = zip(listing.raw_paths(name), dataset.files.values(), strict=True)
            sizes.update({path: file.bytes for path, file in files})
    return sizes
