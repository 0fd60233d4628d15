"""Copy files out of zip archives from outside: whole, and never to another place."""

import contextlib
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from paperpool.errors import Problem, UserError

MAX_TOTAL = 10_000_000_000
"""Bytes of all files of an archive, at most."""


@contextlib.contextmanager
def opening_zip(path: str | Path, where: str, hint: str) -> Iterator[zipfile.ZipFile]:
    """Yield an archive, all of whose members lie inside it.

    Raises UserError, about ``where``, for a path that leads out of the archive's folder, a link,
    more than ``MAX_TOTAL`` bytes, and a damaged archive, also while it is read in the block.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            for member in members:
                if _leads_outside(member):
                    message = f"A member's path leads out of the archive: {member.filename!r}."
                    raise UserError(Problem(message, where, hint))
            if sum(member.file_size for member in members) > MAX_TOTAL:
                message = f"The files of the archive are together larger than {MAX_TOTAL:,} bytes."
                raise UserError(Problem(message, where, hint))
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise UserError(Problem(f"Not a whole archive: {error}.", where, hint)) from error


def _leads_outside(member: zipfile.ZipInfo) -> bool:
    name = PurePosixPath(member.filename)
    is_link = stat.S_ISLNK(member.external_attr >> 16)
    return name.is_absolute() or ".." in name.parts or "\\" in member.filename or is_link


def copy_member(archive: zipfile.ZipFile, name: str, path: Path, where: str, hint: str) -> None:
    """Append the bytes of an archive's file to ``path``; UserError if the archive lacks it."""
    try:
        member = archive.getinfo(name)
    except KeyError as error:
        raise UserError(Problem(f"The archive lacks the file {name}.", where, hint)) from error
    path.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(member) as packed, path.open("ab") as file:
        shutil.copyfileobj(packed, file, 1 << 20)
