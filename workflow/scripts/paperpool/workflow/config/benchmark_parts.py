"""The parts of a benchmark or an extra in the workflow: the one place that says where they are.

The description of a benchmark belongs to the library, and knows nothing of the workflow. Its other
parts are modules that are found by its name: in the rooms of ``PLACES``, or in the package
``workflow`` of its own folder (``OWN``), where it has one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from paperpool import benchmarks
from paperpool.errors import Problem
from paperpool.plugins import find_extras
from paperpool.workflow.config.checked import Checked

PLACES = {
    "settings": "paperpool.workflow.config.{name}_checks",
    "plan": "paperpool.workflow.plan.{name}",
    "section": "paperpool.workflow.report.{name}.section",
    "scored": "paperpool.workflow.report.{name}.scored",
}
"""The modules of each part: what its configuration is asked, its plan, its report's section.

``scored`` makes that section of what the command scored.
"""

OWN = "paperpool.benchmarks.{name}.workflow"
"""The package of all parts of a benchmark with a folder of its own."""

RULES = "rules.smk"
"""The rules in such a package; files of ``SETTINGS`` may lie beside them."""

SETTINGS = {"defaults": "config.yaml", "schema": "config.schema.yaml"}
"""The further keys of the configuration, merged into the workflow's files of these names."""


@dataclass(frozen=True)
class BenchmarkSettings:
    """What the configuration of a benchmark is asked: ``SETTINGS`` of its module of settings.

    ``find_problems(config, systems)`` yields the problems of its keys; ``systems`` are published.
    ``fill_defaults(config, is_demo)`` writes out the defaults of its section.
    ``find_missing(data)`` returns what its section lacks (``missing.Missing``) where one of its
    data keys is set. ``find_run_problems(path, where)`` yields the problems of a user's run; a
    benchmark without it takes no runs. ``may_lack_run(config, path)`` returns whether a run may be
    missing. A section that ``is_made_if_named`` alone is no part of all.
    """

    find_problems: Callable[[Checked, Sequence[str]], Iterable[Problem]] | None = None
    fill_defaults: Callable[[dict[str, Any], bool], None] | None = None
    find_missing: Callable[[Any], Any] | None = None
    find_run_problems: Callable[[str, str], Iterable[Problem]] | None = None
    may_lack_run: Callable[[Mapping[str, Any], str], bool] | None = None
    is_made_if_named: bool = False


def find_part(name: str, part: str) -> ModuleType | None:
    """Return the module of a part of ``PLACES``, or None if there is none.

    ``name`` is that of a benchmark, of an extra, or of another section of the workflow.
    """
    if name in find_extras(part):
        return import_module(f"paperpool.extras.{name}.{part}")
    if own := find_own_folder(name):
        module = f"{OWN.format(name=name)}.{part}"
        return import_module(module) if (own / f"{part}.py").is_file() else None
    module = PLACES[part].format(name=name)
    try:
        is_there = find_spec(module) is not None
    except ModuleNotFoundError:  # of the room that it would be in
        is_there = False
    return import_module(module) if is_there else None


def find_settings(name: str) -> BenchmarkSettings:
    """Return what the configuration of a benchmark is asked."""
    module = find_part(name, "settings")
    return module.SETTINGS if module else BenchmarkSettings()


def find_own_folder(name: str) -> Path | None:
    """Return the folder of a benchmark's parts in the workflow, if it has one of its own."""
    return _list_own_folders().get(name)


def _list_own_folders() -> dict[str, Path]:
    last = OWN.rpartition(".")[2]
    folders = [folder for path in benchmarks.__path__ for folder in Path(path).glob(f"*/{last}")]
    return {folder.parent.name: folder for folder in sorted(folders) if folder.is_dir()}


def find_rule_files() -> list[Path]:
    """Return the files of rules of the benchmarks with a folder of their own."""
    files = [folder / RULES for folder in _list_own_folders().values()]
    return [file for file in files if file.is_file()]


def find_settings_files(kind: str) -> list[Path]:
    """Return the files of a kind of ``SETTINGS``, of the benchmarks with folders of their own."""
    files = [folder / SETTINGS[kind] for folder in _list_own_folders().values()]
    return [file for file in files if file.is_file()]
