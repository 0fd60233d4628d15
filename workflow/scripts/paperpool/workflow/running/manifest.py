"""Notes of the files that a run's jobs made, ``manifest/<file>.sha256``: length and SHA-256.

A job notes each file that it wrote, at once; while it is at work its files have no notes. Logs,
benchmarks, the report and temporary files are not noted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError, first_of
from paperpool.io.files import DELETE, hash_file, naming, write_text

NOTES = "manifest"
"""The folder of the notes, below that of the run."""

NOT_NOTED = ("logs", "benchmarks", "report", NOTES)
"""The folders of a run whose files have no notes."""

_SUFFIX = ".sha256"

_NOTE = re.compile(r"([0-9a-f]{64}) (\d+)\n")

_LOCK = Path("logs", "lock")
"""The lock of the process that writes a run, below the folder of the run."""


@dataclass(frozen=True)
class Made:
    """A file's size and digest when it was made; both None if its note is damaged."""

    sha256: str | None
    n_bytes: int | None


def find_run_folder(file: str | Path) -> Path | None:
    """Return the folder of the run that a file is in, or None."""
    for folder in Path(file).parents:
        if (folder / _LOCK).is_file():
            return folder
    return None


def note_files(files: Iterable[str | Path]) -> None:
    """Note the present state of each of the files; those of no run, or not to be noted, are not."""
    for file in files:
        note = _note_of(file)
        if note is not None:
            text = f"{hash_file(file)} {Path(file).stat().st_size}\n"
            with naming(note):
                write_text(note, text)


def forget_files(files: Iterable[str | Path]) -> None:
    """Remove the notes of files, if there are any."""
    for file in files:
        note = _note_of(file)
        if note is not None:
            note.unlink(missing_ok=True)


def forget_lost(folder: str | Path) -> None:
    """Remove the notes of files below a folder of a run that are not there any more."""
    run = find_run_folder(folder)
    if run is None:
        return
    below = Path(folder).relative_to(run)
    for path, _ in list(list_noted(run, below)):
        if not (run / path).exists():
            forget_files([run / path])


def list_noted(run: Path, below: str | Path = "") -> Iterator[tuple[Path, Made]]:
    """Yield path and note of the noted files of a run, or of its folder ``below``, in order."""
    notes = run / NOTES
    for note in sorted((notes / below).rglob(f"*{_SUFFIX}")):
        path = note.relative_to(notes).with_name(note.name.removesuffix(_SUFFIX))
        yield path, _read(note)


def refuse_changed_sizes(files: Iterable[str | Path]) -> None:
    """Raise UserError if some of the files are longer or shorter than they were made."""
    _refuse(find_damage(file, made, of_bytes=False) for file, made in _noted_among(files))


def refuse_changed_run(run: Path) -> None:
    """Raise UserError if any file of a run is longer or shorter than it was made."""
    files = [run / path for path, _ in list_noted(run)]
    refuse_changed_sizes(file for file in files if file.is_file())


def refuse_damaged(files: Iterable[str | Path]) -> None:
    """Raise UserError if some of the files have changed; all are read."""
    _refuse(find_damage(file, made) for file, made in _noted_among(files))


def find_damage(file: Path, made: Made, of_bytes: bool = True) -> Problem | None:
    """Return how a file differs from its note, or None; FileNotFoundError if it is missing.

    Without ``of_bytes`` only its length counts.
    """
    if made.n_bytes is None:
        return Problem("The note of the file is damaged.", str(file), DELETE)

    n_bytes = file.stat().st_size
    if n_bytes != made.n_bytes:
        found = f"{n_bytes:,} bytes" if n_bytes else "empty"
        message = f"The file is damaged: it is {found}, and was made with {made.n_bytes:,}."
        return Problem(message, str(file), DELETE)

    if not of_bytes or hash_file(file) == made.sha256:
        return None
    message = "The file is damaged: it has other bytes than it was made with."
    return Problem(message, str(file), DELETE)


def _refuse(found: Iterable[Problem | None]) -> None:
    problems = [problem for problem in found if problem is not None]
    if problems:
        raise UserError(first_of(problems))


def _noted_among(files: Iterable[str | Path]) -> Iterator[tuple[Path, Made]]:
    """Yield path and note of those files that have a note."""
    for file in files:
        note = _note_of(file)
        if note and note.is_file():
            yield Path(file), _read(note)


def _note_of(file: str | Path) -> Path | None:
    """Return the path of a file's note, or None if it is not to be noted."""
    file = Path(file)
    run = find_run_folder(file)
    if run is None:
        return None
    below = file.relative_to(run)
    if below.parts[0] in NOT_NOTED:
        return None
    return run / NOTES / below.with_name(below.name + _SUFFIX)


def _read(note: Path) -> Made:
    with naming(note):
        found = _NOTE.fullmatch(note.read_text(encoding="ascii", errors="replace"))
    if found is None:
        return Made(None, None)
    return Made(found[1], int(found[2]))
