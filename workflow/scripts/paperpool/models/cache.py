"""A content-addressed cache of arrays, shared by runs and processes.

An entry is a file named by the SHA-256 of everything that determines it: the SHA-256 of the rest,
then the array in numpy's format. So damage is noticed. Files appear whole, so two processes may
write the same entry at once; the folder may be deleted.
"""

import hashlib
import json
import logging
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.io.files import naming, writing

logger = logging.getLogger("paperpool")

_DIGEST_BYTES = 32


def digest(value: object) -> str:
    """Return the SHA-256 (hex) of a value made of JSON types."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


class ArrayCache:
    """Arrays below ``folder``, keyed by hex digests."""

    def __init__(self, folder: str | Path):
        self._folder = Path(folder)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.array"

    def load(self, key: str) -> NDArray | None:
        """Return the entry, or None if it is missing or damaged (logged)."""
        path = self._path(key)
        try:
            with naming(path), path.open("rb") as file:
                if file.read(_DIGEST_BYTES) == hashlib.file_digest(file, "sha256").digest():
                    file.seek(_DIGEST_BYTES)
                    return np.load(file, allow_pickle=False)
        except FileNotFoundError:
            return None
        logger.warning("An entry of the cache is damaged and is made anew: %s", path)
        return None

    def store(self, key: str, array: NDArray) -> None:
        """Write the entry; it appears whole. Raises ValueError for an array of objects."""
        with writing(self._path(key)) as part, part.open("w+b") as file:
            file.write(bytes(_DIGEST_BYTES))
            np.save(file, array, allow_pickle=False)
            file.seek(_DIGEST_BYTES)
            found = hashlib.file_digest(file, "sha256").digest()
            file.seek(0)
            file.write(found)
