"""Write archives: the same bytes for the same files."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from paperpool.files import writing


def write_archive(path: str | Path, files: Mapping[str, bytes]) -> None:
    """Write a .tar.gz of files, by the names that they have in it, in their order.

    No time, owner or file name of the machine stands in it.
    """
    with (
        writing(path) as part,
        part.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o644
            archive.addfile(member, io.BytesIO(content))
