"""The data that each section of a run needs, and the missing ones."""

from typing import NamedTuple

from paperpool.benchmarks.registry import find_benchmarks, judged_benchmark
from paperpool.workflow.config.benchmark_parts import find_settings
from paperpool.workflow.config.settings import RunSettings
from paperpool.workflow.corpus.filter_kinds import DEFAULT_FILTERS


class Missing(NamedTuple):
    """A configuration key that a section needs, its problem as a clause, and how that is solved.

    Without a ``hint`` the key is to be set.
    """

    key: str
    problem: str
    hint: str = ""

    def make_hint(self) -> str:
        """Return how the problem is solved."""
        if self.hint:
            return self.hint
        if self.key == "corpus.filters":
            return f"Add {self.problem.split()[-1]} to corpus.filters."
        if self.problem.startswith("has no source with"):
            return "Add a source that has them, or name their columns in its tables."
        if self.key.startswith("data."):
            return f"Set {self.key} in an overlay, or set no data key to run on the demo data."
        return f"Set {self.key} in an overlay."


class SectionData:
    """The data of a configuration's ``settings``, generated in a demo."""

    def __init__(self, settings: RunSettings, is_demo: bool, has_labels: bool) -> None:
        self.settings = settings
        self.has_labels = has_labels
        """Whether the scheme has labels of sentences."""
        self.is_demo = is_demo
        judged = judged_benchmark()
        self.judged = judged.name
        """The section of the collection that is judged in facets."""
        self.keys = {
            "corpus": ["s2orc"],
            "facets": [*judged.data_keys, "s2orc", "csabstruct"],
            "pools": ["s2orc"],
            "annotation": [*judged.data_keys, "s2orc"],
        }
        """The keys below ``data`` of each section, that needs one of them."""
        for name, benchmark in find_benchmarks().items():
            self.keys[name] = list(benchmark.data_keys)

    def labels_corpus(self) -> bool:
        """Return whether the papers that pools are drawn from get their facets."""
        is_default = self.settings.pools.filter == next(iter(DEFAULT_FILTERS))
        is_filtered = is_default or not self.find_missing("pools")
        return is_filtered and not self.find_missing("corpus")

    def find_missing(self, name: str) -> Missing | None:
        """Return the missing requirement of a section, if any."""
        if not self.is_demo and not self._has_data(name):
            first, *others = self.keys[name]
            problem = "is not set" + "".join(f", nor is data.{key}" for key in others)
            return Missing(f"data.{first}", problem)

        if name == "facets" and not self.is_demo:
            return self._find_missing_for_labeller()
        if name == "pools":
            return self._find_missing_for_pools()
        if name == "annotation" and self.find_missing(self.judged):
            return self.find_missing("pools")

        if name in find_benchmarks():
            find_missing = find_settings(name).find_missing
            if find_missing is not None:
                return find_missing(self)
        return None

    @property
    def has_judged(self) -> bool:
        """Whether a collection that is judged in facets is configured."""
        return self._has_data(self.judged)

    def _has_data(self, name: str) -> bool:
        """Return whether one of the keys of a section is set."""
        return any(getattr(self.settings.data, key) for key in self.keys[name])

    def _find_missing_for_pools(self) -> Missing | None:
        """Return the missing filter of pools, or else their missing queries."""
        missing = self.find_missing_filter(self.settings.pools.filter)
        if missing:
            return missing

        if self.is_demo or self.has_judged or self.settings.pools.queries:
            return None
        problem = f"is not set, nor data.{self.judged}, whose queries it would take"
        return Missing("pools.queries", problem)

    def _find_missing_for_labeller(self) -> Missing | None:
        """Return the missing abstracts to train on, or sentences to label."""
        data = self.settings.data
        if not self.has_labels:
            hint = "Give the scheme labels, or leave the section out: nothing is to be labelled."
            return Missing("annotation.scheme", "is a scheme without labels", hint)
        if self.settings.facets.train and not data.csabstruct:
            return Missing("data.csabstruct", "is not set, and facets.train is")
        if data.csabstruct or self.has_judged or self.labels_corpus():
            return None
        return self.find_missing("pools")

    def find_missing_filter(self, name: str | None) -> Missing | None:
        """Return the missing filter ``name`` of the corpus."""
        filters = self.settings.corpus.filter_names
        if name in filters:
            return None
        if name is None:
            problem = f"is null where corpus.filters names {', '.join(filters)}"
            return Missing("pools.filter", problem)
        return Missing("corpus.filters", f"does not name {name}")
