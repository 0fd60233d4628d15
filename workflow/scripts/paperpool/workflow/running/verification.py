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
        lines = []
        for path, problem in self.damaged.items():
            lines.append(f"damaged: {_say(path)} ({problem.what})")
        lines += [f"missing: {_say(path)}" for path in self.missing]
        lines += [f"unknown: {_say(path)}" for path in self.unknown]

        n_bytes = sum(made.n_bytes or 0 for made in self.noted.values())
        lines.append(
            f"{len(self.noted):,} files, {n_bytes:,} bytes: {len(self.damaged)} damaged, "
            f"{len(self.missing)} missing, {len(self.unknown)} unknown"
        )
        return lines

    def require_whole(self) -> None:
        """Raise UserError if a file is damaged or missing, or if no file has a note.

        Unknown files are no error: users and earlier versions put files there too.
        """
        if not self.noted:
            hint = "Make the run with this version of paperpool: its jobs note what they make."
            message = "No file of the run has a note of how it was made."
            raise UserError(Problem(message, str(self.folder), hint))

        sentences = []
        if self.damaged:
            count = self._count(list(self.damaged))
            files = name_some([str(path) for path in self.damaged])
            state = "are damaged, or were changed since they were made"
            sentences.append(f"{count} {state}: {files}.")
        if self.missing:
            count = self._count(self.missing)
            files = name_some([str(path) for path in self.missing])
            sentences.append(f"{count} are missing: {files}.")
        if sentences:
            hint = (
                "Delete the damaged files; make them and the missing ones again by name (snakemake "
                "FILE ...), then run again for the files that depend on them. If the run does not "
                f"make a file any more, delete its note below {self.folder / NOTES}."
            )
            raise UserError(Problem(" ".join(sentences), str(self.folder), hint))

    def _count(self, files: Sequence[Path]) -> str:
        return f"{len(files)} of {len(self.noted):,} files"


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
    paths = []
    for file in folder.rglob("*"):
        path = file.relative_to(folder)
        if path.parts[0] not in NOT_NOTED and path != Path(MANIFEST) and file.is_file():
            paths.append(path)
    return sorted(paths)
