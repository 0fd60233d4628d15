"""The 19 fields of study of the Microsoft Academic Graph, their shares and their manner."""

from __future__ import annotations

COMPUTER_SCIENCE = "Computer Science"

_FIELDS: dict[str, float] = {
    "Art": 3.6,
    "Biology": 5.5,
    "Business": 3.9,
    "Chemistry": 4.6,
    COMPUTER_SCIENCE: 33.0,
    "Economics": 3.9,
    "Engineering": 4.3,
    "Environmental Science": 3.8,
    "Geography": 3.7,
    "Geology": 3.8,
    "History": 3.6,
    "Materials Science": 4.1,
    "Mathematics": 4.4,
    "Medicine": 5.2,
    "Philosophy": 3.6,
    "Physics": 6.0,
    "Political Science": 3.8,
    "Psychology": 4.4,
    "Sociology": 3.9,
}

FIELDS: tuple[str, ...] = tuple(_FIELDS)
"""Names, in alphabetical order; a field's number is its place here."""

SHARES: tuple[float, ...] = tuple(share / sum(_FIELDS.values()) for share in _FIELDS.values())
"""The share of the corpus of which each is the main field; they sum to 1."""

CS = FIELDS.index(COMPUTER_SCIENCE)
"""The number of Computer Science."""

HUMANITIES = ("Art", "History", "Philosophy", "Political Science", "Sociology")
"""Fields whose papers argue and interpret; those of all others measure and test."""

IS_HUMANITIES: tuple[bool, ...] = tuple(field in HUMANITIES for field in FIELDS)
