"""Read the grades of all judges that a configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperpool.errors import Problem, UserError, first_of
from paperpool.judges.auditing import Judge
from paperpool.judges.grade_files import Asked, read_judge_grades


def read_judges(settings: Mapping[str, Mapping[str, Any]], asked: Asked) -> dict[str, Judge]:
    """Return the judges by name; of each ``grades`` are its files, ``same_model`` its rankers.

    Raises UserError with the problems of all of them.
    """
    judges = {}
    problems: list[Problem] = []
    for name, of_name in settings.items():
        try:
            read = read_judge_grades(of_name["grades"], asked)
        except UserError as error:
            problems += error.problems
            continue
        judges[name] = Judge(read, tuple(of_name.get("same_model", ())))
    if problems:
        raise UserError(first_of(problems))
    return judges
