"""Read archives without unpacking them, and write them: the same bytes for the same files."""

import gzip
import io
import tarfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing

MAX_FILE = 50_000_000
"""Bytes of one file that is read at most."""


def write_archive(path: str | Path, files: Mapping[str, bytes]) -> None:
    """Write a .tar.gz of files by name, without time or owner."""
    with (
        writing(path) as part,
        part.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            member.mode = 0o644
            archive.addfile(member, io.BytesIO(content))


def read_members(
    archive: str | Path, is_wanted: Callable[[str], bool], max_total: int, hint: str
) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the plain files of a .tar.gz whose path is wanted, in its order.

    Links, devices and files of more than ``MAX_FILE`` bytes are passed over. Raises UserError if
    the archive cannot be read, or holds more than ``max_total`` wanted bytes.
    """
    total = 0
    try:
        with (
            gzip.open(archive) as unpacked,
            tarfile.open(fileobj=unpacked, mode="r|", bufsize=1 << 20) as members,
        ):
            for member in members:
                if not (member.isreg() and is_wanted(member.name) and member.size <= MAX_FILE):
                    continue
                total += member.size
                if total > max_total:
                    message = f"Its files are together larger than {max_total:,} bytes."
                    raise UserError(Problem(message, str(archive), hint))
                file = members.extractfile(member)
                if file is not None:
                    yield member.name, file.read()
            while unpacked.read(1 << 20):  # to the checksum at its end
                pass
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, OSError) as error:
        again = "Delete it: it is downloaded again."
        raise UserError(Problem(f"Not a whole archive: {error}.", str(archive), again)) from error
