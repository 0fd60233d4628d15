"""MDCR's large pools, and the rankers that search them."""

from functools import cached_property

from paperpool.mdcr.names import MAG_FIELDS
from paperpool.workflow.config.mdcr_checks import find_missing_for_large_pools
from paperpool.workflow.config.sections.mdcr import MdcrSettings
from paperpool.workflow.corpus.sources import expand_listed
from paperpool.workflow.plan.stage import StagePlan, Wildcards


class MdcrPoolsPlan(StagePlan):
    """Plan the large pools, which a corpus with citations allows, and what ranks them."""

    @property
    def settings(self) -> MdcrSettings:
        """The settings of MDCR."""
        return self.run.settings.mdcr

    @cached_property
    def searchers(self) -> list[str]:
        """The rankers that search large pools; all rankers order the benchmark's candidates."""
        rankers = self.run.settings.rankers
        return [name for name in self.run.mdcr.rankers if rankers[name].searches_large_pools()]

    @property
    def term_searchers(self) -> list[str]:
        """The rankers that search by terms."""
        return self._find_searchers("terms")

    @property
    def vector_searchers(self) -> list[str]:
        """The rankers that search by vectors, of papers or of their sentences."""
        return self._find_searchers("vectors") + self._find_searchers("sentences")

    @property
    def exact_searchers(self) -> list[str]:
        """Those that compare all vectors of a pool."""
        return [name for name in self.vector_searchers if name not in self.run.rankers.indexed]

    @property
    def indexed_searchers(self) -> list[str]:
        """Those that search by an index of vectors."""
        return [name for name in self.vector_searchers if name in self.run.rankers.indexed]

    @property
    def recall_tables(self) -> dict[str, str]:
        """The tables of what these find beside exact search, as ``recall/<ranker>``."""
        return self.run.mdcr.csv(*[f"recall/{name}" for name in self.indexed_searchers])

    @property
    def word_vector_searchers(self) -> list[str]:
        """The rankers that search by averages of word vectors."""
        return self._find_searchers("vectors", need="word_vectors")

    @property
    def sentence_searchers(self) -> list[str]:
        """The rankers that search by a model's vectors of sentences."""
        return self._find_searchers("sentences", need="model")

    @property
    def model_searchers(self) -> list[str]:
        """The rankers that search by a model's vectors of papers."""
        return self._find_searchers("vectors", need="model")

    def _find_searchers(self, searched: str, need: str | None = None) -> list[str]:
        """Return the searchers by a means, those with a need if one is named."""
        found = []
        for name in self.searchers:
            ranker = self.run.settings.rankers[name]
            if ranker.searches == searched and (need is None or need in ranker.needs):
                found.append(name)
        return found

    @cached_property
    def rankers(self) -> list[str]:
        """The rankers of large pools: searchers, those by citations, and fusions of these."""
        able = {*self.searchers, *self.run.mdcr.citation_rankers}
        return [name for name in self.run.mdcr.rankers if self.run.rankers.is_made_of(name, able)]

    @property
    def fusions(self) -> list[str]:
        """The fusions that rank large pools."""
        return [name for name in self.run.mdcr.fusions if name in self.rankers]

    @property
    def tuned_fusions(self) -> list[str]:
        """The fusions that rank large pools with what was chosen on validation pools."""
        return [name for name in self.run.mdcr.tuned_fusions if name in self.rankers]

    @property
    def evaluated_rankers(self) -> list[str]:
        """The rankers that are evaluated on large pools, if there are any pools."""
        return self.rankers if self.run.mdcr.is_built else []

    @property
    def tunes_bm25(self) -> bool:
        """Whether BM25's parameters are chosen on validation pools."""
        return "bm25" in self.run.rankers.kinds(self.searchers).values()

    # The large pools

    def get_shards(self, wildcards: Wildcards) -> list[str]:
        """Return the shards of the corpus; UserError if it has not what large pools need."""
        sections = self.run.sections
        sections.require_data("mdcr")
        missing = find_missing_for_large_pools(sections.data)
        sections.require_for("To rank large pools or build MDCR", missing)
        return self.run.corpus.get_shards(wildcards)

    @cached_property
    def fields(self) -> list[str]:
        """The fields of study of queries and candidates."""
        return self.settings.fields or list(MAG_FIELDS)

    @cached_property
    def paper_id_shards(self) -> list[str]:
        """The shards that map paper hashes to paper ids."""
        return expand_listed(self.settings.paper_ids or [], self.run.settings.data.s2orc)

    @property
    def excluded_ids(self) -> list[str]:
        """The files of paper ids that are never queries."""
        if self.paper_id_shards and self.settings.exclude:
            return [f"{self.run.mdcr.below}/steps/excluded.txt"]
        return self.settings.exclude

    @property
    def query_settings(self) -> dict[str, object]:
        """The settings of drawing queries."""
        settings = self.settings
        validation_queries = settings.dataset_validation_queries or settings.dataset_queries
        return {
            "years": settings.years,
            "queries": settings.queries,
            "validation_queries": settings.validation_queries,
            "dataset_queries": settings.dataset_queries,
            "dataset_validation_queries": validation_queries,
            "fields": self.fields,
            "min_cited": settings.positives,
        }

    @property
    def pool_settings(self) -> dict[str, object]:
        """The settings of drawing large pools, of papers until the last year of queries."""
        return {
            "sizes": self.settings.pool_sizes,
            "field_size": self.settings.field_pool,
            "samplings": self.settings.samplings,
            "fields": self.fields,
            "last_year": self.settings.years[1],
        }
