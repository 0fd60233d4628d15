"""Errors that a user can act on: the problem, its place, and a hint."""

import difflib
import re
import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

MAX_BYTES = 4000
"""About the most bytes of a message (UTF-8); with the line that counts others below 4,096."""

_MOST_OF_PART = 1200  # where the three of a problem together have more than three times as much
_MOST_OF_ID = 200
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_REPR = reprlib.Repr()  # its limits are in characters, elements and levels
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 80
_REPR.maxlist = _REPR.maxtuple = _REPR.maxset = _REPR.maxdict = _REPR.maxlevel = 3


@dataclass(frozen=True)
class Problem:
    """One thing a user has to correct, or the count of ``counts`` others.

    ``what`` is a sentence, ``where`` a file, configuration key or table row, ``hint`` the remedy.
    The text is printable and has fewer than ``MAX_BYTES`` bytes.
    """

    what: str
    where: str
    hint: str = ""
    counts: int = field(default=1, compare=False)

    def __str__(self) -> str:
        parts = []
        for part in (self.what, self.where, self.hint):
            parts.append(_UNPRINTABLE.sub(_escape, str(part)))
        if sum(len(part.encode("utf-8")) for part in parts) > 3 * _MOST_OF_PART:
            parts = [_cut(part, _MOST_OF_PART) for part in parts]

        message, where, hint = parts
        lines = [message, f"  Where: {where}"]
        if hint:
            lines.append(f"  Hint: {hint}")
        return "\n".join(lines)


class UserError(Exception):
    """Bad input or configuration: reported as its problems, without a traceback."""

    def __init__(self, problems: Problem | Sequence[Problem]):
        if isinstance(problems, Problem):
            problems = [problems]
        self.problems = list(problems)
        super().__init__(_list_problems(self.problems))


def first_of(problems: Sequence[Problem], limit: int = 20) -> list[Problem]:
    """Return the first ``limit`` problems, and one that counts the others, if any."""
    shown = list(problems[:limit])
    left = problems[limit:]
    if left:
        n_left = sum(problem.counts for problem in left)
        shown.append(Problem(_count(left), left[0].where, counts=n_left))
    return shown


def count_alike(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first problem of each kind (hint), with the number of others."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.hint, []).append(problem)

    counted = []
    for first, *others in kinds.values():
        if others:
            message = f"{first.what} {len(others):,} more like it."
            counted.append(Problem(message, first.where, first.hint))
        else:
            counted.append(first)
    return counted


def join_places(problems: Sequence[Problem], limit: int = 20) -> list[Problem]:
    """Return each problem once: its places are those of all that say the same, with the same hint.

    A problem stands where the first of them stood, and names at most ``limit`` places.
    """
    same: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        same.setdefault((problem.what, problem.hint), []).append(problem)

    joined = []
    for (what, hint), found in same.items():
        places = dict.fromkeys(problem.where for problem in found)
        counts = sum(problem.counts for problem in found)
        joined.append(Problem(what, name_some(list(places), limit), hint, counts))
    return joined


def name_some(ids: Sequence[str] | Sequence[int], limit: int = 5) -> str:
    """Return the first ``limit`` ids, comma-separated, and how many more there are."""
    shown = ", ".join(_cut(str(name), _MOST_OF_ID) for name in list(ids)[:limit])
    if len(ids) > limit:
        shown += f" and {len(ids) - limit} more"
    return shown


def guess(wrong: object, known: Iterable[str]) -> str:
    """Return a question after the known name that is most like ``wrong``; empty without one."""
    names = {name.lower(): name for name in known}
    close = difflib.get_close_matches(str(wrong).lower(), names, n=1)
    if not close:
        return ""
    return f"Did you mean {names[close[0]]!r}?"


def quote(value: object) -> str:
    """Return how Python writes ``value``, cut: bad values may be long, or deep, or unprintable."""
    return _REPR.repr(value)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def _cut(text: str, most: int) -> str:
    """Return a text of at most ``most`` bytes: or its start and its end if it has more."""
    data = text.encode("utf-8", "backslashreplace")
    if len(data) <= most:
        return text
    start = data[: most * 2 // 3]
    end = data[-(most // 3 - 5) :]  # five bytes are those between the two
    return f"{start.decode('utf-8', 'ignore')} ... {end.decode('utf-8', 'ignore')}"


def _count(problems: Sequence[Problem]) -> str:
    n = sum(problem.counts for problem in problems)
    return f"{n} more problem{'s' if n > 1 else ''}."


def _list_problems(problems: Sequence[Problem]) -> str:
    """Return the text of the first problems, as many as fit, and how many more there are."""
    texts: list[str] = []
    room = MAX_BYTES
    for number, problem in enumerate(problems):
        text = str(problem)
        room -= len(text.encode("utf-8")) + 1
        if texts and room < 0:
            texts.append(_count(problems[number:]))
            break
        texts.append(text)
    return "\n".join(texts)
