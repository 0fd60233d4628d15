"""Parts of benchmarks and extras are found by name: this is the one place that says where they are.

A benchmark's description belongs to the library, and knows nothing of the workflow. Its other parts
are modules in the rooms of ``PLACES``, or in the package ``workflow`` of its own folder (``OWN``),
where it has one. An extra is a folder of the package ``extras``, which may be removed; everything
else finds it here, and never imports it.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent

PLACES = {
    "settings": "paperpool.workflow.config.{name}_checks",
    "plan": "paperpool.workflow.plan.{name}",
    "inputs": "paperpool.workflow.report.{name}.inputs",
    "section": "paperpool.workflow.report.{name}.section",
    "scored": "paperpool.workflow.report.{name}.scored",
}
"""The modules of each part: the checks of its configuration, its plan, its report's section.

``inputs`` are the files and settings of that section, which the plan reads. ``scored`` makes that
section of what the command ``score`` scored.
"""

OWN = "paperpool.benchmarks.{name}.workflow"
"""The package of all parts of a benchmark with a folder of its own."""


def find_extras(part: str = "__init__") -> list[str]:
    """Return the names of the extras that have a module called ``part``, sorted.

    ``plan`` is of those with rules, ``section`` of those with a section of the report.
    """
    return sorted(file.parent.name for file in PACKAGE.glob(f"extras/*/{part}.py"))


def find_own_folders() -> dict[str, Path]:
    """Return the folders of ``OWN``, by the benchmarks that have one."""
    folders = {}
    for folder in sorted(PACKAGE.glob("benchmarks/*/workflow")):
        if folder.is_dir():
            folders[folder.parent.name] = folder
    return folders


def find_part(name: str, part: str) -> ModuleType | None:
    """Return the module of a part of ``PLACES``, or None if there is none.

    ``name`` is that of a benchmark, of an extra, or of another section of the workflow.
    """
    module = name_part(name, part)
    if module is None:
        return None
    return import_module(module)


def name_part(name: str, part: str) -> str | None:
    """Return the name of the module that ``find_part`` returns, which is not imported."""
    if name in find_extras(part):
        return f"paperpool.extras.{name}.{part}"

    folder = find_own_folders().get(name)
    if folder is not None:
        if not (folder / f"{part}.py").is_file():
            return None
        return f"{OWN.format(name=name)}.{part}"

    module = PLACES[part].format(name=name)
    try:
        is_there = find_spec(module) is not None
    except ModuleNotFoundError:  # of the room that it would be in
        is_there = False
    return module if is_there else None
