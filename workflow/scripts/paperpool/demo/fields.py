"""The 19 fields of study of the Microsoft Academic Graph, their shares and their manner."""

from pathlib import Path

import yaml

COMPUTER_SCIENCE = "Computer Science"

_FIELDS: dict[str, float] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)

FIELDS: tuple[str, ...] = tuple(_FIELDS)
"""Names, in alphabetical order; a field's number is its place here."""

SHARES: tuple[float, ...] = tuple(share / sum(_FIELDS.values()) for share in _FIELDS.values())
"""The share of the corpus of which each is the main field; they sum to 1."""

CS = FIELDS.index(COMPUTER_SCIENCE)
"""The number of Computer Science."""

HUMANITIES = ("Art", "History", "Philosophy", "Political Science", "Sociology")
"""Fields whose papers argue and interpret; those of all others measure and test."""

IS_HUMANITIES: tuple[bool, ...] = tuple(field in HUMANITIES for field in FIELDS)
