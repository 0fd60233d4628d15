"""Files that settings name and that are not there."""

from collections.abc import Iterable
from pathlib import Path

from paperpool.errors import Problem


def find_missing_file(path: str | Path | None, where: str, hint: str) -> Iterable[Problem]:
    """Yield a problem if ``path`` is set and not a file."""
    if path is not None and not Path(path).is_file():
        yield Problem(f"No such file: {path}.", where, hint)
