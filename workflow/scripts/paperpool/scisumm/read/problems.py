"""Record the malformations of a release of CL-SciSumm, and their treatment.

Each is a line of ``malformed.csv``; one that a file has throughout (a suffix of ids) has one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:  # slow to import for those that read one run
    import pandas as pd

COLUMNS = ("split", "paper_id", "file", "row", "problem", "action", "text")

ACTIONS = ("kept", "repaired", "dropped", "unmatched")
"""Read as it is; read as it was meant; left out; kept without a match."""

PROBLEMS: dict[str, str] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)

MAX_TEXT = 200


@dataclass
class FileProblems:
    """The malformations of one file, in the order found."""

    split: str
    paper_id: str
    file: str
    found: list[tuple[int | None, str, str, str]] = field(default_factory=list)
    repeated: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)

    def add(self, problem: str, action: str, text: str = "", row: int | None = None) -> None:
        """Add a malformation of a ``row`` (from 1), or of the whole file."""
        _check(problem, action)
        self.found.append((row, problem, action, text))

    def repeat(self, problem: str, action: str, text: str = "") -> None:
        """Count one more of a malformation with a single line per file."""
        _check(problem, action)
        n, first = self.repeated.get((problem, action), (0, text))
        self.repeated[problem, action] = (n + 1, first)

    def lines(self) -> Iterator[tuple[str, str, str, int | None, str, str, str]]:
        """Yield the lines of the table, those of the whole file first."""
        place = (self.split, self.paper_id, self.file)
        for (problem, action), (n, first) in sorted(self.repeated.items()):
            text = _shorten(first)
            if n > 1:
                text = f"{n} times, first: {text}"
            yield (*place, None, problem, action, text)
        for row, problem, action, text in sorted(self.found, key=lambda line: line[0] or 0):
            yield (*place, row, problem, action, _shorten(text))


class Problems:
    """The malformations of a release."""

    def __init__(self) -> None:
        self._files: list[FileProblems] = []

    def of(self, split: str, paper_id: str, file: str) -> FileProblems:
        """Return the collector of a file's malformations; ``file`` is a relative path."""
        found = FileProblems(split, paper_id, file)
        self._files.append(found)
        return found

    def table(self) -> pd.DataFrame:
        """Return columns ``COLUMNS``, sorted by split, paper, file and row."""
        import pandas as pd

        lines = []
        for file in sorted(self._files, key=lambda file: (file.split, file.paper_id, file.file)):
            lines += file.lines()
        frame = pd.DataFrame(lines, columns=list(COLUMNS))
        return frame.astype({"row": "Int64"})


def _check(problem: str, action: str) -> None:
    if problem not in PROBLEMS or action not in ACTIONS:
        raise ValueError(f"no such malformation: {problem}, {action}")


def _shorten(text: str) -> str:
    return " ".join(text.split())[:MAX_TEXT]
