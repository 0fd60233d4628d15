"""The rankers whose rankings of the whole corpus are held against the judged pools."""

from typing import Any

from paperpool.workflow.plan.stage import StagePlan


class HolesPlan(StagePlan):
    """Plan the rankings of the corpus by words, beside those of the pools' sources."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.word_rankers = []
        """The rankers that search the corpus by words and are no source of pools."""
        for name, ranker in run.settings.rankers.items():
            if ranker.searches == "terms":
                self.word_rankers.append(name)

        self.rankers = [*run.pools.ranked_sources, *self.word_rankers]
        """All rankers of the corpus."""
