"""Model judges, whose grades are compared with people's."""

from __future__ import annotations

from typing import Any

from paperpool.plan.stage import StagePlan


class JudgesPlan(StagePlan):
    """The judges, given or imagined, and the audit of their grades."""

    @property
    def is_simulated(self) -> bool:
        """Whether a judge is imagined, where imagined annotators judge in batches."""
        return (
            self.run.annotation.is_simulated
            and self.run.annotation.asks_batches
            and not self.run.settings.annotation.judges
        )

    @property
    def simulated(self) -> list[str]:
        """The grades of an imagined judge."""
        file = f"{self.folder}/demo/annotation/judge.jsonl"
        return [file] if self.is_simulated else []

    @property
    def judges(self) -> dict[str, Any]:
        """The judges by name: the files of their grades, and the rankers that share their model."""
        imagined = {"imagined": {"grades": self.simulated}}
        given = self.run.settings.annotation["judges"]
        return imagined if self.is_simulated else given

    @property
    def tables(self) -> dict[str, str]:
        """What the audit of judges writes."""
        names = ("counts", "alarms", "agreement", "order", "rankers")
        return self.run.annotation.csv(*(f"judge_{name}" for name in names))

    @property
    def audited_rankers(self) -> list[str]:
        """The rankers of the collection that the judges grade, whose order is compared."""
        is_theirs = self.judges and not self.run.annotation.exports
        is_scored = is_theirs and "csfcube" in self.run.sections.possible
        return self.run.csfcube.rankers if is_scored else []

    def targets(self, wildcards: Any) -> list[str]:
        """Return the audit's tables."""
        self.run.sections.require("annotation")
        what = "There is no judge to audit: annotation.judges is empty."
        hint = "Name a judge and the files of its grades in annotation.judges of an overlay."
        self.run.annotation.require(self.judges, what, hint)
        return list(self.tables.values())

    def files(self, wildcards: Any) -> list[str]:
        """Return the files of all judges' grades; the audit makes those of an imagined one."""
        if self.is_simulated:
            return []
        return [path for judge in self.judges.values() for path in judge["grades"]]
