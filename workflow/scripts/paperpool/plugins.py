"""The extras that are there: folders of the package ``extras``, each of which may be removed.

Everything else finds an extra here, by the modules that it has, and never imports one by name.
"""

from pathlib import Path

FOLDER = Path(__file__).parent / "extras"


def find_extras(part: str = "__init__") -> list[str]:
    """Return the names of the extras that have a module called ``part``, sorted.

    ``plan`` is of those with rules, ``section`` of those with a section of the report.
    """
    return sorted(file.parent.name for file in FOLDER.glob(f"*/{part}.py"))
