"""The queries and the sources of candidate pools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.config.sections.pools import PoolsSettings
from paperpool.workflow.corpus.sources import has_citations
from paperpool.workflow.plan.stage import StagePlan, Wildcards
from paperpool.workflow.pools.names import TERM_SOURCES

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class PoolsPlan(StagePlan):
    """Plan the pools' queries, and the sources that rank the corpus for them."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        encoders = self.settings.encoders
        self.encoder_sources = run.rankers.of_kind("dense") if encoders is None else encoders
        """The dense rankers that are sources under their own names."""
        indexed = run.rankers.indexed
        self.exact_sources = [name for name in self.encoder_sources if name not in indexed]
        """Those that compare the vectors of all papers."""
        self.indexed_sources = [name for name in self.encoder_sources if name in indexed]
        """Those that search by an index of vectors."""
        self.ranked_sources = [*TERM_SOURCES, *self.encoder_sources]
        """The sources that rank the whole corpus; `cited` is added to them."""
        self.filter_column = f"in_{self.settings.filter}"
        """The boolean column of the papers that pools are drawn from."""
        self.shards = list(run.corpus.shards) if self.is_possible else []
        """The shards of the corpus, if pools can be drawn."""
        self.has_fidelity = run.judged.is_possible
        """Whether there is a collection whose candidates the sources should find."""
        self.quotas = {str(paper_id): quota for paper_id, quota in self.settings.quotas.items()}
        """The quotas of single queries, by paper id; YAML may read an id as a number."""
        names = ["candidates", "turns", "sources", "sizes", "overlap"]
        if self.has_fidelity:
            names.append("fidelity")
        self.tables = self.csv(*names)

    @property
    def recall_tables(self) -> dict[str, str]:
        """The tables of what indexes find beside exact search, as ``recall/<ranker>``."""
        return self.csv(*[f"recall/{name}" for name in self.indexed_sources])

    @property
    def settings(self) -> PoolsSettings:
        return self.run.settings.pools

    def get_shards(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the corpus; UserError if the pools section lacks data."""
        self.run.sections.require_data("pools")
        return list(self.run.corpus.shards)

    def get_collection_with_citations(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's files if only they have the queries' citations.

        CSFCube's released abstracts come without citations.
        """
        is_known = self.is_demo or has_citations(self.run.settings.data.s2orc)
        return [] if is_known else self.get_compared_collection(wildcards)

    def get_compared_collection(self, wildcards: Wildcards) -> list[str]:
        """Return the files of the collection whose candidates the sources should find, if any."""
        return self.run.judged.get_released_files(wildcards) if self.has_fidelity else []

    def get_collection_of_queries(self, wildcards: Wildcards) -> list[str]:
        """Return the collection's files if its queries are used."""
        return [] if self.settings.queries else self.run.judged.get_released_files(wildcards)

    def get_shards_of_sheet(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the corpus; UserError if no query can be drawn from them."""
        sections = self.run.sections
        missing = sections.find_missing("corpus")
        missing = missing or sections.find_missing_filter(self.settings.filter)
        sections.require_for("The query sheet", missing)
        return list(self.run.corpus.shards)

    def get_listed_ids(self, wildcards: Wildcards) -> str | list[str]:
        """Return the file of ids that the query sheet is drawn from; empty for a venue."""
        sample = self.settings.sample
        message = "The query sheet is drawn from a venue or from a file of ids: both are null."
        hint = "Set pools.sample.venue (acl as in the guidelines) or pools.sample.ids."
        is_set = sample.venue is not None or sample.ids is not None
        self.require(is_set, message, hint, f"pools.sample of run {self.run.settings.run!r}")
        return sample.ids or []
