"""Read ScisummNet: about a thousand full texts with automatic annotations, in a ``.tar.gz``.

Its members are ``<id>/Reference_XML/<id>.xml`` and ``<id>/annotation/<id>.ann.txt``, read as a
stream.
"""

import gzip
import io
import re
import tarfile
import zlib
from pathlib import Path, PurePosixPath

from paperpool.errors import Problem, UserError
from paperpool.scisumm.read.fields import is_safe_id
from paperpool.scisumm.read.problems import Problems

SOURCE = "scisummnet"

MAX_FILE = 16 << 20
"""The largest file read, in bytes; the release's largest has 0.6 MB."""

MAX_ARCHIVE = 1 << 30
"""The largest unpacked archive, in bytes; the release's has 50 MB."""

_ANNOTATION = re.compile(r"\.ann(v[0-9]+)?\.txt$")

Files = dict[str, bytes]
"""A paper's files: contents by relative path."""


def read_archive(path: str | Path, problems: Problems) -> dict[str, Files]:
    """Return the files of each paper, sorted; raises UserError for a bad or too large archive."""
    papers: dict[str, Files] = {}
    path = Path(path)
    try:
        with (
            gzip.open(path) as unpacked,
            tarfile.open(fileobj=_Limited(unpacked), mode="r|", bufsize=1 << 20) as archive,
        ):
            for member in archive:
                name = PurePosixPath(member.name)
                where = f"{path.name}/{member.name}"
                if member.isdir() and _is_inside(name):
                    continue
                if member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or not _is_inside(name):
                    problems.of(SOURCE, "", where).add("unsafe_member", "dropped")
                    continue
                if member.size > MAX_FILE:
                    n_bytes = f"{member.size} bytes"
                    problems.of(SOURCE, "", where).add("too_large", "dropped", n_bytes)
                    continue
                paper_id = find_paper(name, where, problems)
                if paper_id:
                    file = archive.extractfile(member)
                    assert file  # as of every regular one
                    papers.setdefault(paper_id, {})[where] = file.read()
    except (OSError, EOFError, tarfile.TarError, zlib.error, ValueError) as error:
        hint = "Fetch it again (paperpool fetch scisumm)."
        raise UserError(Problem(f"Cannot be read: {error}.", str(path), hint)) from error
    return {paper_id: dict(sorted(files.items())) for paper_id, files in sorted(papers.items())}


def find_paper(name: PurePosixPath, where: str, problems: Problems) -> str | None:
    """Return the paper of a file in one of its two folders, or None (counted) for other files."""
    folders = name.parts[-3:-1]
    if len(folders) == 2 and folders[1] in ("annotation", "Reference_XML"):
        paper_id, kind = folders
        if not is_safe_id(paper_id):
            problems.of(SOURCE, "", where).add("unsafe_name", "dropped", paper_id)
            return None
        if kind == "annotation" and is_annotation(name.name):
            return paper_id
        if kind == "Reference_XML" and name.suffix == ".xml":
            return paper_id
    problems.of(SOURCE, "", where).add("other_file", "dropped")
    return None


def is_annotation(name: str) -> bool:
    """Return whether a file is named as annotations are: ``.ann.txt`` or ``.annv3.txt``."""
    return _ANNOTATION.search(name) is not None


def _is_inside(name: PurePosixPath) -> bool:
    return not name.is_absolute() and ".." not in name.parts and "\\" not in str(name)


class _Limited(io.RawIOBase):
    """A stream of at most ``MAX_ARCHIVE`` unpacked bytes, against compression bombs."""

    def __init__(self, stream: io.BufferedIOBase):
        self._stream = stream
        self._left = MAX_ARCHIVE

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes; ValueError beyond the limit."""
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise ValueError(f"it unpacks to more than {MAX_ARCHIVE >> 20} MiB")
        return data
