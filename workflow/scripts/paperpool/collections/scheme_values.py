"""Values of a scheme's file, each of its kind, or a problem that tells where it is not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.errors import Problem, guess, quote

Row = dict[str, object]
"""A mapping of a scheme's file."""

FORM = "docs/schemes.md describes the keys of a scheme."
"""The hint at a file that is none of a scheme."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def is_text(value: object) -> bool:
    """Return whether a value is a text that is not blank."""
    return isinstance(value, str) and bool(value.strip())


@dataclass(frozen=True)
class ValueReader:
    """Reads values of a mapping, and adds a problem for each that is not of its kind."""

    problems: list[Problem]

    def check_keys(self, row: Row, known: Sequence[str], where: str) -> None:
        """Add a problem for each key that is not ``known``."""
        for key in row:
            if key not in known:
                hint = f"{guess(key, known)} The keys are {', '.join(known)}.".lstrip()
                self.problems.append(Problem(f"Unknown key {quote(key)}.", where, hint))

    def name(self, row: Row, where: str, subject: str) -> str:
        """Return a name that files and columns can have."""
        name = row.get("name")
        if isinstance(name, str) and _NAME.fullmatch(name):
            return name
        message = f"{subject} has the name {quote(name)}."
        hint = "Lower-case letters, digits and hyphens: it becomes part of names of files."
        self.problems.append(Problem(message, f"{where}, name", hint))
        return str(name)

    def text(self, row: Row, key: str, where: str, default: str | None = None) -> str:
        """Return a text that is not empty, by default ``default``, if it may lack."""
        if key not in row and default is not None:
            return default
        value = row.get(key)
        if not is_text(value):
            message = f"The key {key} is {quote(value)}."
            self.problems.append(Problem(message, where, f"{key}: a text. {FORM}"))
        return str(value)

    def texts(self, row: Row, key: str, where: str) -> list[str]:
        """Return a list of texts, empty without the key."""
        values = row.get(key) or []
        if not isinstance(values, list) or not all(map(is_text, values)):
            message = f"The key {key} is {quote(values)}."
            self.problems.append(Problem(message, where, f"{key}: a list of texts. {FORM}"))
            return []
        return list(values)

    def number(self, row: Row, key: str, where: str, default: int) -> int:
        """Return a whole number, by default ``default``."""
        value = row.get(key, default)
        if type(value) is int:
            return value
        message = f"The key {key} is {quote(value)}."
        self.problems.append(Problem(message, f"{where}, {key}", "A whole number."))
        return default

    def mapping(self, row: Row, key: str, where: str) -> Row:
        """Return a mapping, empty without the key."""
        value = row.get(key) or {}
        if isinstance(value, dict):
            return value
        self.problems.append(
            Problem(f"The key {key} is {quote(value)}.", where, f"A mapping. {FORM}")
        )
        return {}

    def rows(self, row: Row, key: str, where: str, least: int) -> list[Row]:
        """Return a list of mappings, at least ``least``."""
        values = row.get(key)
        is_list = isinstance(values, list) and len(values) >= least
        if is_list and all(isinstance(value, dict) for value in values):
            return values
        hint = f"A list of mappings, {least} or more. {FORM}"
        self.problems.append(Problem(f"The key {key} is {quote(values)}.", where, hint))
        return []
