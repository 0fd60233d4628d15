"""Download published data, checking what arrives against the table of sources."""

from __future__ import annotations

import csv
import hashlib
import shutil
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.files import writing

_OWN_HOSTS = ("127.0.0.1", "localhost")


@dataclass(frozen=True)
class Source:
    """A file of a dataset: where it comes from and, where it is known, its SHA-256."""

    url: str
    sha256: str | None


def read_sources(path: str | Path, dataset: str) -> dict[str, Source]:
    """Return the files of ``dataset`` in the table of sources, in its order."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return {
            row["file"]: Source(row["url"], row["sha256"] or None)
            for row in csv.DictReader(file)
            if row["dataset"] == dataset
        }


def download(source: Source, path: str | Path, timeout: float = 60.0) -> None:
    """Download ``source`` to ``path``; the file appears whole, and only if its SHA-256 is right.

    ``timeout`` is in seconds without an answer.
    """
    url = urllib.parse.urlsplit(source.url)
    if url.scheme != "https" and not (url.scheme == "http" and url.hostname in _OWN_HOSTS):
        raise UserError(Problem("Only https is downloaded.", source.url, "Mend the source table."))
    with writing(path) as part:
        try:
            with (
                urllib.request.urlopen(source.url, timeout=timeout) as answer,
                part.open("wb") as file,
            ):
                shutil.copyfileobj(answer, file, 1 << 20)
        except (urllib.error.URLError, OSError) as error:
            hint = f"Check the network, or put the file at {path} by hand."
            raise UserError(Problem(f"The download failed: {error}.", source.url, hint)) from error
        with part.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if source.sha256 not in (None, found):
            what = f"The file has SHA-256 {found} instead of {source.sha256}."
            hint = "The source has changed; get the version that the paper used."
            raise UserError(Problem(what, source.url, hint))
