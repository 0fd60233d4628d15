"""The sections of a run: possible, chosen, and the requirements of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.workflow.config.benchmark_parts import find_settings
from paperpool.workflow.config.missing import Missing, SectionData
from paperpool.workflow.corpus.sources import is_released
from paperpool.workflow.plan.stage import StagePlan

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class SectionsPlan(StagePlan):
    """Plan the sections that a run can make, with the missing requirements of the others."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        data = SectionData(run.settings, self.is_demo, bool(run.scheme.labels))
        self.data = data
        self.data_keys = data.keys
        self.find_missing = data.find_missing
        self.find_missing_filter = data.find_missing_filter
        self.unasked: list[str] = []
        """The sections that need to be named; training re-rankers takes minutes."""
        if not self.is_demo:
            benchmarks = find_benchmarks()
            self.unasked = [name for name in benchmarks if find_settings(name).is_made_if_named]

        self.labels_corpus = data.labels_corpus()
        """Whether the papers that pools are drawn from get facet labels."""
        sources = run.settings.data.s2orc or [""]
        self.has_released_labels = self.labels_corpus and all(map(is_released, sources))
        """Whether the corpus is CSFCube's released abstracts alone; these are labelled already."""

        self.possible = [name for name in self.data_keys if not self.find_missing(name)]
        self.chosen = [name for name in self.possible if self.is_wanted(name)]
        """The possible sections that the target ``all`` makes and the report shows."""

    def is_wanted(self, name: str) -> bool:
        """Return whether the key ``sections`` names a section, or is empty."""
        if self.run.settings.sections:
            return name in self.run.settings.sections
        return name in self.data_keys and name not in self.unasked

    def require_data(self, *names: str) -> None:
        """Raise UserError if one of the sections lacks data."""
        for name in names:
            self.require_for(f"The {name} section", self.find_missing(name))

    def require_for(self, what: str, missing: Missing | None) -> None:
        """Raise UserError if ``what`` has a missing requirement."""
        if missing:
            problem = f"{what} needs {missing.key}, which {missing.problem}."
            self.require(False, problem, missing.make_hint())
