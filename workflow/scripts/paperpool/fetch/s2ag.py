"""Releases of Semantic Scholar's datasets: their listing, and the addresses of their files.

The Datasets API (api.semanticscholar.org/api-docs/datasets) lists the files of a release as signed
addresses that expire. It wants a key in the header x-api-key; its file server needs no key, and
refuses HEAD. The key comes from an environment variable and goes to the API alone.
"""

import logging
import os
import re
import urllib.parse
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.fetch.asking import WAITS, ask_json, measure_file
from paperpool.fetch.breaks import Refusal
from paperpool.fetch.downloading import download
from paperpool.fetch.keys import read_key
from paperpool.fetch.listing import (
    S2AG,
    Listing,
    RawFile,
    make_dataset,
    read_listing,
    write_listing,
)
from paperpool.fetch.sources import Source
from paperpool.io.strict_json import JsonObject

CORPUS = ("papers", "abstracts", "citations")
"""The datasets that a corpus is read from."""

KEY = "S2_API_KEY"
"""The environment variable that holds the key, by default."""

API = "PAPERPOOL_S2AG_API"
"""The environment variable with the address of another API of this form, as a test's."""

_logger = logging.getLogger("paperpool")
_API = "https://api.semanticscholar.org/datasets/v1"
_RELEASE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DECLARED = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMB]?)\s+records")
_TIMES = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9}


def list_release(
    release: str, further: Iterable[str] = (), key: str = KEY, waits: Sequence[float] = WAITS
) -> Listing:
    """List the datasets of a corpus and ``further`` ones, and write the listing to its file.

    ``key`` names the environment variable of the key. Sizes come from requests of one byte, rows
    from the descriptions, rounded. Raises UserError if a release or dataset cannot be had.
    """
    if not _RELEASE.fullmatch(release):
        message = f"{release} is not the date of a release."
        raise UserError(Problem(message, "paperpool fetch s2ag", _name_newest(waits)))

    datasets = {}
    for name in dict.fromkeys([*CORPUS, *further]):
        values = _ask_dataset(release, name, key, waits)
        addresses = _addresses(values, release, name)
        _logger.info("Listing %s: %s files", _describe(release, name), f"{len(addresses):,}")
        files = []
        for file, url in addresses.items():
            n_bytes = measure_file(_describe(release, name, file), url, waits=waits)
            files.append(RawFile(file, n_bytes))
        try:
            datasets[name] = make_dataset(files, read_declared(str(values.get("description"))))
        except ValueError as error:
            raise _odd_answer(release, name) from error
    listing = Listing(S2AG, release, datasets)
    write_listing(listing)
    return listing


def fetch_file(
    release: str,
    dataset: str,
    name: str,
    path: str | Path,
    key: str = KEY,
    waits: Sequence[float] = WAITS,
) -> None:
    """Download the file ``name`` of a listed dataset to ``path``, with the size of its listing.

    The API gives its address, and again if that has expired. Raises UserError if the file cannot be
    had, or the dataset is another one than was listed.
    """
    listed = read_listing(S2AG, release).datasets[dataset].files

    def locate() -> str:
        """Ask for the addresses of the dataset anew, and return the file's."""
        addresses = _addresses(_ask_dataset(release, dataset, key, waits), release, dataset)
        if addresses.keys() != listed.keys():
            message = (
                f"{dataset} has other files than were listed: {len(addresses):,} files now, "
                f"{len(listed):,} then."
            )
            raise UserError(Problem(message, _describe(release), _list_again(release)))
        return addresses[name]

    source = Source(
        _describe(release, dataset, name),
        n_bytes=listed[name].bytes,
        if_changed=_list_again(release),
    )
    download(source, path, waits=waits, locate=locate)


def read_declared(description: str) -> int | None:
    """Return the rows that a description declares (``2.4B records in …``), or None."""
    found = _DECLARED.search(description)
    if not found:
        return None
    return round(float(found[1]) * _TIMES[found[2]])


def _addresses(values: JsonObject, release: str, dataset: str) -> dict[str, str]:
    """Return the addresses of a dataset's files by their names, the last part of their paths."""
    try:
        urls = list(values["files"])
        names = [urllib.parse.urlsplit(url).path.rpartition("/")[2] for url in urls]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _odd_answer(release, dataset) from error
    if not all(names) or not names or len(set(names)) < len(names):
        raise _odd_answer(release, dataset)
    return dict(zip(names, urls, strict=True))


def _ask_dataset(release: str, dataset: str, key: str, waits: Sequence[float]) -> Any:
    """Return the API's description of a dataset: ``files`` (addresses), ``description``."""
    name = _describe(release, dataset)

    def explain(refusal: Refusal) -> UserError | None:
        """Return the error of a refused key, or of a missing dataset."""
        if refusal.status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            message = f"Semantic Scholar refuses the key in {key} ({refusal.status})."
            return UserError(Problem(message, name, _GET_KEY))
        if refusal.status == HTTPStatus.NOT_FOUND:
            message = "There is no such release, or no such dataset in it."
            return UserError(Problem(message, name, _name_newest(waits)))
        return None

    path = "/".join(urllib.parse.quote(part, safe="") for part in (release, "dataset", dataset))
    secrets = {"x-api-key": read_key(key, "Semantic Scholar's API", _GET_KEY)}
    return ask_json(name, f"{_find_api()}/release/{path}", secrets, explain=explain, waits=waits)


_GET_KEY = (
    "Ask for a key at semanticscholar.org/product/api (free; removed when unused for 60 days), and "
    "set the variable to it."
)


def _name_newest(waits: Sequence[float]) -> str:
    """Return a hint with the newest release, if the API answers; this needs no key."""
    try:
        releases = ask_json("the list of releases", f"{_find_api()}/release/", waits=waits[:1])
    except UserError:
        releases = None

    names = releases if isinstance(releases, list) else []
    dates = [name for name in names if isinstance(name, str) and _RELEASE.fullmatch(name)]
    if not dates:
        return "Name a release by its date, as in 2026-08-25."
    return f"The newest is {max(dates)}: run `paperpool fetch {S2AG} {max(dates)}`."


def _find_api() -> str:
    return os.environ.get(API, _API).rstrip("/")


def _describe(release: str, *parts: str) -> str:
    """Return the name of a release, a dataset or a file in logs, notes and errors."""
    return " ".join([f"{S2AG} {release}", "/".join(parts)]).rstrip()


def _list_again(release: str) -> str:
    return f"List the release again: `paperpool fetch {S2AG} {release}`."


def _odd_answer(release: str, dataset: str) -> UserError:
    message = "The API's answer is no list of files with names of their own."
    return UserError(Problem(message, _describe(release, dataset), _list_again(release)))
