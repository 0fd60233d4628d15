"""Digests of downloaded files, as the table of sources and lists of files name them."""

import functools
import hashlib
import os
from io import BufferedReader, FileIO
from pathlib import Path

from paperpool.io.files import naming

DIGESTS = {"sha256": "SHA-256", "git_blob": "git blob id", "md5": "MD5"}
"""What a digest is called in errors, by its name in the table of sources."""


def hash_download(path: str | Path, kind: str) -> str:
    """Return the digest of a file, of a kind of ``DIGESTS``, in hexadecimal."""
    with naming(path), Path(path).open("rb") as file:
        return hash_open(file, kind)


def hash_open(file: BufferedReader | FileIO, kind: str) -> str:
    """Return the digest of an open file's bytes, all of them, of a kind of ``DIGESTS``.

    A git blob id is the name by which git knows a file's content: the SHA-1 of a line with the
    number of its bytes, and of the bytes. `git hash-object FILE` prints it.
    """
    n_bytes = file.seek(0, os.SEEK_END)
    file.seek(0)
    if kind == "git_blob":
        return hashlib.file_digest(file, functools.partial(_begin_blob, n_bytes)).hexdigest()
    begin = functools.partial(hashlib.new, kind, usedforsecurity=False)
    return hashlib.file_digest(file, begin).hexdigest()


def _begin_blob(n_bytes: int):
    return hashlib.sha1(b"blob %d\0" % n_bytes, usedforsecurity=False)
