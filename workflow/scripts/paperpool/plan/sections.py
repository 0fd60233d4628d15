"""The sections of a run: the data that each needs, which can be made, and which are."""

from collections.abc import Callable
from typing import Any, NamedTuple

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.corpus.sources import has_citations, is_released
from paperpool.plan.stage import StagePlan


class Missing(NamedTuple):
    """A configuration key that a section needs, and its problem as a clause."""

    key: str
    problem: str

    def make_hint(self) -> str:
        """Return how the key is set."""
        if self.key == "corpus.filters":
            return f"add {self.problem.split()[-1]} to corpus.filters."
        on_demo = ", or set no data key to run on the demo data"
        return f"set {self.key} in an overlay{on_demo if self.key.startswith('data.') else ''}."


class SectionsPlan(StagePlan):
    """The sections that a run can make, and what is missing for the others."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.data_keys = {
            "corpus": ["s2orc"],
            "facets": ["csfcube", "s2orc", "csabstruct"],
            "pools": ["s2orc"],
            "annotation": ["csfcube", "s2orc"],
            **{name: list(of.data_keys) for name, of in find_benchmarks().items()},
        }
        """The keys below ``data`` of each section, which needs one of them."""
        self.unasked = [] if self.is_demo else ["scisearch"]
        """The sections that are made only by name: training re-rankers takes minutes."""

        is_filtered = run.settings.pools.filter == "csfcube" or not self.find_missing("pools")
        self.labels_corpus = is_filtered and not self.find_missing("corpus")
        """Whether the papers that pools are drawn from get their facets."""
        sources = run.settings.data.s2orc or [""]
        self.has_released_labels = self.labels_corpus and all(map(is_released, sources))
        """Whether the corpus is CSFCube's released abstracts alone, which have their labels."""

        self.possible = [name for name in self.data_keys if not self.find_missing(name)]
        """The sections that can be made."""
        self.chosen = [name for name in self.possible if self.is_wanted(name)]
        """The possible sections that the target ``all`` makes and the report shows."""

    def is_wanted(self, name: str) -> bool:
        """Return whether the key ``sections`` has a section, or leaves the choice to the data."""
        return name in (self.run.settings.sections or set(self.data_keys).difference(self.unasked))

    def find_missing(self, name: str) -> Missing | None:
        """Return what is missing for a section."""
        data, generated = self.run.settings.data, self.is_demo
        first, *others = self.data_keys[name]
        if not generated and not any(data[key] for key in (first, *others)):
            nor = "".join(f", nor is data.{key}" for key in others)
            return Missing(f"data.{first}", f"is not set{nor}")
        if name == "facets" and not generated:
            return self._find_missing_for_labeller()
        if name == "pools":
            has_queries = generated or data.csfcube or self.run.settings.pools.queries
            of_queries = "is not set, nor data.csfcube, whose queries it would take"
            return self.find_missing_filter(self.run.settings.pools.filter) or (
                None if has_queries else Missing("pools.queries", of_queries)
            )
        if name == "mdcr" and not data.mdcr:
            return self.find_missing_for_large_pools()
        if name == "annotation" and self.find_missing("csfcube"):
            return self.find_missing("pools")
        return None

    def _find_missing_for_labeller(self) -> Missing | None:
        """Return what is missing: abstracts to be trained on, or sentences to label."""
        data = self.run.settings.data
        if self.run.settings.facets.train and not data.csabstruct:
            return Missing("data.csabstruct", "is not set, and facets.train is")
        has_own = data.csabstruct or data.csfcube
        return None if has_own or self.labels_corpus else self.find_missing("pools")

    def find_missing_filter(self, name: str | None) -> Missing | None:
        """Return what is missing where the corpus does not apply the filter ``name``."""
        filters = self.run.settings.corpus.filters
        if name in filters:
            return None
        if name is None:
            problem = f"is null where corpus.filters names {', '.join(filters)}"
            return Missing("pools.filter", problem)
        return Missing("corpus.filters", f"does not name {name}")

    def find_missing_for_large_pools(self) -> Missing | None:
        """Return what the corpus lacks for MDCR's large pools and a benchmark built from them."""
        sources = self.run.settings.data.s2orc
        if not self.is_demo:
            if not sources:
                return Missing("data.s2orc", "is not set")
            if not has_citations(sources):
                return Missing("data.s2orc", "has no source with citations")
        return self.find_missing_filter("mdcr")

    def require_data(self, *names: str) -> None:
        """Raise UserError where something is missing for one of some sections."""
        for name in names:
            self.require_for(f"The {name} section", self.find_missing(name))

    def needed(self, *names: str, files: Any = ()) -> Callable[[Any], Any]:
        """Return an input function of ``files``: UserError where a section of some lacks data."""
        return lambda wildcards: self.require_data(*names) or files or []

    def require_for(self, what: str, missing: Missing | None) -> None:
        """Raise UserError where something is ``missing`` for ``what``."""
        if missing:
            problem = f"{what} needs {missing.key}, which {missing.problem}."
            self.require(False, problem, missing.make_hint())
