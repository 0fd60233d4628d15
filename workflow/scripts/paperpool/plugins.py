"""The extras that are there: folders of the package ``extras``, each of which may be removed.

Everything else finds an extra here, by the modules that it has, and never imports one by name.
"""

from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parent / "extras"


def find_extras(part: str = "__init__") -> list[str]:
    """Return the names of the extras that have a module called ``part``, sorted.

    ``plan`` is of those with rules, ``section`` of those with a section of the report.
    """
    return sorted(file.parent.name for file in FOLDER.glob(f"*/{part}.py"))


def name_plan(stage: str) -> str | None:
    """Return the name of the module that plans a stage or an extra, or None without one."""
    if stage in find_extras("plan"):
        return f"paperpool.extras.{stage}.plan"
    module = f"paperpool.plan.{stage}"
    return module if find_spec(module) else None


def name_section(stage: str) -> str:
    """Return the name of the module with a stage's or an extra's section of the report."""
    if stage in find_extras("section"):
        return f"paperpool.extras.{stage}.section"
    return f"paperpool.report.{stage}.section"
