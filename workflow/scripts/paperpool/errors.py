"""Errors that a user can act on: what is wrong, where it was found, and a hint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One thing a user has to mend.

    ``what`` is a sentence, ``where`` a file, configuration key or table row, ``hint`` what to do.
    """

    what: str
    where: str
    hint: str = ""

    def __str__(self) -> str:
        lines = [self.what, f"  Where: {self.where}"]
        if self.hint:
            lines.append(f"  Hint: {self.hint}")
        return "\n".join(lines)


class UserError(Exception):
    """Bad input or configuration: reported as its problems, without a traceback."""

    def __init__(self, problems: Problem | Sequence[Problem]):
        self.problems = [problems] if isinstance(problems, Problem) else list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def first_of(problems: Sequence[Problem], limit: int = 20) -> list[Problem]:
    """Return the first ``limit`` problems, and one that counts the others where there are more."""
    shown = list(problems[:limit])
    if len(problems) > limit:
        shown.append(Problem(f"{len(problems) - limit} more problems.", problems[limit].where))
    return shown


def name_some(ids: Sequence[str], limit: int = 5) -> str:
    """Return the first ``limit`` ids, comma-separated, and how many more there are."""
    shown = ", ".join(str(i) for i in list(ids)[:limit])
    return shown if len(ids) <= limit else f"{shown} and {len(ids) - limit} more"
