"""Download published data, checking what arrives against the table of sources."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import re
import shutil
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from paperpool.errors import Problem, UserError
from paperpool.files import writing

_OWN_HOSTS = ("127.0.0.1", "localhost")

_LISTING = re.compile(r"/v2/articles/\d+/files")
"""The path of an address of figshare's that lists the files of an article."""


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


def locate(source: Source, path: str | Path, timeout: float = 60.0) -> Source:
    """Return where the file that ``path`` is to be is, looked up where the address is a list's.

    Such a list is figshare's of an article's files; any other address is the file's own. Raises
    UserError where the list cannot be read or does not have the file.
    """
    if not _LISTING.fullmatch(urllib.parse.urlsplit(source.url).path):
        return source
    name = Path(path).name
    try:
        with _opening(source.url, timeout, path) as answer:
            listed = {file["name"]: file["download_url"] for file in json.load(answer)}
        return replace(source, url=listed[name])
    except (ValueError, TypeError, KeyError) as error:
        what = f"The list of the article's files has no file {name}."
        hint = f"Get it from the article's page, and put it at {path} by hand."
        raise UserError(Problem(what, source.url, hint)) from error


def download(source: Source, path: str | Path, timeout: float = 60.0) -> None:
    """Download ``source`` to ``path``; the file appears whole, and only if its SHA-256 is right.

    ``timeout`` is in seconds without an answer.
    """
    with writing(path) as part:
        with _opening(source.url, timeout, path) as answer, part.open("wb") as file:
            shutil.copyfileobj(answer, file, 1 << 20)
        with part.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if source.sha256 not in (None, found):
            what = f"The file has SHA-256 {found} instead of {source.sha256}."
            hint = "The source has changed; get the version that the paper used."
            raise UserError(Problem(what, source.url, hint))


@contextlib.contextmanager
def _opening(url: str, timeout: float, path: str | Path) -> Iterator[IO[bytes]]:
    """Yield what ``url`` answers; raise UserError where it fails, then or while it is read."""
    parts = urllib.parse.urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _OWN_HOSTS):
        raise UserError(Problem("Only https is downloaded.", url, "Mend the source table."))
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer:
            yield answer
    except (urllib.error.URLError, OSError) as error:
        hint = f"Check the network, or put the file at {path} by hand."
        raise UserError(Problem(f"The download failed: {error}.", url, hint)) from error
