"""The listing of a release: its datasets and their files, as they were when it was listed.

It is made once (``paperpool fetch``), so that a run is planned offline. It holds names, sizes and
counts but no address, as that may expire or carry a signature.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.files import read_json, write_json
from paperpool.io.strict_json import JsonObject

S2AG = "s2ag"
OPENALEX = "openalex"
"""The sources of releases: Semantic Scholar's datasets and OpenAlex's snapshot.

A part of OpenAlex's works, JSON lines or Parquet, is named so in ``data.s2orc`` too.
"""

WORKS = "works"
"""The dataset of OpenAlex that a corpus is read from."""

FOLDER = Path("resources")
"""Below the working directory; listings and raw files of releases lie there."""

_PART = re.compile(r"[A-Za-z0-9_=+-][A-Za-z0-9_.=+-]*")


@dataclass(frozen=True)
class RawFile:
    """A file of a dataset: its name (or path), its bytes, and its declared rows, if any."""

    name: str
    bytes: int
    rows: int | None = None


@dataclass(frozen=True)
class RawDataset:
    """The files of a dataset by name, and the rows that the release declares for all of them."""

    files: Mapping[str, RawFile]
    rows: int | None = None


@dataclass(frozen=True)
class Listing:
    """A release of a source: its datasets by name."""

    source: str
    release: str
    datasets: Mapping[str, RawDataset]

    def folder(self) -> Path:
        """Return the folder of the release, of its listing and raw files."""
        return release_folder(self.source, self.release)

    def raw_paths(self, dataset: str) -> list[str]:
        """Return the paths of the raw files of a dataset; empty for one not listed."""
        if dataset not in self.datasets:
            return []
        folder = self.folder()
        return [f"{folder}/{dataset}/{name}" for name in self.datasets[dataset].files]


def release_folder(source: str, release: str) -> Path:
    """Return the folder of a release; Raises UserError if its name is no name of a folder."""
    if not is_safe(release) or "/" in release:
        raise UserError(Problem("A release cannot have this name.", release, "Correct its name."))
    return FOLDER / source / release


def listing_path(source: str, release: str) -> Path:
    """Return the file of the listing of a release."""
    return release_folder(source, release) / "listing.json"


def write_listing(listing: Listing) -> Path:
    """Write a listing to its file, and return that."""
    path = listing_path(listing.source, listing.release)
    datasets = {}
    for name, dataset in listing.datasets.items():
        files = [asdict(file) for file in dataset.files.values()]
        datasets[name] = {"rows": dataset.rows, "files": files}
    values = {"source": listing.source, "release": listing.release, "datasets": datasets}
    write_json(path, values)
    return path


def read_listing(source: str, release: str) -> Listing:
    """Return the listing of a release; UserError if it is missing, damaged or another release's."""
    path = listing_path(source, release)
    hint = f"Run `paperpool fetch {source} {release}`."
    if not path.is_file():
        message = f"The list of files of the release {release} is missing."
        raise UserError(Problem(message, str(path), hint))

    try:
        values = read_json(path)
        listing = Listing(
            source=str(values["source"]),
            release=str(values["release"]),
            datasets={name: _read_dataset(found) for name, found in values["datasets"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(Problem("The listing is damaged.", str(path), hint)) from error
    if (listing.source, listing.release) != (source, release):
        raise UserError(Problem("The listing is of another release.", str(path), hint))
    return listing


def make_dataset(files: Iterable[RawFile], rows: int | None = None) -> RawDataset:
    """Return a dataset of files, sorted by name; ValueError for unsafe or duplicate names."""
    by_name: dict[str, RawFile] = {}
    for file in sorted(files, key=lambda file: file.name):
        if not is_safe(file.name) or file.name in by_name:
            raise ValueError(f"a file is called {file.name!r}, or two are")
        by_name[file.name] = file
    return RawDataset(by_name, rows)


def is_safe(name: str) -> bool:
    """Return whether a foreign name is a safe path below a folder."""
    return all(_PART.fullmatch(part) for part in name.split("/"))


def _read_dataset(values: JsonObject) -> RawDataset:
    files = []
    for file in values["files"]:
        files.append(RawFile(str(file["name"]), int(file["bytes"]), file["rows"]))
    return make_dataset(files, values["rows"])
