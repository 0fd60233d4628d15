"""Model judges, whose grades are compared with people's."""

from typing import Any

from paperpool.plan.stage import StagePlan


class JudgesPlan(StagePlan):
    """The judges, given or imagined, and the audit of their grades."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        annotation, given = run.annotation, run.settings.annotation["judges"]
        self.is_simulated = annotation.is_simulated and annotation.asks_batches and not given
        """Whether a judge is imagined, if imagined annotators judge in batches."""
        file = f"{self.folder}/demo/annotation/judge.jsonl"
        self.simulated = [file] if self.is_simulated else []
        """The grades of an imagined judge."""
        self.judges = {"imagined": {"grades": self.simulated}} if self.is_simulated else given
        """The judges by name: the files of their grades, and the rankers that share their model."""
        names = ("counts", "agreement", "order", "rankers")
        self.tables = annotation.csv(*(f"judge_{name}" for name in names))
        """The files of the audit of judges."""
        is_theirs = self.judges and not annotation.exports
        is_scored = is_theirs and "csfcube" in run.sections.possible
        self.audited_rankers = run.csfcube.rankers if is_scored else []
        """The rankers of the collection that the judges grade, whose order is compared."""

    def needed(self, wildcards: Any) -> list[str]:
        """Return no files; UserError if there is no judge to audit."""
        self.run.sections.require_data("annotation")
        what = "There is no judge to audit: annotation.judges is empty."
        hint = "Name a judge and the files of its grades in annotation.judges of an overlay."
        self.require(self.judges, what, hint)
        return []

    def files(self, wildcards: Any) -> list[str]:
        """Return the files of all judges' grades; the audit makes those of an imagined one."""
        if self.is_simulated:
            return []
        return [path for judge in self.judges.values() for path in judge["grades"]]
