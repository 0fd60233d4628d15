"""Read the files of a run again, and find those that have changed."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import write_rows
from paperpool.io.files import blank_controls
from paperpool.io.os_errors import explain_os_error
from paperpool.workflow.running.manifest import NOT_NOTED, NOTES, Made, find_damage, list_noted

MANIFEST = "manifest.csv"
"""What lists the files of a run that was found whole, below its folder."""

_COLUMNS = ("path", "bytes", "sha256")


@dataclass
class Verified:
    """The state of a run's files, by their paths below its folder, in order.

    ``damaged`` differ from what was made, ``missing`` are gone, ``unknown`` have no note.
    """

    folder: Path
    noted: dict[Path, Made] = field(default_factory=dict)
    damaged: dict[Path, Problem] = field(default_factory=dict)
    missing: list[Path] = field(default_factory=list)
    unknown: list[Path] = field(default_factory=list)

    def describe(self) -> list[str]:
        """Return a line for each file that is not in order, and one that counts all."""
        n_bytes = sum(made.n_bytes or 0 for made in self.noted.values())
        return [
            *(f"damaged: {_say(path)} ({problem.what})" for path, problem in self.damaged.items()),
            *(f"missing: {_say(path)}" for path in self.missing),
            *(f"unknown: {_say(path)}" for path in self.unknown),
            f"{len(self.noted):,} files, {n_bytes:,} bytes: {len(self.damaged)} damaged, "
            f"{len(self.missing)} missing, {len(self.unknown)} unknown",
        ]

    def require_whole(self) -> None:
        """Raise UserError if a file is damaged or missing, or if no file has a note.

        Unknown files are no error: users and earlier versions put files there too.
        """
        if not self.noted:
            hint = "Make the run with this version of paperpool: its jobs note what they make."
            what = "No file of the run has a note of how it was made."
            raise UserError(Problem(what, str(self.folder), hint))
        lost = [
            f"{len(files)} of {len(self.noted):,} files {are}: {name_some(list(map(str, files)))}."
            for files, are in (
                (self.damaged, "are damaged, or were changed since they were made"),
                (self.missing, "are missing"),
            )
            if files
        ]
        if lost:
            hint = (
                "Delete the damaged files; make them and the missing ones again by name (snakemake "
                "FILE ...), then run again for the files that depend on them. If the run does not "
                f"make a file any more, delete its note below {self.folder / NOTES}."
            )
            raise UserError(Problem(" ".join(lost), str(self.folder), hint))


def verify_run(folder: str | Path, threads: int) -> Verified:
    """Read all files of a run that have notes, ``threads`` at a time, and compare."""
    folder = Path(folder)
    found = Verified(folder, dict(list_noted(folder)))
    with ThreadPoolExecutor(threads) as pool:  # hashing releases the interpreter's lock
        problems = pool.map(lambda path: _verify(folder / path, found.noted[path]), found.noted)
        for path, problem in zip(found.noted, problems, strict=True):
            if problem == _MISSING:
                found.missing.append(path)
            elif problem:
                found.damaged[path] = problem
    found.unknown = [path for path in _list_files(folder) if path not in found.noted]
    return found


def write_manifest(verified: Verified) -> None:
    """Write path, bytes and SHA-256 of each noted file: the same in every run of the same.

    Raises UserError, without writing, if the run is not whole.
    """
    verified.require_whole()
    noted = ((path.as_posix(), made.n_bytes, made.sha256) for path, made in verified.noted.items())
    write_rows(verified.folder / MANIFEST, _COLUMNS, noted)


def _say(path: Path) -> str:
    """Return a path as one printable line."""
    return blank_controls(os.fsencode(path).decode("utf-8", "backslashreplace"))


_MISSING = Problem("The file is missing.", "")


def _verify(file: Path, made: Made) -> Problem | None:
    try:
        return find_damage(file, made)
    except FileNotFoundError:
        return _MISSING
    except OSError as error:
        return explain_os_error(error, str(file))


def _list_files(folder: Path) -> Sequence[Path]:
    """Return the files of a run that jobs note, or that somebody else put there."""
    below = sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    return [path for path in below if path.parts[0] not in NOT_NOTED and path != Path(MANIFEST)]
