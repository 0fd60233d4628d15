"""Collections whose papers are those of the corpus: links by citations beside people's grades."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.extras.citations_and_relevance.mdcr_files import find_compared_rankers
from paperpool.io.files import expand_globs
from paperpool.plugins import find_extras
from paperpool.workflow.corpus.sources import has_citations, list_sources
from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class CitationsAndRelevancePlan(StagePlan):
    """Plan what is measured of which collection, and what is set beside it."""

    reported_with = "collections"

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self._readers = run.collections.readers
        shared = [] if self.is_demo else self._find_shared()
        self.measured = [name for name in shared if not self._readers[name].asks_by_papers]
        """The collections of questions on papers of the corpus, whose citations are known."""
        self.asking = [name for name in shared if self._readers[name].asks_by_papers]
        """The collections of the same papers as queries."""
        self.is_measured = bool(self.measured)

        compared = find_compared_rankers(run) if self.asking else []
        self.compared: list[str] = []
        """The collections whose order of rankers is compared with that by citations."""
        if compared:
            self.compared = [*self.measured, *self.asking]
        self.trained_on = run.rankers.find_training_data(compared)
        """What the models of rankers were trained on, by ranker."""
        self.has_known_citations = self.is_measured and run.judged.is_possible
        """Whether there is a judged collection whose pools say what queries cite."""
        self.voted: list[str] = []
        """The measured collections with the votes of several judges."""
        if "votes" in find_extras("plan"):
            self.voted = [name for name in self.measured if self._readers[name].voters]

    @property
    def tables(self) -> dict[str, str]:
        """The tables of the target, by the names of their section; those of a collection first."""
        tables = {}
        for name in self.measured:
            for table in ("relations", "links"):
                tables[f"{name}/{table}"] = f"{self.below}/{name}/{table}.csv"
        return tables | self.csv(*self.tables_beside)

    @property
    def tables_beside(self) -> list[str]:
        """The names of the tables that are of no single collection."""
        names = []
        if self.compared:
            names += ["candidates", "orders", "rankers"]
        if self.has_known_citations:
            names.append("known_citations")
        return names

    def _find_shared(self) -> list[str]:
        """Return the collections whose documents are files of the corpus too."""
        sources = self.run.settings.data.s2orc
        if not self._readers or not has_citations(sources):
            return []
        files: set[str] = set()
        for of_kind in list_sources(sources or []).values():
            files.update(of_kind)

        shared = []
        for name, reader in self._readers.items():
            documents = expand_globs([reader.files()["documents"]])
            if documents and files.issuperset(documents):
                shared.append(name)
        return shared

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError without a collection that it can be measured on."""
        message = "There is no collection whose documents are papers of the corpus with citations."
        hint = (
            "Name its files in data.collections and in data.s2orc, as config/cystic-fibrosis.yaml "
            "does."
        )
        self.require(self.measured, message, hint)
        return []

    @property
    def prefix_of_asking(self) -> str:
        """What stands before the ids of papers as queries in the corpus."""
        return self._readers[self.asking[0]].corpus_prefix if self.asking else ""

    # What follows is of the collection of a job.

    def get_prefix(self, wildcards: Wildcards) -> str:
        """Return what stands before the ids of documents in the corpus."""
        return self._readers[wildcards.collection].corpus_prefix

    def find_asking(self, collection: str) -> str | None:
        """Return the collection of the same documents as queries, if there is one."""
        documents = self._readers[collection].files()["documents"]
        for name in self.asking:
            if self._readers[name].files()["documents"] == documents:
                return name
        return None

    def get_asking_runs(self, wildcards: Wildcards) -> list[str]:
        """Return the rankings of the collection's papers for its papers."""
        asking = self.find_asking(wildcards.collection)
        if asking is None:
            return []
        below = f"{self.folder}/collections/{asking}/runs"
        return [f"{below}/{ranker}.parquet" for ranker in self.run.collections.taking_part[asking]]
