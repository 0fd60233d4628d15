"""What annotators and model judges are asked, what they said, and what is made of it."""

from __future__ import annotations

from typing import Any

from paperpool.collections.csfcube_release import REQUIRED
from paperpool.errors import Problem, UserError
from paperpool.plan.stage import StagePlan, fill


class AnnotationPlan(StagePlan):
    """Tasks and exports of annotators, of their practice, of top-ups and second passes; judges."""

    def require(self, is_there: object, what: str, hint: str) -> None:
        """Raise UserError where something is missing."""
        if not is_there:
            raise UserError(Problem(what, self.place, hint))

    def require_exports(self, key: str, exports: Any) -> Any:
        """Return the exports of a key of the configuration; UserError where there are none."""
        hint = (
            "annotate its tasks in Label Studio, export as JSON, and name the export in "
            f"{key} of an overlay."
        )
        self.require(exports, f"There are no annotations to read: {key} is empty.", hint)
        return exports

    # Exports

    @property
    def is_simulated(self) -> bool:
        """Whether imagined annotators grade the tasks of the demo."""
        return self.is_demo and not self.settings.exports

    @property
    def plan(self) -> str | list[str]:
        """The plan of the demo, which imagined annotators grade by."""
        return f"{self.folder}/demo/plan.npz" if self.is_simulated else []

    @property
    def simulated(self) -> list[str]:
        """The exports of imagined annotators: of both, the adjudicator and an expert."""
        names = ("annotators", "adjudicator", "expert") if self.is_simulated else ()
        return [f"{self.folder}/demo/annotation/{name}.json" for name in names]

    @property
    def simulation_mb(self) -> int:
        """The megabytes that imagining annotators takes."""
        return (500 + self.run.settings.demo.papers // 2000) * self.is_simulated

    @property
    def exports(self) -> list[str]:
        """The exports that are imported."""
        return self.simulated[:2] or self.settings.exports

    @property
    def further(self) -> dict[str, list[str]]:
        """The exports of further passes, by name."""
        return {"expert": self.simulated[2:]} if self.is_simulated else self.settings.further

    def required_exports(self, wildcards: Any) -> list[str]:
        """Return the exports that are imported; UserError where there are none."""
        return self.require_exports("annotation.exports", self.exports)

    # Tasks

    def material(self, wildcards: Any) -> dict[str, Any]:
        """Return what is to be annotated, by name: drawn pools, or else the release's.

        The collection's papers have labelled sentences, those of the corpus where the facets
        section labels them; without both nothing is labelled. Labels that were corrected by hand
        come on top.
        """
        files = self.predicted_material(wildcards)
        if "csfcube" in self.run.sections.possible:
            files["collection"] = self.run.csfcube.files(wildcards)
        return files | {"labels": self.run.settings.pools.labels or []}

    def predicted_material(self, wildcards: Any) -> dict[str, Any]:
        """Return the same with no label corrected."""
        self.run.sections.require("annotation")
        files: dict[str, Any] = {"collection": self.run.pools.compared_collection(wildcards)}
        if "pools" in self.run.sections.possible:
            files |= {
                "pools": f"{self.folder}/pools/pools.parquet",
                "queries": f"{self.folder}/pools/queries.csv",
                "papers": self.run.pools.papers(wildcards),
                "sentences": self.run.facets.sentences,
            }
        return files

    @property
    def order(self) -> str:
        """The order in which candidates are judged; `drawn` asks for all of them at once."""
        return self.run.settings.pools.order

    @property
    def asks_batches(self) -> bool:
        """Whether judgments are asked for in batches."""
        return self.order != "drawn"

    @property
    def batches(self) -> str | list[str]:
        """The table of all that was asked for so far, in batches."""
        return f"{self.below}/batches.csv" if self.asks_batches else []

    def batch_runs(self, wildcards: Any) -> list[str]:
        """Return the rankings of the pools' sources, which orders choose by."""
        what = f"pools.order is {self.order}, which chooses by the rankings of drawn pools."
        hint = "Set data.s2orc, so that pools are drawn, or pools.order to drawn."
        self.require("pools" in self.run.sections.possible, what, hint)
        sources = self.run.pools.ranked_sources
        return fill(f"{self.folder}/pools/runs/{{source}}.parquet", source=sources)

    @property
    def learned(self) -> str | None:
        """The ranker whose embeddings the order learns from; None of other orders."""
        return self.settings.encoder if self.order == "feedback" else None

    @property
    def learned_files(self) -> list[str]:
        """The files of its model."""
        rankers = self.run.rankers
        return rankers.model_files(rankers.settings[self.learned]) if self.learned else []

    @property
    def batch_rules(self) -> dict[str, Any]:
        """The rules of batches, with what determines the embeddings."""
        encoder = None
        if self.learned:
            separator = self.run.settings.rankers[self.learned].separator
            encoder = self.run.rankers.encoder(self.learned) | {"separator": separator}
        return {"order": self.order, **self.settings.batches, "encoder": encoder}

    # The annotated collection

    def collection(self, wildcards: Any) -> list[str]:
        """Return the files of the collection whose annotations are measured."""
        if self.exports:
            return [f"{self.below}/release/{file}" for file in REQUIRED]
        return self.run.csfcube.files(wildcards)

    def grades(self, wildcards: Any) -> str | list[str]:
        """Return the table of what two annotators graded; none of a collection that is given."""
        return f"{self.below}/grades.parquet" if self.exports else []

    def csv(self, *names: str) -> dict[str, str]:
        """Return tables of the section by their names."""
        return {name: f"{self.below}/{name}.csv" for name in names}

    @property
    def is_measured(self) -> bool:
        """Whether there is an annotated collection."""
        return bool(self.exports) or "csfcube" in self.run.sections.possible

    @property
    def tables(self) -> dict[str, str]:
        """The tables that describe it, those of second passes and judges among them."""
        names = ["agreement", "overruled", "collection", "facet_pairs", "source_grades"]
        names += ["reusability"] * ("csfcube" in self.run.sections.possible)
        full_text = ["full_text_agreement"] if self.settings.full_text.full_texts else []
        judged = self.run.judges.tables if self.run.judges.judges else {}
        return self.csv(*names, *full_text) | judged

    def targets(self, wildcards: Any) -> list[str]:
        """Return the results of the section: tasks, imported exports, and the agreement."""
        self.run.sections.require("annotation")
        made = ["instructions.html", "tasks.json", "config.xml"]
        made += ["practice_tasks.json"] if self.run.practice.pairs else []
        made += ["import.json", "annotators.csv", "further.csv"] if self.exports else []
        return [
            f"{self.folder}/config.yaml",
            *(f"{self.below}/{name}" for name in made),
            *self.run.practice.tables.values(),
            *(self.tables.values() if self.is_measured else []),
        ]

    def section(self) -> dict[str, Any]:
        """Return the files of the report's section; none without grades."""
        if not self.is_measured:
            return {"files": {}}
        tables = dict(self.tables)
        if self.run.practice.exports:
            tables |= self.csv("practice")
        if self.exports:
            tables["imported"] = f"{self.below}/import.json"
            tables |= self.csv(*["stops"] * self.asks_batches, "annotators")
            tables |= self.csv(*["further"] * bool(self.further))
        return {"files": tables}

    # Full texts

    def full_text_exports(self, wildcards: Any) -> dict[str, list[str]]:
        """Return the exports of both passes, by name."""
        return {
            name: self.require_exports(f"annotation.full_text.{name}", exports)
            for name, exports in self.settings.full_text.items()
        }

    def full_text_targets(self, wildcards: Any) -> list[str]:
        """Return the tasks of both passes and, where they are annotated, the agreement."""
        self.run.sections.require("annotation")
        names = ("pairs.csv", "abstract_tasks.json", "full_text_tasks.json", "config.xml")
        measured = [f for name, f in self.tables.items() if name == "full_text_agreement"]
        return [*(f"{self.below}/full_text/{name}" for name in names), *measured]

    # Top-ups

    @property
    def top_up(self) -> dict[str, Any]:
        """How many pairs are asked for, and the exports of their tasks."""
        return self.settings.top_up or {}

    @property
    def topped_up(self) -> list[str]:
        """The collection with the judgments of the top-up, and what is to be adjudicated."""
        if not self.top_up.get("exports"):
            return []
        release = [f"topped_up/release/{name}" for name in REQUIRED]
        return [f"{self.below}/{f}" for f in ("top_up_adjudication_tasks.json", *release)]

    def top_up_material(self, wildcards: Any) -> dict[str, Any]:
        """Return what to ask for and the texts of it, by name."""
        self.run.sections.require("pools", "csfcube")
        what = "There is nothing to top up: annotation.top_up is null."
        hint = "Set annotation.top_up.size in an overlay: how many pairs to ask for."
        self.require(self.top_up, what, hint)
        return {
            "unjudged": f"{self.folder}/pools/unjudged.csv",
            "collection": self.run.csfcube.files(wildcards),
            "papers": self.run.pools.papers(wildcards),
            "sentences": self.run.facets.sentences,
        }

    def top_up_targets(self, wildcards: Any) -> list[str]:
        """Return the tasks of the top-up, where each pair is, and what follows from exports."""
        self.top_up_material(wildcards)
        names = ("top_up_tasks.json", "top_up_config.xml", "top_up.csv")
        return [*(f"{self.below}/{name}" for name in names), *self.topped_up]
