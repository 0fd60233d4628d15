"""The table of sources: the files of each published dataset, and where they are found."""

from __future__ import annotations

import csv
import json
import re
import urllib.parse
from dataclasses import dataclass, replace
from http.client import HTTPException
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import asking

_LISTING = re.compile(r"/v2/articles/\d+/files")
"""The path of an address of figshare's that lists the files of an article."""


@dataclass(frozen=True)
class Source:
    """A file of a dataset: where it comes from and, where they are known, its SHA-256 and bytes."""

    url: str
    sha256: str | None = None
    n_bytes: int | None = None
    licence: str = ""


def read_datasets(path: str | Path) -> dict[str, dict[str, Source]]:
    """Return the files of every dataset of the table of sources, all in its order."""
    datasets: dict[str, dict[str, Source]] = {}
    with Path(path).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            n_bytes = int(row["bytes"]) if row["bytes"] else None
            source = Source(row["url"], row["sha256"] or None, n_bytes, row["licence"])
            datasets.setdefault(row["dataset"], {})[row["file"]] = source
    return datasets


def read_sources(path: str | Path, dataset: str) -> dict[str, Source]:
    """Return the files of ``dataset`` in the table of sources, in its order."""
    return read_datasets(path).get(dataset, {})


def locate(source: Source, path: str | Path, timeout: float = 60.0) -> Source:
    """Return where the file that ``path`` is to be is, looked up where the address is a list's.

    Such a list is figshare's of an article's files; any other address is the file's own. Raises
    UserError where the list cannot be read or does not have the file.
    """
    if not _LISTING.fullmatch(urllib.parse.urlsplit(source.url).path):
        return source
    name = Path(path).name
    try:
        with asking(source.url, timeout) as answer:
            listed = {file["name"]: file["download_url"] for file in json.load(answer)}
        return replace(source, url=listed[name])
    except (OSError, HTTPException) as error:
        what = f"The list of the article's files cannot be had: {error}."
        hint = f"Check the network, or put the file at {path} by hand."
        raise UserError(Problem(what, source.url, hint)) from error
    except (ValueError, TypeError, KeyError) as error:
        what = f"The list of the article's files has no file {name}."
        hint = f"Get it from the article's page, and put it at {path} by hand."
        raise UserError(Problem(what, source.url, hint)) from error
