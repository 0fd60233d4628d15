"""Releases of OpenAlex's snapshot in its public bucket: their listing by the manifest, their files.

The bucket wants no account. A release replaces the one before in place, file by file, and writes
the manifest after them (github.com/ourresearch/openalex-walden, sync_to_public.py): while its date
stays the same, the files are those that it lists.
"""

import os
import re
import urllib.parse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import WAITS, ask_json
from paperpool.fetch.downloading import download
from paperpool.fetch.listing import (
    OPENALEX,
    WORKS,
    Listing,
    RawFile,
    make_dataset,
    read_listing,
    write_listing,
)
from paperpool.fetch.sources import Source

FORMATS = ("jsonl", "parquet")
"""A snapshot has all works in each."""

BUCKET = "PAPERPOOL_OPENALEX_BUCKET"
"""The environment variable with the address of another bucket of this form, as a test's."""

_BUCKET = "https://openalex.s3.amazonaws.com"
_RELEASE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def list_release(release: str, form: str = "jsonl", waits: Sequence[float] = WAITS) -> Listing:
    """List the works of a release in one of ``FORMATS``, to its file; UserError if that fails."""
    if form not in FORMATS:
        hint = f"Choose {' or '.join(FORMATS)}."
        raise UserError(Problem(f"A snapshot has no format {form}.", "paperpool fetch", hint))

    values = _ask_manifest(release, form, waits)
    prefix = f"s3://openalex/{_folder(form)}"
    try:
        files = []
        for file in values["files"]:
            name = str(file["url"]).removeprefix(prefix)
            meta = file["meta"]
            files.append(RawFile(name, int(meta["content_length"]), int(meta["record_count"])))
        works = make_dataset(files, int(values["record_count"]))
    except (KeyError, TypeError, ValueError) as error:
        message = "The manifest is no list of files with names, sizes and counts."
        raise UserError(Problem(message, _describe(release), "Try again later.")) from error

    listing = Listing(OPENALEX, release, {WORKS: works})
    write_listing(listing)
    return listing


def fetch_file(release: str, name: str, path: str | Path, waits: Sequence[float] = WAITS) -> None:
    """Download the file ``name`` of a listed release to ``path``, with the size of its listing.

    Raises UserError if it cannot be had, or if the bucket holds another release before or after.
    """
    listed = read_listing(OPENALEX, release).datasets[WORKS].files[name]
    form = "parquet" if name.endswith(".parquet") else "jsonl"
    url = f"{_find_bucket()}/{_folder(form)}{urllib.parse.quote(name, safe='/=')}"

    def locate() -> str:
        """Return the address, if the bucket holds the release still."""
        _ask_manifest(release, form, waits)
        return url

    hint = f"List the release again: `paperpool fetch {OPENALEX} {release}`."
    source = Source(_describe(release, name), n_bytes=listed.bytes, if_changed=hint)
    download(source, path, waits=waits, locate=locate)
    try:
        _ask_manifest(release, form, waits)
    except UserError:
        Path(path).unlink()
        raise


def _ask_manifest(release: str, form: str, waits: Sequence[float]) -> dict[str, Any]:
    """Return the manifest of the works; UserError if its date is not that of the release."""
    url = f"{_find_bucket()}/{_folder(form)}manifest.json"
    values = ask_json(_describe(release, f"{form} manifest"), url, waits=waits)

    date = str(values.get("date"))[:10] if isinstance(values, dict) else ""
    if not _RELEASE.fullmatch(date):
        message = "The manifest does not say of which release it is."
        raise UserError(Problem(message, _describe(release), "Try again later."))

    if date != release:
        message = (
            f"The bucket does not hold the release {release}, but that of {date}, which has "
            "replaced it."
        )
        hint = f"Run `paperpool fetch {OPENALEX} {date}`, and name it in data.s2orc."
        raise UserError(Problem(message, _describe(release), hint))
    return values


def _folder(form: str) -> str:
    return f"data/{form}/{WORKS}/"


def _find_bucket() -> str:
    return os.environ.get(BUCKET, _BUCKET).rstrip("/")


def _describe(release: str, *parts: str) -> str:
    """Return the name of a release or a file of it in logs, notes and errors."""
    return " ".join([f"{OPENALEX} {release}", *parts])
