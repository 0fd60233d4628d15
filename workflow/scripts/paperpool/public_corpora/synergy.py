"""Two systematic reviews of medicine from SYNERGY, as works of OpenAlex: a work on each line.

Source: De Bruin et al., "SYNERGY" (2023), github.com/asreview/synergy-dataset, release v1.0: an
archive ``works_1.zip`` of a review has members ``works_0_25.json`` and so on, each a list of works
as OpenAlex's API gave them in April 2023. ``Jeyaraman_2020`` is on the repair of knee cartilage.
"""

from __future__ import annotations

import gzip
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import writing

REVIEWS = ("Jeyaraman_2020", "Oud_2018")

_MEMBER = re.compile(r"works_([0-9]+)_[0-9]+\.json")
_MAX_BYTES = 200_000_000
_HINT = "Delete it: it is downloaded again."


def write_works(archive: str | Path, path: str | Path) -> int:
    """Write the works of a review's archive to ``path`` (JSON lines, gzip); return how many.

    The bytes depend on the archive alone. Raises UserError if it is broken, holds no works, or more
    than a review can have.
    """
    n_works = 0
    try:
        with (
            writing(path) as part,
            part.open("wb") as raw,
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file,
        ):
            for work in _read_works(archive):
                file.write(json.dumps(work).encode() + b"\n")
                n_works += 1
            if not n_works:
                raise UserError(Problem("There are no works in it.", str(archive), _HINT))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise UserError(Problem(f"Not a whole archive: {error}.", str(archive), _HINT)) from error
    return n_works


def _read_works(archive: str | Path) -> Iterator[object]:
    """Yield the works of an archive in the order of the numbers in its members' names."""
    with zipfile.ZipFile(archive) as members:
        numbered = []
        for member in members.infolist():
            match = _MEMBER.fullmatch(member.filename)
            if match:
                numbered.append((int(match[1]), member))
        if sum(member.file_size for _, member in numbered) > _MAX_BYTES:
            message = f"Its works are larger than {_MAX_BYTES:,} bytes."
            raise UserError(Problem(message, str(archive), _HINT))

        for _, member in sorted(numbered, key=lambda pair: pair[0]):
            works = json.loads(members.read(member))
            if not isinstance(works, list):
                message = f"{member.filename} is no list of works."
                raise UserError(Problem(message, str(archive), _HINT))
            yield from works
