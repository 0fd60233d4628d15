"""The releases of papers that ``data.s2orc`` may name, and their listings.

A source that is a release is a mapping such as ``{"s2ag": {"release": "2026-01-27"}}``.
"""

from collections.abc import Mapping
from typing import Any

from paperpool.errors import Problem, UserError
from paperpool.fetch.listing import OPENALEX, S2AG, WORKS, Listing, listing_path, read_listing

BULK_DATASETS = ("papers", "abstracts", "citations")
"""The datasets of Semantic Scholar's releases that a corpus is read from."""

RELEASES = {
    S2AG: {dataset: dataset for dataset in BULK_DATASETS},
    OPENALEX: {WORKS: OPENALEX},
}
"""The kind of the files of each dataset that a corpus is read from, by the source of releases."""

Source = str | Mapping[str, Any]
"""An entry of ``data.s2orc``."""


def find_release(source: Source) -> str | None:
    """Return the kind of ``RELEASES`` of a source, or None."""
    if isinstance(source, str):
        return None
    for name in RELEASES:
        if isinstance(source.get(name), Mapping):
            return name
    return None


def find_listing(source: Source) -> Listing | None:
    """Return the listing of a source that is a release, or None; UserError if it is incomplete."""
    name = find_release(source)
    if name is None:
        return None
    release = source[name]["release"]  # pyrefly: ignore
    listing = read_listing(name, release)

    lacking = [dataset for dataset in RELEASES[name] if not listing.raw_paths(dataset)]
    if lacking:
        message = f"The listing has no files of {', '.join(lacking)}."
        hint = f"Run `paperpool fetch {name} {release}`."
        raise UserError(Problem(message, str(listing_path(name, release)), hint))
    return listing
