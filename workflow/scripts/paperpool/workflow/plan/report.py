"""The report's sections and pages, the jobs that make them, and the scores to check."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paperpool.benchmarks.registry import find_benchmarks
from paperpool.evaluation.expected_rows import list_expected_tables
from paperpool.pages.run_info import LIBRARIES
from paperpool.resources import RESOURCES, shipped
from paperpool.workflow.plan.stage import StagePlan, Wildcards
from paperpool.workflow.report.section_files import SLASH, find_inputs, name_section

if TYPE_CHECKING:
    from paperpool.workflow.plan.run import Run


class Page(NamedTuple):
    """A page besides the report: its section, the title of the benchmark, and its own title."""

    section: str
    benchmark: str
    title: str


class ReportPlan(StagePlan):
    """Plan the chosen sections, their inputs, and their jobs."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.asked_as = {name: plan.reported_with or name for name, plan in run.reported.items()}
        """The name by which ``sections`` asks for each section; an extra's follows another."""
        self.section_order: list[str] = []
        """The sections of the report in the order of the page."""
        for section, asked_as in self.asked_as.items():
            if run.sections.is_wanted(asked_as):
                self.section_order.append(section)

        files = sorted((RESOURCES / "expected").glob("*.csv"))
        self.expected_scores = [shipped(f"expected/{file.name}") for file in files]
        tables = list_expected_tables(self.expected_scores)
        self.expected_runs = list(tables)
        self.expected_tables = tables.get(run.settings.run, [])
        """The result tables of this run with expected scores."""

        bench = os.path.normpath(Path(run.settings.results, "bench/bench.csv"))
        self.bench_table = [bench] if Path(bench).is_file() else []
        """The table of ``make bench`` of any run, if it exists."""

    @cached_property
    def sections(self) -> list[str]:
        """The chosen sections with results, in the order of the page."""
        possible = self.run.sections.chosen
        chosen = [name for name in self.section_order if self.asked_as[name] in possible]
        return [name for name in chosen if self.run.reported[name].is_measured]

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The sections of each job: a large benchmark alone, all small sections together."""
        large = [name for name, benchmark in self.run.benchmarks.items() if benchmark.is_large]
        parts = {"groundwork": [name for name in self.sections if name not in large]}
        parts |= {name: [name] for name in large if name in self.sections}
        return {part: names for part, names in parts.items() if names}

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The pages besides the report, by name."""
        pages = {}
        for section, benchmark in find_benchmarks().items():
            if section not in self.sections:
                continue
            for name, title in benchmark.pages.items():
                pages[name] = Page(section, benchmark.title, title)
        return pages

    @property
    def section_of_page(self) -> dict[str, str]:
        """The section that makes each page, by the page's name."""
        return {name: page.section for name, page in self.pages.items()}

    def get_files(self, wildcards: Wildcards) -> dict[str, str | list[str]]:
        """Return the files of a job's sections by name: ``mdcr/metrics``."""
        files = {}
        for section in self.parts[wildcards.part]:
            for name, file in find_inputs(section).list_files(self.run).items():
                files[f"{section}{SLASH}{name}"] = file
        return files

    def get_settings(self, wildcards: Wildcards) -> dict[str, dict[str, object]]:
        """Return the settings of each section of a job."""
        names = self.parts[wildcards.part]
        return {name: find_inputs(name).list_settings(self.run) for name in names}

    def get_code_digest(self, wildcards: Wildcards) -> str:
        """Return the digest of the code of a job's sections."""
        sections = [name_section(name) for name in self.parts[wildcards.part]]
        modules = [name.removeprefix("paperpool.") for name in sections]
        return self.run.digest_code("build_section.py", modules)

    def get_checked_tables(self, wildcards: Wildcards) -> list[str]:
        """Return the tables with expected scores; UserError if the run has none."""
        message = f"No scores are expected of run {self.run.settings.run!r}."
        hint = f"check_figures is for the runs {', '.join(self.expected_runs)} (docs/results.md)."
        self.require(self.expected_tables, message, hint, shipped("expected"))
        return [f"{self.folder}/{table}" for table in self.expected_tables]

    @property
    def about_run(self) -> dict[str, object]:
        """The report's facts about the run itself."""
        sections = self.run.sections
        left_out = {}
        for name in sections.data_keys:
            if name not in sections.chosen:
                missing = sections.find_missing(name)
                left_out[name] = missing.key if missing else "sections"
        return {
            "name": self.run.settings.run,
            "seed": self.run.settings.seed,
            "is_demo": self.is_demo,
            "data": [key for key, value in self.run.settings.data.as_dict().items() if value],
            "left_out": left_out,
            "benchmarks": f"{self.folder}/benchmarks",
            "packages": LIBRARIES,
        }
