"""The frame of drawn grades, which ``paperpool next`` writes beside a collection.

``frame.json`` has the pairs that could be drawn, by all queries of the collection, the highest
grade, and optionally the least grade that is relevant:
``{"highest_grade": 3, "relevant": 2, "pairs": {"q1": ["d1", "d2"], "q2": []}}``.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, UserError, quote
from paperpool.io.files import read_unique_json
from paperpool.io.strict_json import is_text_list

FRAME = "frame.json"

_HINT = 'Write {"highest_grade": 3, "pairs": {"q1": ["d1", "d2"]}}, by the ids of queries.'


@dataclass(frozen=True)
class Frame:
    """The documents that could be drawn, by the ids of queries, and the scale of grades.

    ``relevant`` is the least grade that is relevant, None if the file does not say.
    """

    pairs: Mapping[str, Sequence[str]]
    max_grade: float
    relevant: float | None


def read_frame(path: Path) -> Frame:
    """Return the frame in a file; raise UserError if it is malformed."""
    content = read_unique_json(path, _HINT)
    try:
        max_grade = float(_read_grade(content, "highest_grade"))
        relevant = None
        if "relevant" in content:
            relevant = _read_grade(content, "relevant")
            if relevant > max_grade:
                raise ValueError(f"relevant is {relevant:g}, the highest grade {max_grade:g}")

        pairs = dict(content["pairs"].items())
        for name, documents in pairs.items():
            if not is_text_list(documents):
                raise ValueError(f"the documents of {name} are no list of ids")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"It is no frame of draws ({error!r})."
        raise UserError(Problem(message, str(path), _HINT)) from error
    return Frame(pairs, max_grade, relevant)


def _read_grade(content: Mapping[str, Any], key: str) -> float:
    """Return the number of a key, as written; raise KeyError or ValueError for none above 0."""
    grade = content[key]
    is_number = isinstance(grade, int | float) and not isinstance(grade, bool)
    if not is_number or not 0 < grade < math.inf:
        raise ValueError(f"{key} is {quote(grade)}")
    return grade
