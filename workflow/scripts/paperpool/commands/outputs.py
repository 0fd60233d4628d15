"""The files that a command writes where its user says: never over what it reads, nor one twice."""

import fnmatch
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from paperpool.errors import Problem, UserError
from paperpool.io.files import write_text

STANDARD_OUTPUT = ("-", "/dev/stdout")
"""The names of standard output, in place of a file's."""

ABOUT_FILES = (
    "A FILE to write that exists is replaced, unless the command reads it.\n"
    "- writes to standard output: what is printed then goes to standard error."
)
"""What the help of a command that writes files says of them."""

EVERYTHING = ("**",)


@dataclass(frozen=True)
class Input:
    """A file or folder that a command reads, and the ``argument`` that names it, for messages.

    ``files`` are patterns of the files of a folder that are read, as for ``Path.glob``; one that
    ends in ``**`` stands for all that is below.
    """

    argument: str
    path: Path
    files: Sequence[str] = EVERYTHING

    def has(self, output: Path) -> bool:
        """Return whether a file is this one, or of this folder, by any spelling or link."""
        if not self.path.is_dir():
            return _is_same(output, self.path)
        place = _locate(output)
        folder = self.path.resolve()
        if place.is_relative_to(folder):
            below = place.relative_to(folder).as_posix()
            if any(fnmatch.fnmatchcase(below, pattern) for pattern in self.files):
                return True
        # a link to a file of the folder may lie anywhere, as may what a file of it is a link to
        return output.is_file() and any(_is_same(output, file) for file in self._list_files())

    def _list_files(self) -> Iterator[Path]:
        for pattern in self.files:
            yield from self.path.glob(f"{pattern}/*" if pattern.endswith("**") else pattern)


def check_outputs(outputs: Mapping[str, str | None], inputs: Sequence[Input] = ()) -> None:
    """Raise UserError, with all problems, if the outputs cannot be written or would lose a file.

    ``outputs`` are the files that the user named (None: not named) by their options. To be called
    before anything is read: a file of ``inputs`` is refused, and a file named twice.
    """
    named = {option: text for option, text in outputs.items() if text is not None}
    problems = []
    for option, text in named.items():
        problem = _find_unwritable(option, text) or _find_input(option, text, inputs)
        if problem is not None:
            problems.append(problem)

    if not problems:
        problems = list(_find_repeated(named))
    if problems:
        raise UserError(problems)


def _find_unwritable(option: str, text: str) -> Problem | None:
    """Return the problem of an output whose place takes no file, if any."""
    if text in STANDARD_OUTPUT:
        return None
    if not text.strip():
        hint = f"Name a file, or leave {option} out."
        return Problem(f"{option} names no file: it is empty.", f"{option} {text!r}", hint)

    path = Path(text)
    if path.is_dir() or text.endswith("/"):
        example = path / f"scores.{option.strip('-')}"
        message = f"{option} needs a file, and this is a folder."
        return Problem(message, text, f"Name a file in it: {option} {example}")

    folder = path.absolute().parent
    while not os.path.lexists(folder):
        folder = folder.parent
    if not folder.is_dir():
        message = f"The folder of {option} {text} cannot be made: a file stands in its place."
        return Problem(message, str(folder), f"Move that file away, or name another for {option}.")
    if not os.access(folder, os.W_OK | os.X_OK):
        message = f"{option} {text} cannot be written: you have no right to write in its folder."
        hint = f"Name a file elsewhere for {option}, or get the right (`ls -ld` shows it)."
        return Problem(message, str(folder), hint)
    return None


def _find_input(option: str, text: str, inputs: Sequence[Input]) -> Problem | None:
    """Return the problem of an output that would be written over one of ``inputs``, if any."""
    path = Path(text)
    if text in STANDARD_OUTPUT or _is_stream(path):
        return None
    for read in inputs:
        if not read.has(path):
            continue
        where = read.argument
        if read.path.is_dir():
            where = f"{'a file' if path.exists() else 'the files'} of {where}"
        how = "over" if path.exists() else "among"
        message = f"{option} {text} would be written {how} {where}."
        return Problem(message, str(path.absolute()), f"Name another file for {option}.")
    return None


def _find_repeated(named: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the problems of outputs that an earlier one is, too."""
    options = list(named)
    for i, option in enumerate(options):
        for earlier in options[:i]:
            text = named[option]
            other = named[earlier]
            if _is_lost(text, other):
                message = f"{earlier} {other} and {option} {text} name the same place."
                hint = "Give each a file of its own: one would be written over the other."
                yield Problem(message, f"{earlier} and {option}", hint)
                break


def _is_lost(text: str, other: str) -> bool:
    """Return whether two outputs would not both be left: of a device, both are."""
    if text in STANDARD_OUTPUT or other in STANDARD_OUTPUT:
        return text in STANDARD_OUTPUT and other in STANDARD_OUTPUT
    return _is_same(Path(text), Path(other)) and not _is_stream(Path(text))


def write_output(text: str, content: str) -> None:
    """Write ``content`` as UTF-8 to the file that a checked output names, or to standard output."""
    path = Path(text)
    if text in STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(content.encode())
    elif _is_stream(path):
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(content)
    else:
        write_text(path, content)


def find_printing(outputs: Iterable[str | None]) -> TextIO:
    """Return where a command prints: standard output, unless an output is written there."""
    is_taken = any(text in STANDARD_OUTPUT for text in outputs)
    return sys.stderr if is_taken else sys.stdout


def _is_stream(path: Path) -> bool:
    """Return whether a path is a pipe or a device, such as /dev/null: nothing takes its place."""
    is_special = path.exists() and not path.is_file()
    return is_special or path.absolute().parent in (Path("/dev"), Path("/dev/fd"))


def _is_same(path: Path, other: Path) -> bool:
    """Return whether two paths name one file, existing or not."""
    if path.exists() and other.exists():
        return path.samefile(other)
    return _locate(path) == _locate(other)


def _locate(path: Path) -> Path:
    """Return where a file lies, without links in the way to it; it may be a link itself."""
    return path.absolute().parent.resolve() / path.name
