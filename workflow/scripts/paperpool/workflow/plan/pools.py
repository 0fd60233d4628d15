"""The queries and the sources of candidate pools."""

from typing import Any

from paperpool.workflow.corpus.sources import has_citations
from paperpool.workflow.plan.stage import StagePlan, Wildcards, fill
from paperpool.workflow.pools.names import TERM_SOURCES


class PoolsPlan(StagePlan):
    """Plan the pools' queries, and the sources that rank the corpus for them."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        named = self.settings.encoders
        self.encoder_sources = run.rankers.of_kind("dense") if named is None else named
        """The dense rankers that are sources under their own names."""
        self.ranked_sources = [*TERM_SOURCES, *self.encoder_sources]
        """The sources that rank the whole corpus; `cited` is added to them."""
        self.column = f"in_{self.settings.filter}"
        """The boolean column of the papers that pools are drawn from."""
        self.has_fidelity = run.judged.is_possible
        self.quotas = {str(paper_id): quota for paper_id, quota in self.settings.quotas.items()}
        """The quotas of single queries, by paper id; YAML may read an id as a number."""
        names = ["candidates", "turns", "sources", "sizes", "overlap"]
        names += ["fidelity"] * self.has_fidelity
        self.tables = self.csv(*names)

    def get_parts(self, wildcards: Wildcards) -> list[str]:
        """Return the names of the corpus's parts; UserError if no pools can be drawn."""
        self.run.sections.require_data("pools")
        return list(self.run.corpus.shards)

    def released_citations(self, wildcards: Any) -> list[str]:
        """Return the collection's files if only they have the queries' citations.

        CSFCube's released abstracts come without citations.
        """
        is_known = self.is_demo or has_citations(self.run.settings.data.s2orc)
        return [] if is_known else self.compared_collection(wildcards)

    def compared_collection(self, wildcards: Any) -> list[str]:
        """Return the files of the collection whose candidates the sources should find, if any."""
        return self.run.judged.released_files(wildcards) if self.has_fidelity else []

    def collection_of_queries(self, wildcards: Any) -> list[str]:
        """Return the collection's files if its queries are used."""
        return [] if self.settings.queries else self.run.judged.released_files(wildcards)

    def sheet_papers(self, wildcards: Any) -> list[str]:
        """Return the papers of every shard for the query sheet."""
        sections = self.run.sections
        missing = sections.find_missing_filter(self.settings.filter)
        sections.require_for("The query sheet", sections.find_missing("corpus") or missing)
        return fill(f"{self.folder}/corpus/papers/{{shard}}.parquet", shard=self.run.corpus.shards)

    def sampled_ids(self, wildcards: Any) -> str | list[str]:
        """Return the file of ids that the query sheet is drawn from; empty for a venue."""
        sample = self.settings.sample
        what = "The query sheet is drawn from a venue or from a file of ids: both are null."
        hint = "set pools.sample.venue (acl as in the guidelines) or pools.sample.ids."
        is_set = sample.venue is not None or sample.ids is not None
        self.require(is_set, what, hint, f"pools.sample of run {self.run.settings.run!r}")
        return sample.ids or []
