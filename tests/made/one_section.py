"""The report of a run with one section or without any."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from paperpool.io.files import write_text
from paperpool.pages.run_info import RunInfo, RunLabel
from paperpool.workflow.report.page import build_page

LEFT_OUT = {"corpus": "data.s2orc", "csfcube": "data.csfcube"}


def make_run(folder: Path) -> RunInfo:
    """Return the page's facts about the run."""
    write_text(folder / "config.yaml", "run: small\n")
    return RunInfo("small", False, 13, folder / "config.yaml", LEFT_OUT, folder, "build_report", [])


def make_report(folder: Path, section: Any, files: Any = None) -> str:
    """Return the report with the section of a module, or without any if there are no files."""
    name = section.__name__.split(".")[-2]
    sections = {"corpus": None, "csfcube": None}
    if files is not None:
        sections[name] = section.show_section(RunLabel("small", False), files)
    return build_page(make_run(folder), sections)
