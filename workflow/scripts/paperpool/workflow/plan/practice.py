"""How annotators are prepared: instructions with worked examples, and a practice round."""

from typing import Any

from paperpool.pages.environment import list_templates
from paperpool.resources import shipped
from paperpool.workflow.plan.stage import StagePlan


class PracticePlan(StagePlan):
    """Plan the practice round and the examples of the instructions."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        settings = run.settings.annotation.practice
        self.examples = run.settings.annotation.examples
        has_release = not self.is_demo and run.judged.is_possible
        is_shown = has_release and not self.examples
        self.guideline = shipped("guideline_examples.yaml") if is_shown else []
        """The examples of CSFCube's guidelines; their papers are in the release."""
        self.pairs = settings.pairs
        """The number of practice pairs or their file, if there is a practice round."""
        if self.is_demo and self.pairs is None:
            self.pairs = run.settings.demo.practice or None
        n_pairs = None if isinstance(self.pairs, str) else self.pairs
        self.announced = {"n_pairs": n_pairs, "rho": settings.rho} if self.pairs else None
        """The instructions' settings of the practice round, if there is one."""

        named = [self.examples, self.pairs if isinstance(self.pairs, str) else None]
        self.named_files = [file for file in named if file]
        """The user's files of pairs; they may name papers outside the pools."""

        is_simulated = self.is_demo and self.pairs and not settings.exports
        self.simulated = f"{self.folder}/demo/annotation/practice.json" if is_simulated else []
        self.exports = [self.simulated] if is_simulated else settings.exports
        key = "annotation.practice.exports"
        self.required_exports = run.annotation.exported(key, self.exports)
        """An input function of the exports; UserError if there are no exports."""
        names = ("practice", "practice_pairs") if self.exports else ()
        self.tables = run.annotation.csv(*names)

    def material(self, wildcards: Any) -> dict[str, Any]:
        """Return the files that practice pairs are drawn from, with their texts."""
        self.run.sections.require_data("annotation")
        what = "There is no practice round: annotation.practice.pairs is null."
        hint = "Set it to a number of pairs, or to a file of them, in an overlay."
        self.require(self.pairs, what, hint)
        pairs = self.pairs if isinstance(self.pairs, str) else []
        shown = self.examples or self.guideline
        return self.run.annotation.material(wildcards) | {"pairs": pairs, "examples": shown}

    def instruction_files(self, wildcards: Any) -> dict[str, Any]:
        """Return the worked examples, the page's templates, and the texts of papers in examples."""
        self.run.sections.require_data("annotation")
        files = self.run.annotation.material(wildcards) if self.examples else {}
        if self.guideline:
            released = self.run.judged.released_files(wildcards)
            files = {"collection": released, "guideline": self.guideline}
        return files | {
            "examples": self.examples or shipped("worked_examples.yaml"),
            "templates": list_templates("pages", "workflow/report/annotation"),
        }
