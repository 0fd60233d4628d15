"""Semantic Scholar's paper hashes: 40 hexadecimal digits."""

import re
from pathlib import Path

from paperpool.io.files import naming

_HASH = re.compile(r"[0-9a-fA-F]{40}")


def is_hash(name: str) -> bool:
    """Return whether a name is a paper hash, and so no paper id."""
    return _HASH.fullmatch(name) is not None


def find_hash(path: str | Path) -> str | None:
    """Return the first paper hash of a file with one id a line, or None."""
    with naming(path), Path(path).open(encoding="utf-8-sig", errors="replace") as file:
        for line in file:
            name = line.strip()
            if is_hash(name):
                return name
    return None
