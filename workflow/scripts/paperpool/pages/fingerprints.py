"""The inputs of a section: number and dates of its files, and a digest of their contents."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.io.files import hash_file

DIGITS = 12


@dataclass(frozen=True)
class Fingerprint:
    """The number and size of files, the ``newest`` modification time in seconds since 1970, and a
    digest.

    ``digest`` is of the contents, independent of names and order.
    """

    n_files: int
    n_bytes: int
    newest: float
    digest: str


def take_fingerprint(paths: Iterable[str | Path]) -> Fingerprint | None:
    """Return the fingerprint of files, or None without files."""
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
    """Return one digest of several, independent of their order."""
    return hashlib.sha256("\n".join(sorted(digests)).encode()).hexdigest()[:DIGITS]
