"""The commands and files on a page, in order, with the commands that tests leave out.

A comment above a fenced block leaves some out and gives the reason:

    <!-- not run: REASON -->                all its commands
    <!-- not run (make, pip): REASON -->    those with one of these words
    <!-- planned: REASON -->                Snakemake's are dry runs
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

RUN, PLANNED, NOT_RUN = "run", "planned", "not run"

_FENCED = re.compile(r"((?:^<!-- [^\n]* -->\n+)*)^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"<!-- (not run|planned)(?: \(([^)]+)\))?: (\w.{10,}) -->")
_NAMED = re.compile(r"# ([\w.-]+\.yaml)\n")


@dataclass(frozen=True)
class Command:
    """A command as words, and whether it is run."""

    words: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class Shown:
    """A file that a page shows; without a name it belongs to the last overlay that has one."""

    name: str | None
    text: str


def read_page(page: Path) -> list[Command | Shown]:
    """Return a reader's commands and files in order; ValueError for an unknown mark."""
    parts: list[Command | Shown] = []
    text = page.read_text(encoding="utf-8")
    for block in _FENCED.finditer(text):
        marks, language, code = block.groups()
        if language == "console":
            parts += read_commands(marks, code)
        elif language == "yaml":
            named = _NAMED.match(code)
            parts.append(Shown(named and named[1], code))
        elif language in ("python", "csv"):
            names = re.findall(r"`([\w-]+\.(?:py|csv))`", text[: block.start()])
            parts.append(Shown(names[-1], code))
    return parts


def read_commands(marks: str, code: str) -> list[Command]:
    """Return the commands of a console block with the comments above it."""
    lines = [line for line in marks.splitlines() if line]
    found = [_MARK.fullmatch(line) for line in lines]
    if not all(found):
        raise ValueError(f"no kind, no words or no reason: {lines}")
    commands = []
    for line in code.replace("\\\n", " ").splitlines():
        for command in line[2:].split(" && ") if line.startswith("$ ") else []:
            words = tuple(shlex.split(command, comments=True))
            hows = [mark[1] for mark in found if _is_meant(mark[2], words)]
            commands.append(Command(words, hows[0] if hows else RUN))
    return commands


def _is_meant(programs: str | None, words: tuple[str, ...]) -> bool:
    return programs is None or bool(set(programs.split(", ")) & set(words))
