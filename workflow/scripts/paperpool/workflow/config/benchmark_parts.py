"""The checks of a benchmark's configuration, and the files of one with a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.errors import Problem
from paperpool.plugins import find_own_folders, find_part
from paperpool.workflow.config.checked import Checked
from paperpool.workflow.config.section import Section

if TYPE_CHECKING:
    from paperpool.workflow.config.missing import Missing, SectionData

RULES = "rules.smk"
"""The rules in such a package."""


@dataclass(frozen=True)
class BenchmarkSettings:
    """The keys of a benchmark, and their checks: ``SETTINGS`` of its module of settings.

    ``data`` has the keys below ``data``, and ``section`` the section of its name, of a benchmark
    with a folder of its own; those of the others are in ``config/sections``.
    ``find_problems(config, systems)`` yields the problems of its keys; ``systems`` are published.
    ``fill_defaults(config, is_demo)`` writes out the defaults of its section.
    ``find_missing(data)`` returns what its section lacks (``missing.Missing``) where one of its
    data keys is set. ``find_run_problems(config, path, where)`` yields those of a user's run; a
    benchmark without it takes no runs. ``may_lack_run(config, path)`` returns whether a run may be
    missing. A section that ``is_made_if_named`` alone is no part of all.
    """

    data: type[Section] | None = None
    section: type[Section] | None = None
    find_problems: Callable[[Checked, Sequence[str]], Iterable[Problem]] | None = None
    fill_defaults: Callable[[dict[str, Any], bool], None] | None = None
    find_missing: Callable[[SectionData], Missing | None] | None = None
    find_run_problems: Callable[[Checked, str, str], Iterable[Problem]] | None = None
    may_lack_run: Callable[[Mapping[str, Any], str], bool] | None = None
    is_made_if_named: bool = False


def find_settings(name: str) -> BenchmarkSettings:
    """Return the keys of a benchmark's configuration, and their checks."""
    module = find_part(name, "settings")
    return module.SETTINGS if module else BenchmarkSettings()


def find_rule_files() -> list[Path]:
    """Return the files of rules of the benchmarks with a folder of their own."""
    files = [folder / RULES for folder in find_own_folders().values()]
    return [file for file in files if file.is_file()]


def find_further_defaults() -> Iterator[dict[str, Any]]:
    """Yield the keys that benchmarks with folders of their own add, with their defaults."""
    for name in find_own_folders():
        settings = find_settings(name)
        if settings.data is not None:
            yield {"data": settings.data.list_defaults()}
        if settings.section is not None:
            yield {name: settings.section.list_defaults()}
