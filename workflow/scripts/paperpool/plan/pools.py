"""The queries and the sources of candidate pools."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from paperpool.corpus.sources import has_citations
from paperpool.errors import Problem, UserError
from paperpool.plan.stage import StagePlan
from paperpool.pools.names import TERM_SOURCES


class PoolsPlan(StagePlan):
    """The queries of the pools, and the sources that rank the corpus for them."""

    @cached_property
    def encoder_sources(self) -> list[str]:
        """The rankers whose encoder is a source too, under the same name."""
        named = self.settings.encoders
        return self.run.rankers.of_kind("dense") if named is None else named

    @property
    def ranked_sources(self) -> list[str]:
        """The sources that rank the whole corpus; `cited` comes beside them."""
        return [*TERM_SOURCES, *self.encoder_sources]

    @cached_property
    def word_rankers(self) -> list[str]:
        """The rankers that search the corpus by words, beside the sources."""
        rankers = self.run.settings.rankers.items()
        return [name for name, ranker in rankers if ranker.searches == "terms"]

    @property
    def column(self) -> str:
        """The column of the papers that pools are drawn from."""
        return f"in_{self.settings.filter}"

    @property
    def has_fidelity(self) -> bool:
        """Whether candidates are compared with those of a collection."""
        return "csfcube" in self.run.sections.possible

    @property
    def tables(self) -> dict[str, str]:
        """What the draw writes beside the official format."""
        names = ["candidates", "turns", "sources", "sizes", "overlap"]
        names += ["fidelity"] * self.has_fidelity
        return {name: f"{self.below}/{name}.csv" for name in names}

    def papers(self, wildcards: Any) -> list[str]:
        """Return the papers of every shard."""
        self.run.sections.require("pools")
        return self.run.corpus.papers(wildcards)

    def released_citations(self, wildcards: Any) -> list[str]:
        """Return the collection's files where only its pools say whom a query cites.

        CSFCube's released abstracts come without citations.
        """
        is_known = self.is_demo or has_citations(self.run.settings.data.s2orc)
        return [] if is_known else self.compared_collection(wildcards)

    def compared_collection(self, wildcards: Any) -> list[str]:
        """Return the files of the collection whose candidates the sources should find, if any."""
        return self.run.csfcube.released_files(wildcards) if self.has_fidelity else []

    def collection_of_queries(self, wildcards: Any) -> list[str]:
        """Return the collection's files where the queries are its own."""
        if self.settings.queries:
            return []
        return self.run.csfcube.released_files(wildcards)

    def quotas(self, wildcards: Any) -> dict[str, int]:
        """Return the quotas of single queries by paper id, which YAML may read as a number."""
        quotas = self.settings.quotas
        return {str(paper_id): quota for paper_id, quota in quotas.items()}

    def sheet_papers(self, wildcards: Any) -> list[str]:
        """Return the papers of every shard for the query sheet, which comes before the queries."""
        sections = self.run.sections
        missing = sections.find_missing("corpus") or sections.find_missing_filter(
            self.settings.filter
        )
        sections.refuse("The query sheet", missing)
        return self.run.corpus.papers(wildcards)

    def sampled_ids(self, wildcards: Any) -> str | list[str]:
        """Return the file of ids that the query sheet is drawn from; none for a venue."""
        sample = self.settings.sample
        if sample.venue is None and sample.ids is None:
            what = "The query sheet is drawn from a venue or from a file of ids: both are null."
            where = f"pools.sample of run {self.run.settings.run!r}"
            hint = "set pools.sample.venue (acl as in the guidelines) or pools.sample.ids."
            raise UserError(Problem(what, where, hint))
        return sample.ids or []

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section."""
        self.run.sections.require("pools")
        made = ["config.yaml", "pools/test-pid2pool.json", "pools/pools.parquet"]
        return [*(f"{self.folder}/{file}" for file in made), *self.tables.values()]

    def hole_targets(self, wildcards: Any) -> str:
        """Return the table of the holes, where there are both rankings and a collection."""
        self.run.sections.require("pools", "csfcube")
        return f"{self.below}/holes.csv"

    def section(self) -> dict[str, Any]:
        """Return the files of the report's section."""
        return {"files": self.tables}
