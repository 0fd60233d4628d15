"""A section of a page as a value: headings, texts, tables and charts, some of them folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.evaluation.checks import COLLECTION
from paperpool.pages.charts.chart import Chart
from paperpool.pages.grid import Grid
from paperpool.pages.wording import plural


@dataclass(frozen=True)
class Heading:
    """The heading of the following parts; links lead to its ``anchor``."""

    text: str
    anchor: str = ""


@dataclass(frozen=True)
class Text:
    """A paragraph, text or markup; ``kind`` are style classes."""

    text: str
    kind: str = ""


@dataclass(frozen=True)
class Items:
    """A list of texts below a bold ``title``."""

    items: Sequence[str]
    title: str = ""


@dataclass(frozen=True)
class Facts:
    """Short facts by their names, side by side."""

    facts: Mapping[str, str]


@dataclass(frozen=True)
class Code:
    """Lines of code as they are."""

    text: str


@dataclass(frozen=True)
class Drawing:
    """A chart and its label; one without marks is left out."""

    label: str
    chart: Chart | None
    is_wide: bool = False


@dataclass(frozen=True)
class Fold:
    """Parts that a reader opens by the ``title``."""

    title: str
    parts: Sequence[Part]
    anchor: str = ""
    is_open: bool = False


Part = Heading | Text | Items | Facts | Code | Drawing | Fold | Grid


@dataclass(frozen=True)
class Section:
    """A section: its ``anchor`` for links, its title, and its parts in their order.

    ``link`` is its title in the contents, if that differs.
    """

    anchor: str
    title: str
    parts: Sequence[Part]
    kind: str = ""
    link: str = ""


def list_tables(parts: Iterable[Part], *, folded: bool = True) -> list[Grid]:
    """Return the tables among parts, with or without those in folds."""
    found: list[Grid] = []
    for part in parts:
        if isinstance(part, Grid):
            found.append(part)
        elif isinstance(part, Fold) and folded:
            found += list_tables(part.parts)
    return found


def list_problems(name: str, found: Mapping[str, Any]) -> list[Part]:
    """Return the findings of checks in the rankings of ``name``: problems, then other doubts.

    The name of the collection itself is COLLECTION.
    """
    problems = found.get("problems", [])
    doubts = []
    for doubt in found["doubts"]:
        if doubt["what"] not in problems:
            doubts.append(f"{doubt['what']} {doubt['hint']}")

    parts: list[Part] = []
    if problems:
        title = f"{name}: {plural(len(problems), 'problem')}; its scores may flatter it."
        parts.append(Items(problems, title))
    if doubts:
        subject = f"{name}: this run"
        if name == COLLECTION:
            subject = "The collection"
        parts.append(Items(doubts, f"{subject} is doubtful."))
    return parts
