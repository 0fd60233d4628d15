"""What the package ships beside its code: the configuration's schema, the sources of published
data, their licences, and the scores that papers published."""

from __future__ import annotations

import os
from pathlib import Path

RESOURCES = Path(__file__).parent
"""The folder of these files."""


def shipped(path: str) -> str:
    """Return a file that the package ships beside its code, from the working directory."""
    return os.path.relpath(RESOURCES / path)
