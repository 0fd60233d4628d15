"""The table of sources: the files of each published dataset, and their addresses."""

import json
import re
import urllib.parse
from dataclasses import dataclass, replace
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import ask, read_whole
from paperpool.fetch.digests import DIGESTS
from paperpool.io.csv_rows import read_rows

_LISTING = re.compile(r"/v2/articles/\d+/files")
"""The path of an address of figshare's that lists the files of an article."""

_MD5 = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Source:
    """A file of a dataset: address, known digests and bytes, ``if_changed`` a hint."""

    url: str
    sha256: str | None = None
    n_bytes: int | None = None
    licence: str = ""
    md5: str | None = None
    git_blob: str | None = None
    if_changed: str = "The source has changed: get the version that the table of sources names."

    def digests(self) -> dict[str, str]:
        """Return the digests that are known, by their kinds (``DIGESTS``)."""
        known = {kind: getattr(self, kind) for kind in DIGESTS}
        return {kind: value for kind, value in known.items() if value is not None}


def read_datasets(path: str | Path) -> dict[str, dict[str, Source]]:
    """Return the files of every dataset of the table of sources, all in its order."""
    datasets: dict[str, dict[str, Source]] = {}
    for row in read_rows(path):
        n_bytes = int(row["bytes"]) if row["bytes"] else None
        source = Source(
            row["url"],
            sha256=row["sha256"] or None,
            git_blob=row["git_blob"] or None,
            n_bytes=n_bytes,
            licence=row["licence"],
        )
        datasets.setdefault(row["dataset"], {})[row["file"]] = source
    return datasets


def read_sources(path: str | Path, dataset: str) -> dict[str, Source]:
    """Return the files of ``dataset`` in the table of sources, in its order."""
    return read_datasets(path).get(dataset, {})


def locate(source: Source, path: str | Path) -> Source:
    """Return the source of the file ``path``, looked up if the address is figshare's list of files.

    The list has bytes and MD5. Raises UserError if it cannot be read or lacks the file.
    """
    if not _LISTING.fullmatch(urllib.parse.urlsplit(source.url).path):
        return source

    name = Path(path).name
    by_hand = f"put the file at {path} by hand."
    content = ask(source.url, source.url, read_whole, hint=f"Check the network, or {by_hand}")
    try:
        listed = {file["name"]: file for file in json.loads(content)}[name]
        n_bytes = listed.get("size")
        md5 = listed.get("computed_md5")
        return replace(
            source,
            url=str(listed["download_url"]),
            n_bytes=n_bytes if isinstance(n_bytes, int) else source.n_bytes,
            md5=md5 if isinstance(md5, str) and _MD5.fullmatch(md5) else None,
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        message = f"The list of the article's files has no file {name}."
        hint = f"Get it from the article's page, and {by_hand}"
        raise UserError(Problem(message, source.url, hint)) from error
