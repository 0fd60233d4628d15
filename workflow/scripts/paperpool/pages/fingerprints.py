"""The inputs of a section: number and dates of its files, and a digest of their contents."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.io.files import hash_file

DIGITS = 12
"""The hexadecimal digits of a fingerprint."""


@dataclass(frozen=True)
class Fingerprint:
    """``n_files`` files of ``n_bytes`` in all, the newest of ``newest``, in seconds since 1970.

    ``digest`` is of the contents, independent of names and order.
    """

    n_files: int
    n_bytes: int
    newest: float
    digest: str


def take_fingerprint(paths: Iterable[str | Path]) -> Fingerprint | None:
    """Return the fingerprint of files, or None."""
    files = {path.resolve() for path in map(Path, paths) if path.is_file()}
    if not files:
        return None
    states = [path.stat() for path in files]
    return Fingerprint(
        len(files),
        sum(state.st_size for state in states),
        max(state.st_mtime for state in states),
        hash_texts(map(hash_file, files)),
    )


def hash_texts(digests: Iterable[str]) -> str:
    """Return one digest of several, in no order."""
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()[:DIGITS]
