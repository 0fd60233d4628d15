"""The data that each section of a run needs, and the missing ones."""

from typing import Any, NamedTuple

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.corpus.sources import is_known


class Missing(NamedTuple):
    """A configuration key that a section needs, and its problem as a clause."""

    key: str
    problem: str

    def make_hint(self) -> str:
        """Return how the key is set."""
        if self.key == "corpus.filters":
            return f"add {self.problem.split()[-1]} to corpus.filters."
        if self.problem.startswith("has no source with"):
            return "add a source that has them, or name their columns in its tables."
        on_demo = ", or set no data key to run on the demo data"
        return f"set {self.key} in an overlay{on_demo if self.key.startswith('data.') else ''}."


class SectionData:
    """The data of a configuration's ``settings``, generated in a demo."""

    def __init__(self, settings: Any, is_demo: bool) -> None:
        self.settings, self.is_demo = settings, is_demo
        self.keys = {
            "corpus": ["s2orc"],
            "facets": ["csfcube", "s2orc", "csabstruct"],
            "pools": ["s2orc"],
            "annotation": ["csfcube", "s2orc"],
            **{name: list(of.data_keys) for name, of in find_benchmarks().items()},
        }
        """The keys below ``data`` of each section, that needs one of them."""

    def labels_corpus(self) -> bool:
        """Return whether the papers that pools are drawn from get their facets."""
        is_filtered = self.settings.pools.filter == "csfcube" or not self.find_missing("pools")
        return is_filtered and not self.find_missing("corpus")

    def find_missing(self, name: str) -> Missing | None:
        """Return the missing requirement of a section, if any."""
        data, generated = self.settings.data, self.is_demo
        first, *others = self.keys[name]
        if not generated and not any(data[key] for key in (first, *others)):
            nor = "".join(f", nor is data.{key}" for key in others)
            return Missing(f"data.{first}", f"is not set{nor}")
        if name == "facets" and not generated:
            return self._find_missing_for_labeller()
        if name == "pools":
            has_queries = generated or data.csfcube or self.settings.pools.queries
            of_queries = "is not set, nor data.csfcube, whose queries it would take"
            return self.find_missing_filter(self.settings.pools.filter) or (
                None if has_queries else Missing("pools.queries", of_queries)
            )
        if name == "mdcr" and not data.mdcr:
            return self.find_missing_for_large_pools()
        if name == "annotation" and self.find_missing("csfcube"):
            return self.find_missing("pools")
        return None

    def _find_missing_for_labeller(self) -> Missing | None:
        """Return the missing abstracts to train on, or sentences to label."""
        data = self.settings.data
        if self.settings.facets.train and not data.csabstruct:
            return Missing("data.csabstruct", "is not set, and facets.train is")
        has_own = data.csabstruct or data.csfcube
        return None if has_own or self.labels_corpus() else self.find_missing("pools")

    def find_missing_filter(self, name: str | None) -> Missing | None:
        """Return the missing filter ``name`` of the corpus."""
        filters = self.settings.corpus.filters
        if name in filters:
            return None
        if name is None:
            problem = f"is null where corpus.filters names {', '.join(filters)}"
            return Missing("pools.filter", problem)
        return Missing("corpus.filters", f"does not name {name}")

    def find_missing_for_large_pools(self) -> Missing | None:
        """Return the missing requirement of MDCR's large pools and a benchmark built from them."""
        sources = self.settings.data.s2orc
        if not self.is_demo:
            if not sources:
                return Missing("data.s2orc", "is not set")
            for what, column in (("citations", "citations"), ("years", "year")):
                if not any(is_known(source, column) for source in sources):
                    return Missing("data.s2orc", f"has no source with {what}")
        return self.find_missing_filter("mdcr")
