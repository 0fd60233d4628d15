"""What annotators saw in the tasks of an export, beside what the run would show them now.

A grade that stands at another number in the present scheme would be misread. Other guidelines and
texts change no grade, but what it was given for.
"""

import html
import re
from collections.abc import Mapping

from paperpool.collections.schemes import Scheme
from paperpool.errors import quote
from paperpool.workflow.annotation.export_rows import Malformed

GUIDELINES = "guidelines"
TEXTS = "texts"

_GRADE = re.compile(r"<li><b>(.*?)</b>", re.DOTALL)  # as ``tasks.describe_facet`` writes it

_SCHEME_HINT = (
    "The scheme changed after these tasks were written. Go back to the scheme of the time, or give "
    "the grades as a table, by the numbers of the present one: docs/annotation.md has the columns."
)


def check_shown_grades(data: Mapping[str, object], scheme: Scheme) -> None:
    """Raise Malformed if a task's guideline has a grade of the scheme at another number."""
    guide = data.get("guide_html")
    if not isinstance(guide, str):
        return
    shown = [html.unescape(name) for name in _GRADE.findall(guide)]
    numbers = {name: number for number, name in scheme.grade_names.items()}
    for number, name in enumerate(reversed(shown)):  # the highest stands first
        if numbers.get(name, number) != number:
            now = f"which is grade {numbers[name]} of the scheme"
            message = f"The task shows grade {number} as {quote(name)}, {now}."
            raise Malformed(message, _SCHEME_HINT)


def list_changes(data: Mapping[str, object], written: Mapping[str, str]) -> list[str]:
    """Return which of guidelines and texts differ in a task's data from ``written``, the present.

    The guideline of an adjudication has more around it. A key that is missing is no difference.
    """
    changes = []
    guide = data.get("guide_html")
    if isinstance(guide, str) and written["guide_html"] not in guide:
        changes.append(GUIDELINES)
    for key in ("query_html", "candidate_html"):
        if data.get(key, written[key]) != written[key]:
            changes.append(TEXTS)
            break
    return changes
