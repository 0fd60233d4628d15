"""Model judges, and the board that compares them with people and each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.workflow.plan.stage import StagePlan, Wildcards

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class JudgesPlan(StagePlan):
    """Plan the judges, given or simulated, and their board."""

    reported_with = "annotation"

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        annotation = run.annotation
        judges = run.settings.annotation.judges
        self.judges: dict[str, dict[str, list[str]]]
        self.judges = {name: judge.as_dict() for name, judge in judges.items()}
        """The grade files of each judge, and the rankers that share its model."""
        self.is_simulated = False
        """Whether a judge is simulated: in a demo whose annotators practise."""
        self.simulation_mb = 0
        """The memory that its simulation takes."""
        if annotation.is_simulated and run.practice.pairs and not self.judges:
            self.is_simulated = True
            self.simulation_mb = annotation.simulation_mb
            self.judges = {"imagined": {"grades": [f"{self.folder}/demo/annotation/judge.jsonl"]}}

        self.is_measured = bool(self.judges) and annotation.is_measured
        names = ("counts", "board", "rankers")
        self.tables = annotation.csv(*(f"judge_{name}" for name in names))
        """The tables of the judges, by the names of their files."""
        self.tables_by_name = dict(zip(names, self.tables.values(), strict=True))
        """The same tables, by their names in the section of the report."""
        self.audited_rankers: list[str] = []
        """The rankers whose order by the judges' grades is compared."""
        if self.judges and not annotation.exports and run.judged.is_possible:
            self.audited_rankers = run.judged.rankers

    @property
    def reported_tables(self) -> list[str]:
        """The names of the tables."""
        return list(self.tables)

    @property
    def grade_files(self) -> list[str]:
        """The grade files of given judges; the board's job itself simulates the demo's."""
        files: list[str] = []
        if not self.is_simulated:
            for judge in self.judges.values():
                files += judge["grades"]
        return files

    def get_error_without_data(self, wildcards: Wildcards) -> list[str]:
        """Return no file; raise UserError without data to annotate or a judge to audit."""
        self.run.sections.require_data("annotation")
        message = "There is no judge to audit: annotation.judges is empty."
        hint = "Name a judge and the files of its grades in annotation.judges of an overlay."
        self.require(self.judges, message, hint)
        return []
