"""Collections of a run in the formats of other tools, with their sources."""

from typing import Any

from paperpool.collections.mdcr_benchmark import SPLITS
from paperpool.corpus.sources import name_data
from paperpool.export.exported import WHOLE
from paperpool.export.layout import CORPUS, QUERIES, data_files, name_files
from paperpool.export.layout import SPLITS as SPLITS_TABLE
from paperpool.export.making import find_making
from paperpool.export.rankings import CSFCUBE_SPLITS
from paperpool.export.sheets import GENERATED, OWN, RELEASED
from paperpool.plan.stage import StagePlan


class ExportPlan(StagePlan):
    """The files, runs, sources and settings of each exported collection."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        own = [name for name in ("csfcube", "mdcr") if name in run.sections.possible]
        self.names = [*own, *run.collections.named]
        named = run.settings.export.sources
        of_csfcube = data_files({WHOLE: run.csfcube.runs}, CSFCUBE_SPLITS)
        self.csfcube = name_files(f"{self.below}/csfcube", of_csfcube)
        self.csfcube_sources = {
            GENERATED: ["generated"],
            RELEASED: ["csfcube", "s2orc"],
            OWN: ["own", *(named or [])],
        }
        """The sources of a CSFCube-style collection, by its origin."""
        is_given = not self.is_demo and run.csfcube.released
        self.csfcube_made = find_making(run.csfcube.released) if is_given else {}
        """The files that say how a collection of one's own was made, by name."""
        self.others = name_files(f"{self.below}/{{collection}}", [SPLITS_TABLE, CORPUS, QUERIES])
        """The exported files of the job's collection without a split in their names."""

        self.mdcr_runs = {split: run.mdcr.scored_runs(split) for split in SPLITS}
        self.mdcr = name_files(f"{self.below}/mdcr", data_files(self.mdcr_runs, SPLITS))
        self.mdcr_origin = GENERATED if self.is_demo else RELEASED if run.mdcr.released else OWN
        self.mdcr_sources = ["generated"] if self.is_demo else ["mdcr", "s2orc"]
        """The benchmark's sources: the configured ones, or those of the corpus's formats."""
        if self.mdcr_origin == OWN:
            given = run.settings.data.s2orc or []
            self.mdcr_sources = named or [source for one in given for source in name_data(one)]

        demo = {f"demo.{key}": value for key, value in run.settings.demo.items()}
        self.demo_settings = {"seed": run.settings.seed, **demo} if self.is_demo else {}
        """The settings of a generated demo; empty for real data."""

    @property
    def mdcr_settings(self) -> dict[str, Any]:
        """The settings that the benchmark is built with; empty for the released one."""
        if self.mdcr_origin == RELEASED:
            return {}
        mdcr, left_out = self.run.mdcr, ("exclude", "paper_ids")
        built = {key: value for key, value in mdcr.settings.items() if key not in left_out}
        built |= {"rankers": mdcr.rankers, "fields": mdcr.fields}
        filters = self.run.settings.corpus.mdcr
        return {
            "seed": self.run.settings.seed,
            **self.demo_settings,
            **{f"corpus.mdcr.{key}": value for key, value in filters.items()},
            **{f"mdcr.{key}": value for key, value in built.items()},
        }

    def needed(self, wildcards: Any) -> list[str]:
        """Return an empty list; UserError without a collection to export."""
        if not self.names:
            sections = self.run.sections
            sections.require_for("To export a collection", sections.find_missing("csfcube"))
        return []
