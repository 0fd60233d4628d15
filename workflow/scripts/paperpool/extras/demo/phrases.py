"""The sentence patterns of phrases.yaml, compiled: their slots as arrays."""

import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from paperpool.extras.demo.lexicon import Family

ROLES = ("background", "objective", "method", "result", "other", "title", "brief")
"""The use of a pattern: the five labels of a sentence, titles, and sentences of 2-3 words."""

ROLE_FACET = (0, 0, 1, 2, 0, 0, 0)
"""The facet (background, method, result) whose topic each role speaks of."""

MANNERS = ("science", "humanities")
"""The clauses beside the common ones: of papers that test, and of papers that interpret."""

MAX_SLOTS = 12
N_STRIDES = 4

_SLOT = re.compile(r"<(?:([bmr]):)?([a-z]+|##?)>")
_KINDS: dict[str, tuple[Family, int]] = {
    "s": (Family.SUBJECT, 0),
    "n": (Family.THING, 0),
    "p": (Family.THING, 1),
    "an": (Family.THING, 2),
    "a": (Family.QUALITY, 0),
    "aa": (Family.QUALITY, 1),
    "m": (Family.METHOD, 0),
    "d": (Family.SOURCE, 0),
    "o": (Family.MEASURE, 0),
    "v": (Family.VERB, 0),
    "vs": (Family.VERB, 1),
    "ved": (Family.VERB, 2),
    "ving": (Family.VERB, 3),
    "#": (Family.PERCENT, 0),
    "##": (Family.COUNT, 0),
    "e": (Family.EPONYM, 0),
    "x": (Family.NAME, 0),
    "w": (Family.ACTION, 0),
    "ws": (Family.ACTION, 1),
    "wed": (Family.ACTION, 2),
    "wing": (Family.ACTION, 3),
}
"""The family and the form (of ``lexicon.FORMS``) that each kind of slot takes."""


@dataclass(frozen=True)
class Patterns:
    """All patterns: P of them with up to ``MAX_SLOTS`` slots.

    ``texts[i]`` is filled with ``%``; ``families``, ``forms`` and ``facets`` (P, MAX_SLOTS)
    describe the words of its ``n_slots[i]`` slots, ``earlier`` counts earlier slots of the family.
    ``numbers[manner, role, clause, ending]`` is a pattern's number, ending 0 an empty one;
    ``n_clauses`` counts per manner and role, ``n_endings`` per role. Going through a role's clauses
    by one of its ``strides`` (manners, roles, N_STRIDES) repeats a clause only after all were used.
    """

    texts: list[str]
    families: np.ndarray
    forms: np.ndarray
    facets: np.ndarray
    earlier: np.ndarray
    n_slots: np.ndarray
    numbers: np.ndarray
    n_clauses: np.ndarray
    n_endings: np.ndarray
    strides: np.ndarray


def read_patterns() -> dict[str, dict[str, list[str]]]:
    """Return the clauses of all manners ("common") and of each, and the endings, by role."""
    path = Path(__file__).with_suffix(".yaml")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def compile_patterns() -> Patterns:
    """Return the patterns of all manners, each clause with each of its role's endings."""
    read = read_patterns()
    clauses = []
    for manner in MANNERS:
        clauses.append([read["common"][role] + read[manner].get(role, []) for role in ROLES])
    endings = [["", *read["endings"].get(role, [])] for role in ROLES]
    n_clauses = np.array([list(map(len, of_manner)) for of_manner in clauses])
    n_endings = np.array(list(map(len, endings)))

    numbers = np.full((*n_clauses.shape, n_clauses.max(), n_endings.max()), -1)
    texts: list[str] = []
    slots: list[list[tuple[int, int, int, int]]] = []
    known: dict[str, int] = {}
    for manner, role, clause, ending in np.ndindex(numbers.shape):
        if clause >= n_clauses[manner, role] or ending >= n_endings[role]:
            continue
        pattern = clauses[manner][role][clause] + endings[role][ending]
        if ROLES[role] != "title":
            pattern += "."
        if pattern not in known:
            known[pattern] = len(texts)
            texts.append(_SLOT.sub("%s", pattern))
            slots.append(_read_slots(pattern, ROLE_FACET[role]))
        numbers[manner, role, clause, ending] = known[pattern]

    n_slots = np.array(list(map(len, slots)))
    table = np.zeros((len(slots), MAX_SLOTS, 4), dtype=np.int64)
    for row, of_pattern in zip(table, slots, strict=True):
        if of_pattern:
            row[: len(of_pattern)] = of_pattern
    families, forms, facets, earlier = np.moveaxis(table, -1, 0)
    strides = np.zeros((*n_clauses.shape, N_STRIDES), dtype=np.int64)
    for manner, role in np.ndindex(n_clauses.shape):
        strides[manner, role] = _strides(int(n_clauses[manner, role]))
    return Patterns(
        texts, families, forms, facets, earlier, n_slots, numbers, n_clauses, n_endings, strides
    )


def _strides(count: int) -> list[int]:
    """Return ``N_STRIDES`` numbers that have no divisor in common with ``count``."""
    fit = [stride for stride in range(1, 8 * N_STRIDES) if math.gcd(stride, count) == 1]
    return fit[:N_STRIDES]


def _read_slots(pattern: str, facet_of_role: int) -> list[tuple[int, int, int, int]]:
    """Return a row for each slot of a pattern: family, form, facet, earlier slots of the family."""
    found = []
    seen: Counter[Family] = Counter()
    for letter, kind in _SLOT.findall(pattern):
        family, form = _KINDS[kind]
        facet = "bmr".index(letter) if letter else facet_of_role
        found.append((int(family), form, facet, seen[family]))
        seen[family] += 1
    return found
