"""The annotators' guidelines per facet, and Label Studio's configuration.

The texts are those of the scheme, the labelling configuration is in guidelines.txt. Query and
candidate stand side by side, title and abstract alone; authors, venues, years and ids stay hidden
(CSFCube, section 4). The parts that differ between tasks come from the task's data as HTML
(``workflow.annotation.tasks``). Label Studio shows a choice's ``value`` and exports its ``alias``,
here the bare grade.
"""

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

from paperpool.collections.schemes import Facet, Scheme

CONTROL = "grade"
"""The name of the choice that holds the grade."""

CANDIDATE = "candidate"
"""The name of the object that the grade belongs to."""

LAST_KEY = 9
"""The last grade that a key of the keyboard chooses: those of one digit have one."""


def explain_facet(facet: Facet) -> str:
    """Return what the annotator compares, with its context."""
    return f"{facet.question} {facet.context}".strip()


def labelling_config(grades: Mapping[int, str], links: bool = False) -> str:
    """Return the XML configuration of annotation and adjudication.

    With ``links`` the links in a paper's HTML can be followed. ``grades`` are named, highest first.
    """
    shown = 'inline="true" selectionEnabled="false"'
    if links:
        shown += ' clickableLinks="true"'
    choices = []
    for grade, name in grades.items():
        attributes = f'value={quoteattr(name)} alias="{grade}"'
        if 0 <= grade <= LAST_KEY:
            attributes += f' hotkey="{grade}"'
        choices.append(f"      <Choice {attributes}/>")
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    return text.format(
        candidate=CANDIDATE, control=CONTROL, shown=shown, choices="\n".join(choices)
    )


def parse_choice(choice: object, scheme: Scheme) -> int | None:
    """Return the grade of an exported choice, its alias or its name; None for other names.

    A number is the grade of that number, whatever the grades are called.
    """
    for grade in scheme.grade_names:
        if choice == str(grade):
            return grade
    for grade, name in scheme.grade_names.items():
        if choice == name:
            return grade
    return None


def name_grades(scheme: Scheme) -> str:
    """Return the names of the grades, for messages: highest first."""
    return ", ".join(scheme.grade_names.values())
