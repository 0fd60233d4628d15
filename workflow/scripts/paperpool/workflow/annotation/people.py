"""Annotators of exports who may be one person under two names, or two persons under one.

A person under two names would agree with nobody but themselves. Two servers of Label Studio number
their users alike, so that two persons may have one id.
"""

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache

from paperpool.errors import Problem, quote

_NUMBER = re.compile(r"0*([0-9]+?)(\.0+)?")

_SPELLING_HINT = (
    "Write the name of a person in one way everywhere; call two persons by names that differ in "
    "more than case, blanks and zeros."
)
_USER_HINT = (
    "Users of two Label Studio servers, or of an export with emails alone, are told apart by a "
    "table of grades, with a name for each person: docs/annotation.md has the columns."
)


@dataclass
class People:
    """The annotators that were read, each with the first place; problems are told once a pair."""

    spellings: dict[str, tuple[str, str]] = field(default_factory=dict)
    emails: dict[str, tuple[str, str]] = field(default_factory=dict)
    users: dict[str, tuple[str, str]] = field(default_factory=dict)
    told: set[tuple[str, str]] = field(default_factory=set)

    def add(self, annotator: str, email: str | None, where: str) -> Problem | None:
        """Add who graded at a place, and their email if known; return what does not fit."""
        plain = spell_plainly(annotator)
        name, place = self.spellings.setdefault(plain, (annotator, where))
        if name != annotator:
            message = f"Annotators {quote(name)} ({place}) and {quote(annotator)} may be one person"
            return self._tell(name, annotator, Problem(f"{message}.", where, _SPELLING_HINT))
        if email is None:
            return None

        email = spell_plainly(email)
        other_email, place = self.emails.setdefault(annotator, (email, where))
        if other_email != email:
            message = f"User {annotator} has two emails: {other_email} ({place}) and {email}."
            return self._tell(other_email, email, Problem(message, where, _USER_HINT))
        user, place = self.users.setdefault(email, (annotator, where))
        if user != annotator:
            message = f"One email has two users, {user} ({place}) and {annotator}: {email}."
            return self._tell(user, annotator, Problem(message, where, _USER_HINT))
        return None

    def _tell(self, first: str, second: str, problem: Problem) -> Problem | None:
        """Return the problem of two names, None if it was told before."""
        if (first, second) in self.told:
            return None
        self.told.add((first, second))
        return problem


@cache
def spell_plainly(name: str) -> str:
    """Return a name without what people do not see: case, blanks, zeros around a number."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(character for character in folded if character.isprintable())
    plain = " ".join(seen.split())
    number = _NUMBER.fullmatch(plain)
    return number[1] if number else plain
