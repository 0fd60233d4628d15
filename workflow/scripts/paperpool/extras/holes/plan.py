"""The rankers whose rankings of the whole corpus are held against the judged pools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class HolesPlan(StagePlan):
    """Plan the rankings of the corpus by words, beside those of the pools' sources."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.word_rankers: list[str] = []
        """The rankers that search the corpus by words and are no source of pools."""
        for name, ranker in run.settings.rankers.items():
            if ranker.searches == "terms":
                self.word_rankers.append(name)

        self.rankers = [*run.pools.ranked_sources, *self.word_rankers]
        """All rankers of the corpus."""

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError without pools or a judged collection."""
        self.run.sections.require_data("pools", self.run.judged.stage)
        return []
