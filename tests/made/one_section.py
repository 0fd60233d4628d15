"""The report of a run with one section or without any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
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


def split_inputs(inputs: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the files and settings that a section makes ``inputs`` of.

    ``inputs`` are a section's dataclass, its files alone, or its files and settings already.
    """
    if isinstance(inputs, tuple):
        return inputs
    if not is_dataclass(inputs):
        return inputs, {}
    files, settings = {}, {}
    for name, value in vars(inputs).items():
        if is_dataclass(value):
            files[name], settings[name] = vars(value), {}
        elif value is not None:
            files[name] = value
    return files, settings


def make_report(folder: Path, section: Any, inputs: Any = None) -> str:
    """Return the report with the section of a module, or without any if it has no ``inputs``.

    These are as ``split_inputs`` has them.
    """
    name = section.__name__.split(".")[-2]
    sections = {"corpus": None, "csfcube": None}
    if inputs is not None:
        label = RunLabel("small", False)
        sections[name] = section.build_section(label, *split_inputs(inputs))
    return build_page(make_run(folder), sections)
