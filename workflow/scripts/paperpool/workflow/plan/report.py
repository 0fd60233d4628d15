"""The report's sections and pages, the jobs that make them, and the scores to check."""

import os
from functools import cached_property
from pathlib import Path
from typing import Any

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.evaluation.expected import read_expected
from paperpool.pages.run_info import LIBRARIES
from paperpool.resources import RESOURCES, shipped
from paperpool.workflow.plan.stage import StagePlan
from paperpool.workflow.report.section_files import SLASH, find_section


class ReportPlan(StagePlan):
    """Plan the chosen sections, their inputs, and their jobs."""

    def __init__(self, run: Any) -> None:
        super().__init__(run)
        self.asked_as = {name: plan.reported_with or name for name, plan in run.reported.items()}
        """The name by which ``sections`` asks for each section; an extra's follows another."""
        self.order = [name for name in run.reported if run.sections.is_wanted(self.asked_as[name])]
        """The sections of the report in the order of the page."""
        files = sorted((RESOURCES / "expected").glob("*.csv"))
        self.expected = [shipped(f"expected/{file.name}") for file in files]
        scores = read_expected(self.expected)
        self.expected_runs = sorted(set(scores["config"]))
        own = scores[scores["config"] == run.settings.run]
        self.expected_tables = sorted(set(own["table"]))
        """The result tables of this run with expected scores."""
        bench = os.path.normpath(Path(run.settings.results, "bench/bench.csv"))
        self.bench = [bench] if Path(bench).is_file() else []
        """The table of ``make bench`` of any run, if it exists."""

    @cached_property
    def sections(self) -> list[str]:
        """The chosen sections with results, in the order of the page."""
        possible = self.run.sections.chosen
        chosen = [name for name in self.order if self.asked_as[name] in possible]
        return [name for name in chosen if self.run.reported[name].is_measured]

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The sections of each job: a large benchmark alone, all small sections together."""
        large = [name for name, benchmark in self.run.benchmarks.items() if benchmark.is_large]
        parts = {"groundwork": [name for name in self.sections if name not in large]}
        parts |= {name: [name] for name in large if name in self.sections}
        return {part: names for part, names in parts.items() if names}

    @property
    def pages(self) -> dict[str, tuple[str, str, str]]:
        """The pages besides the report: the section of each, its title and the page's."""
        return {
            page: (name, benchmark.title, title)
            for name, benchmark in find_benchmarks().items()
            for page, title in benchmark.pages.items()
            if name in self.sections
        }

    def files(self, wildcards: Any) -> dict[str, str | list[str]]:
        """Return the files of a job's sections by name: ``mdcr/metrics``."""
        files = {}
        for section in self.parts[wildcards.part]:
            for name, file in find_section(section).list_files(self.run).items():
                files[f"{section}{SLASH}{name}"] = file
        return files

    def section_settings(self, wildcards: Any) -> dict[str, dict[str, Any]]:
        """Return the settings of each section of a job."""
        names = self.parts[wildcards.part]
        return {name: find_section(name).list_settings(self.run) for name in names}

    def digest(self, wildcards: Any) -> str:
        """Return the digest of the code of a job's sections."""
        sections = [find_section(name).__name__ for name in self.parts[wildcards.part]]
        modules = [name.removeprefix("paperpool.") for name in sections]
        return self.run.digest_code("build_section.py", modules)

    @property
    def about_run(self) -> dict[str, Any]:
        """The report's facts about the run itself."""
        sections = self.run.sections
        left_out = [name for name in sections.data_keys if name not in sections.chosen]
        return {
            "name": self.run.settings.run,
            "seed": self.run.settings.seed,
            "is_demo": self.is_demo,
            "data": [key for key, value in self.run.settings.data.as_dict().items() if value],
            "left_out": {
                name: missing.key if (missing := sections.find_missing(name)) else "sections"
                for name in left_out
            },
            "benchmarks": f"{self.folder}/benchmarks",
            "packages": LIBRARIES,
        }

    def checked(self, wildcards: Any) -> list[str]:
        """Return the tables with expected scores."""
        what = f"No scores are expected of run {self.run.settings.run!r}."
        hint = f"check_figures is for the runs {', '.join(self.expected_runs)} (docs/results.md)."
        self.require(self.expected_tables, what, hint, ", ".join(self.expected))
        return [f"{self.folder}/{table}" for table in self.expected_tables]
