"""The labelling configuration of Label Studio: how a task looks and what it asks.

Query and candidate stand side by side, title and abstract alone; authors, venues, years and ids
stay hidden (CSFCube, section 4). What differs between tasks, the definitions of the task's facet
too, comes from the task's data as HTML (``paperpool.annotation.tasks``). Label Studio shows a
choice's ``value`` and exports its ``alias``, here the bare grade. The form is that of
labelling_config.txt.
"""

from pathlib import Path
from xml.sax.saxutils import quoteattr

from paperpool.annotation.guidelines import GRADES

CONTROL = "grade"
"""The name of the choice that holds the grade."""

CANDIDATE = "candidate"
"""The name of the object that the grade belongs to."""


def labelling_config(links: bool = False) -> str:
    """Return the configuration as XML; one serves annotation and adjudication.

    ``links`` says whether those in a paper's HTML can be followed.
    """
    shown = 'inline="true" selectionEnabled="false"'
    if links:
        shown += ' clickableLinks="true"'
    choices = "\n".join(
        f'      <Choice value={quoteattr(name)} alias="{grade}" hotkey="{grade}"/>'
        for grade, name in GRADES.items()
    )
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    return text.format(candidate=CANDIDATE, control=CONTROL, shown=shown, choices=choices)


_CHOICES = {str(grade): grade for grade in GRADES} | {name: grade for grade, name in GRADES.items()}


def parse_choice(choice: object) -> int | None:
    """Return the grade of an exported choice, its alias or its name; None for any other."""
    return _CHOICES.get(choice) if isinstance(choice, str) else None
