"""How annotators are prepared: instructions with worked examples, and a practice round."""

from typing import Any

from paperpool.pages.environment import list_templates
from paperpool.plan.stage import StagePlan
from paperpool.resources import shipped


class PracticePlan(StagePlan):
    """The practice round, and the examples of the instructions."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        settings = run.settings.annotation.practice
        self.examples = run.settings.annotation.examples
        """The user's own worked examples."""
        has_release = not self.is_demo and "csfcube" in run.sections.possible
        is_shown = has_release and not self.examples
        self.guideline = shipped("guideline_examples.yaml") if is_shown else []
        """The examples of CSFCube's guidelines, whose papers a release has, if there is one."""
        self.pairs = settings.pairs
        """How many pairs there are to practise on, or their file; or None."""
        if self.is_demo and self.pairs is None:
            self.pairs = run.settings.demo.practice or None
        n_pairs = None if isinstance(self.pairs, str) else self.pairs
        self.announced = {"n_pairs": n_pairs, "rho": settings.rho} if self.pairs else None
        """The facts of the practice round in the instructions, or None."""

        is_simulated = self.is_demo and self.pairs and not settings.exports
        self.simulated = f"{self.folder}/demo/annotation/practice.json" if is_simulated else []
        """The export of imagined annotators who practise."""
        self.exports = [self.simulated] if is_simulated else settings.exports
        """The exports of the practice round."""
        key = "annotation.practice.exports"
        self.required_exports = run.annotation.exported(key, self.exports)
        """The same as an input function; UserError if there are no pairs."""
        names = ("practice", "practice_pairs") if self.exports else ()
        self.tables = run.annotation.csv(*names)
        """The tables of the practice round; empty without exports."""

    def material(self, wildcards: Any) -> dict[str, Any]:
        """Return the sources of practice pairs and of their texts."""
        self.run.sections.require_data("annotation")
        what = "There is no practice round: annotation.practice.pairs is null."
        hint = "Set it to a number of pairs, or to a file of them, in an overlay."
        self.require(self.pairs, what, hint)
        pairs = self.pairs if isinstance(self.pairs, str) else []
        shown = self.examples or self.guideline
        return self.run.annotation.material(wildcards) | {"pairs": pairs, "examples": shown}

    def instruction_files(self, wildcards: Any) -> dict[str, Any]:
        """Return worked examples, the page's templates, and texts if an example names papers."""
        self.run.sections.require_data("annotation")
        files = self.run.annotation.material(wildcards) if self.examples else {}
        if self.guideline:
            released = self.run.csfcube.released_files(wildcards)
            files = {"collection": released, "guideline": self.guideline}
        return files | {
            "examples": self.examples or shipped("worked_examples.yaml"),
            "templates": list_templates("pages", "report/annotation"),
        }
