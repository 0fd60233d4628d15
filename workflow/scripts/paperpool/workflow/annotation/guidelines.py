"""The annotators' guidelines per facet, and Label Studio's configuration.

The texts are in guidelines.yaml, the labelling configuration in guidelines.txt. Query and candidate
stand side by side, title and abstract alone; authors, venues, years and ids stay hidden (CSFCube,
section 4). The parts that differ between tasks come from the task's data as HTML
(``workflow.annotation.tasks``). Label Studio shows a choice's ``value`` and exports its ``alias``,
here the bare grade.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr

import yaml

GRADES = {
    3: "Near-identical (+3)",
    2: "Similar (+2)",
    1: "Related (+1)",
    0: "Unrelated (0)",
}
"""The grades as annotators see them, highest first (CSFCube, section 4)."""


@dataclass(frozen=True)
class Guideline:
    """The guideline of one facet; ``grades`` explains each grade, highest first."""

    title: str
    definition: str
    context: str
    grades: dict[int, str]


_TEXTS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))

GENERAL = tuple(_TEXTS["general"])
"""Guidelines for every facet."""

MEETINGS = tuple(_TEXTS["meetings"])
"""Guidelines on quality control."""

FROM_FULL_TEXTS = tuple(_TEXTS["from_full_texts"])
"""Guidelines for every facet, if grades are from full texts."""

GUIDELINES = {facet: Guideline(**texts) for facet, texts in _TEXTS["facets"].items()}


CONTROL = "grade"
"""The name of the choice that holds the grade."""

CANDIDATE = "candidate"
"""The name of the object that the grade belongs to."""


def labelling_config(links: bool = False, grades: Mapping[int, str] = GRADES) -> str:
    """Return the XML configuration of annotation and adjudication.

    With ``links`` the links in a paper's HTML can be followed. ``grades`` are named, highest first.
    """
    shown = 'inline="true" selectionEnabled="false"'
    if links:
        shown += ' clickableLinks="true"'
    choices = []
    for grade, name in grades.items():
        choices.append(f'      <Choice value={quoteattr(name)} alias="{grade}" hotkey="{grade}"/>')
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    return text.format(
        candidate=CANDIDATE, control=CONTROL, shown=shown, choices="\n".join(choices)
    )


_CHOICES = {str(grade): grade for grade in GRADES} | {name: grade for grade, name in GRADES.items()}


def parse_choice(choice: object) -> int | None:
    """Return the grade of an exported choice, its alias or its name; None for other names."""
    if not isinstance(choice, str):
        return None
    return _CHOICES.get(choice)
