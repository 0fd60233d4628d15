"""How annotators are prepared: instructions with worked examples, and a practice round."""

from __future__ import annotations

from typing import Any

from paperpool.plan.stage import StagePlan, shipped


class PracticePlan(StagePlan):
    """The practice round, and what the instructions show."""

    @property
    def settings(self) -> Any:
        """The settings of the practice round."""
        return self.run.settings.annotation.practice

    @property
    def examples(self) -> str | None:
        """The user's own worked examples."""
        return self.run.settings.annotation.examples

    @property
    def guideline(self) -> str | list[str]:
        """The examples of CSFCube's guidelines, whose papers a release has, where there is one."""
        has_release = not self.is_demo and "csfcube" in self.run.sections.possible
        is_shown = has_release and not self.examples
        return shipped("guideline_examples.yaml") if is_shown else []

    @property
    def pairs(self) -> int | str | None:
        """How many pairs there are to practise on, or their file; None without a practice round."""
        pairs = self.settings.pairs
        if self.is_demo and pairs is None:
            return self.run.settings.demo.practice or None
        return pairs

    @property
    def simulated(self) -> str | list[str]:
        """The export of imagined annotators who practise."""
        is_simulated = self.is_demo and self.pairs
        if not is_simulated or self.settings.exports:
            return []
        return f"{self.folder}/demo/annotation/practice.json"

    @property
    def exports(self) -> list[str]:
        """The exports of the practice round."""
        simulated = self.simulated
        return [simulated] if isinstance(simulated, str) else self.settings.exports

    def required_exports(self, wildcards: Any) -> list[str]:
        """Return the same; UserError where there are none."""
        return self.run.annotation.require_exports("annotation.practice.exports", self.exports)

    @property
    def tables(self) -> dict[str, str]:
        """The tables of the practice round; none without exports."""
        return self.run.annotation.csv("practice", "practice_pairs") if self.exports else {}

    def material(self, wildcards: Any) -> dict[str, Any]:
        """Return what practice pairs are drawn from, and where their texts are."""
        self.run.sections.require("annotation")
        what = "There is no practice round: annotation.practice.pairs is null."
        hint = "Set it to a number of pairs, or to a file of them, in an overlay."
        self.run.annotation.require(self.pairs, what, hint)
        pairs = self.pairs if isinstance(self.pairs, str) else []
        shown = self.examples or self.guideline
        return self.run.annotation.material(wildcards) | {"pairs": pairs, "examples": shown}

    @property
    def announced(self) -> dict[str, Any] | None:
        """What the instructions say of the practice round; None without one."""
        pairs = self.pairs
        if not pairs:
            return None
        n_pairs = None if isinstance(pairs, str) else pairs
        return {"n_pairs": n_pairs, "rho": self.settings.rho}

    def instruction_files(self, wildcards: Any) -> dict[str, Any]:
        """Return worked examples, the page's templates, and texts where an example names papers."""
        self.run.sections.require("annotation")
        files = self.run.annotation.material(wildcards) if self.examples else {}
        if self.guideline:
            released = self.run.csfcube.released_files(wildcards)
            files = {"collection": released, "guideline": self.guideline}
        return files | {
            "examples": self.examples or shipped("worked_examples.yaml"),
            "templates": self.run.report.templates("pages", "report/annotation"),
        }
