"""Digests of models' files: of a whole model, and compared with those of the registry."""

import functools
import hashlib
from pathlib import Path

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.files import hash_file
from paperpool.models.registry import RegisteredModel

_MODEL_FILES = (".json", ".txt", ".model", ".safetensors", ".bin", ".pt")

STATIC_FILES = ("config.json", "model.safetensors", "tokenizer.json")
"""The files of a static encoder."""


def list_model_files(folder: Path) -> list[Path]:
    """Return the files of a model: its configuration, vocabulary and weights, sorted."""
    files = []
    for file in sorted(folder.rglob("*")):
        if file.suffix in _MODEL_FILES and file.is_file():
            files.append(file)
    return files


def hash_model_file(path: Path) -> str:
    """Return the SHA-256 (hex) of a file; one that has not changed is read once a process."""
    known = path.stat()
    return _hash_unchanged(path.absolute(), known.st_size, known.st_mtime_ns, known.st_ino)


@functools.lru_cache(maxsize=1024)
def _hash_unchanged(path: Path, n_bytes: int, changed: int, inode: int) -> str:
    return hash_file(path)


def digest_model(folder: Path) -> str:
    """Return a digest of the names and contents of a model's files."""
    hasher = hashlib.sha256()
    for file in list_model_files(folder):
        hasher.update(file.relative_to(folder).as_posix().encode() + b"\0")
        hasher.update(bytes.fromhex(hash_model_file(file)))
    return hasher.hexdigest()


def check_digests(entry: RegisteredModel, folder: Path, is_alone: bool = True) -> None:
    """Raise UserError if the model in ``folder`` is another one than the registry's.

    Compared are the files whose digests are pinned, but for texts that no output depends on. If
    these are all files of the model and it ``is_alone`` in its folder, there may be no others that
    a model is loaded from; snapshots of the hub have more.
    """
    wrong = []
    there = {file.relative_to(folder).as_posix(): file for file in list_model_files(folder)}
    pinned = {name: digest for name, digest in entry.files.items() if not name.endswith(".md")}
    for name, expected in pinned.items():
        if name not in there:
            wrong.append(f"Its file {name} is missing.")
            continue
        found = hash_model_file(there[name])
        if found != expected:
            wrong.append(f"{name} has the SHA-256 {found} instead of {expected}.")

    others = sorted(there.keys() - pinned.keys())
    if entry.is_complete and is_alone and others:
        wrong.append(f"It has files that the registry's has not: {name_some(others)}.")
    if wrong:
        where = f"model {entry.name!r} in {folder}"
        hint = f"Delete the folder, then `paperpool fetch {entry.name}`; or name it as a path."
        raise UserError([Problem(message, where, hint) for message in wrong])
