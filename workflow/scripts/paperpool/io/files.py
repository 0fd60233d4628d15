"""Files that appear whole or not at all, and texts that fit on one line of them."""

import contextlib
import errno
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.io.strict_json import BadJson, parse_json
from paperpool.io.user_text import read_user_bytes

# C0 and C1 controls, and Unicode's own line ends: all that any reader takes for one
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")

DELETE = "Delete it and run again: the workflow makes it anew."
"""The hint for a damaged file that the workflow made."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def blank_controls(text: str) -> str:
    """Return ``text`` with a space for each tab, line end and other control character."""
    return _CONTROLS.sub(" ", text)


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; rename it to ``path`` when the block succeeds.

    After an error it is removed, so readers see the old file or the whole new one. The error of a
    full disk names ``path``; any other has the innermost such file as ``being_written``.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    temporary = Path(name)
    try:
        with naming(path):
            os.close(handle)
        with naming(path, FULL), _remembering(path):
            yield temporary
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def writing_folder(path: str | Path) -> Iterator[Path]:
    """Yield an empty folder, renamed to ``path`` on success, unless ``path`` exists."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part"))
    try:
        with naming(path, FULL), _remembering(path):
            yield temporary
            temporary.chmod(0o777 & ~_umask())
            try:
                temporary.replace(path)
            except OSError:
                if not path.is_dir():
                    raise
    finally:
        _remove_folder(temporary)


@contextlib.contextmanager
def temporary_folder(
    parent: str | Path | None = None, prefix: str = "paperpool-"
) -> Iterator[Path]:
    """Yield an empty folder in ``parent`` (None: the system's), removed at the end if possible.

    Those that killed processes left there are removed first. A folder is locked while its process
    lives, and has its name, ``<prefix>….part``, only once it is locked.
    """
    parent = Path(parent or tempfile.gettempdir())
    _remove_abandoned(parent, prefix)

    folder = Path(tempfile.mkdtemp(dir=parent, prefix=f".{prefix}", suffix=".part"))
    lock = None
    try:
        lock = _lock_folder(folder)
        folder = folder.rename(folder.with_name(folder.name[1:]))
        yield folder
    finally:
        _remove_folder(folder)
        if lock is not None:
            os.close(lock)


def _remove_abandoned(parent: str | Path | None = None, prefix: str = "paperpool-") -> None:
    """Remove the temporary folders in ``parent`` (None: the system's) that no process holds.

    They are what killed processes of this user left of ``temporary_folder``.
    """
    for folder in Path(parent or tempfile.gettempdir()).glob(f"{glob.escape(prefix)}*.part"):
        with contextlib.suppress(OSError):  # another process was faster, or it is no folder
            if folder.lstat().st_uid != os.geteuid():
                continue
            lock = _lock_folder(folder)
            if lock is not None:
                _remove_folder(folder)
                os.close(lock)


def _lock_folder(folder: Path) -> int | None:
    """Lock a folder until this process ends or closes the result; None if it cannot be locked."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another process holds it, or the file system knows no locks
        os.close(handle)
        return None
    return handle


def _remove_folder(folder: Path) -> None:
    """Remove a folder and its content, with a second attempt if the first fails."""
    for _ in range(2):
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def naming(path: str | Path, numbers: Container[int] | None = None) -> Iterator[None]:
    """Give an error of the system in the block a file's name, if missing; only ``numbers``."""
    try:
        yield
    except OSError as error:
        is_meant = numbers is None or (error.errno is not None and error.errno in numbers)
        if error.filename is None and is_meant:
            error.filename = str(path)
        raise


@contextlib.contextmanager
def _remembering(path: Path) -> Iterator[None]:
    """Give an error of the block the file being written, unless a block within this one has."""
    try:
        yield
    except Exception as error:
        if not hasattr(error, "being_written"):
            error.being_written = str(path)  # pyrefly: ignore[missing-attribute]
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_bytes(path: str | Path) -> bytes:
    """Return the bytes of a file; an error of reading names it."""
    with naming(path):
        return Path(path).read_bytes()


def read_end(path: str | Path, n_bytes: int = 1 << 16) -> str:
    """Return the last bytes of a text file, undecodable ones as U+FFFD."""
    with naming(path), Path(path).open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - n_bytes))
        return file.read().decode("utf-8", "replace")


def hash_file(path: str | Path) -> str:
    """Return the SHA-256 (hex) of a file's bytes."""
    with naming(path), Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_text(path: str | Path, text: str) -> None:
    """Write ``text`` as UTF-8 with ``\\n`` line ends."""
    with writing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def write_json(path: str | Path, value: object) -> None:
    """Write ``value`` as JSON, indented by one space (the releases' own style), keys in order."""
    write_text(path, format_json(value))


def format_json(value: object) -> str:
    """Return ``value`` as JSON, as ``write_json`` writes it."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def load_json(path: str | Path) -> Any:
    """Read a JSON file (UTF-8); ValueError for other texts."""
    return json.loads(read_bytes(path).decode("utf-8"))


def read_json(path: str | Path) -> Any:
    """Read a JSON file (UTF-8) that the workflow wrote; UserError for a damaged one."""
    try:
        return load_json(path)
    except ValueError as error:
        raise UserError(Problem(f"The file is damaged: {error}.", str(path), DELETE)) from error


def read_unique_json(path: str | Path, hint: str, allow_nan: bool = False) -> dict[str, Any]:
    """Read a JSON object as users give it, strictly: no object in it has a key twice.

    Raises UserError, with ``hint``, for anything else and for values that ``parse_json`` refuses.
    """
    try:
        value = parse_json(read_user_bytes(path, hint), allow_nan)
    except BadJson as error:
        raise UserError(Problem(f"Not valid JSON: {error}.", str(path), hint)) from error
    if not isinstance(value, dict):
        raise UserError(Problem("Not a JSON object.", str(path), hint))
    return value


def remove_other_files(
    folder: str | Path, keep: Iterable[str | Path], pattern: str = "*.parquet"
) -> list[str]:
    """Remove the files of ``folder`` that match ``pattern``, but for ``keep``; return their names.

    Tables of an earlier configuration would be read together with those of this one.
    """
    kept = {Path(path).resolve() for path in keep}
    files = sorted(Path(folder).glob(pattern))
    others = [file for file in files if file.resolve() not in kept]
    for file in others:
        file.unlink()
    return [file.name for file in others]


def remove_leftovers(folder: str | Path, min_age: float = 0.0) -> None:
    """Remove the ``.part`` files and folders that killed processes left below ``folder``.

    Those younger than ``min_age`` (seconds) may be in use and stay. Without it all go, even those
    from the future of a clock that was set back.
    """
    latest = time.time() - min_age
    for file in Path(folder).rglob(".*.part"):
        with contextlib.suppress(FileNotFoundError):  # another process removed it first
            if min_age and file.stat().st_mtime > latest:
                continue
            if file.is_dir():
                _remove_folder(file)
            else:
                file.unlink()


def expand_globs(patterns: Iterable[str]) -> list[str]:
    """Return the files that paths and globs stand for, sorted, each once."""
    found: set[str] = set()
    for pattern in patterns:
        found.update(file for file in _match(pattern) if Path(file).is_file())
    return sorted(found)


def list_unreadable(pattern: str) -> list[str]:
    """Return the unreadable matches of a path or glob, sorted.

    These are broken links, files without read permission, and folders with a file's ending.
    """
    unreadable = []
    for file in _match(pattern):
        is_odd_folder = Path(file).is_dir() and Path(file).suffix
        if is_odd_folder or not os.access(file, os.R_OK):
            unreadable.append(file)
    return sorted(unreadable)


def _match(pattern: str) -> list[str]:
    """Return the path itself if it is there, whatever brackets it has, else the glob's matches."""
    if os.path.lexists(pattern):
        return [pattern]
    return glob.glob(pattern, recursive=True)  # noqa: PTH207
