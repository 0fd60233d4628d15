"""A content-addressed cache of arrays, shared by runs and processes.

An entry is a ``.npy`` file named by the SHA-256 of everything that determines it. Files appear
whole, so two processes may write the same entry at once, and the folder may be deleted.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.files import writing


def digest(value: Any) -> str:
    """Return the SHA-256 (hex) of a value made of JSON types."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


class ArrayCache:
    """Arrays below ``folder``, keyed by hex digests."""

    def __init__(self, folder: str | Path):
        self._folder = Path(folder)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.npy"

    def load(self, key: str) -> NDArray | None:
        """Return the entry, or None where there is none (or not a readable one)."""
        try:
            return np.load(self._path(key), allow_pickle=False)
        except (FileNotFoundError, ValueError, EOFError):
            return None

    def store(self, key: str, array: NDArray) -> None:
        """Write the entry; it appears whole."""
        with writing(self._path(key)) as part, part.open("wb") as file:
            np.save(file, array, allow_pickle=False)
