"""Model judges, and the audit of their grades against people's."""

from typing import Any

from paperpool.workflow.plan.stage import StagePlan


class JudgesPlan(StagePlan):
    """Plan the judges, given or simulated, and their audit."""

    reported_with = "annotation"

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        annotation, judges = run.annotation, run.settings.annotation.judges
        given = {name: judge.as_dict() for name, judge in judges.items()}
        self.is_simulated = annotation.is_simulated and annotation.is_batched and not given
        """Whether a judge is simulated: in a demo that is judged in batches."""
        file = f"{self.folder}/demo/annotation/judge.jsonl"
        self.simulated = [file] if self.is_simulated else []
        self.judges = {"imagined": {"grades": self.simulated}} if self.is_simulated else given
        """The grade files of each judge, and the rankers that share its model."""
        self.is_measured = bool(self.judges) and annotation.is_measured
        names = ("counts", "agreement", "order", "rankers")
        self.tables = annotation.csv(*(f"judge_{name}" for name in names))
        self.tables_by_name = dict(zip(names, self.tables.values(), strict=True))
        """The same tables, by their names in the section of the report."""
        is_theirs = self.judges and not annotation.exports
        is_scored = is_theirs and run.judged.is_possible
        self.audited_rankers = run.judged.rankers if is_scored else []
        """The rankers whose order by the judges' grades is compared."""

    @property
    def reported_tables(self) -> list[str]:
        """The names of the tables."""
        return list(self.tables)

    def needed(self, wildcards: Any) -> list[str]:
        """Return an empty list; UserError without a judge to audit."""
        self.run.sections.require_data("annotation")
        what = "There is no judge to audit: annotation.judges is empty."
        hint = "Name a judge and the files of its grades in annotation.judges of an overlay."
        self.require(self.judges, what, hint)
        return []

    def files(self, wildcards: Any) -> list[str]:
        """Return the grade files of given judges; the audit itself simulates the demo's."""
        if self.is_simulated:
            return []
        return [path for judge in self.judges.values() for path in judge["grades"]]
