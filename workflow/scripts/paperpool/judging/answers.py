"""Answers: tables of requests that come back with grades."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from paperpool.collections.collection import Pair
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.judging.asking import Request
from paperpool.judging.items import Item, Items

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("batch", "query_id", "doc_id", "probability", "grade")
_HINT = "Give the table of requests as it came, with the column grade filled in."


def parse_answers(
    table: pd.DataFrame, items: Items, topics: Mapping[str, Pair], where: str = "answers"
) -> list[Request]:
    """Return the requests of a table (``tables.REQUESTS``), in its order, with their grades.

    ``topics`` are those of the collection by their ids. Raises UserError with all problems: a
    column that is missing, a pair that no run depends on, one that is judged already or stands
    twice, and a grade outside the scheme.
    """
    missing = [column for column in _COLUMNS if column not in table.columns]
    if missing:
        message = f"The table has no column {' and none '.join(missing)}."
        raise UserError(Problem(message, where, _HINT))

    known = dict(zip(items.ids, items.known, strict=True))
    requests: list[Request] = []
    seen: set[Item] = set()
    problems = []
    rows = table[list(_COLUMNS)].itertuples(index=False)
    for number, (row, is_empty) in enumerate(zip(rows, table["grade"].isna(), strict=True), 1):
        item = (topics.get(str(row.query_id), ("", "")), str(row.doc_id))
        place = f"{where}, row {number}"
        pair = f"query {quote(row.query_id)}, document {quote(row.doc_id)}"
        grade = None if is_empty else parse_number(row.grade)
        if item not in known or known[item]:
            message = f"This pair was not asked for: {pair}."
            problems.append(Problem(message, place, _HINT))
        elif item in seen:
            message = f"There are two answers for one pair: {pair}."
            problems.append(Problem(message, place, "Leave one of them out."))
        elif not 0 < parse_number(row.probability) <= 1:
            message = f"The probability of a draw is from 0 to 1, not {quote(row.probability)}."
            problems.append(Problem(message, place, _HINT))
        elif not parse_number(row.batch).is_integer():
            message = f"A batch is a whole number, not {quote(row.batch)}."
            problems.append(Problem(message, place, _HINT))
        elif grade is not None and not is_grade(grade, items.max_grade):
            shown = quote(row.grade) if math.isnan(grade) else f"{grade:g}"
            message = f"The grade {shown} is none from 0 to {items.max_grade:g}: {pair}."
            problems.append(Problem(message, place, "Correct the grade."))
        else:
            seen.add(item)
            requests.append(Request(item, int(float(row.batch)), float(row.probability), grade))
    if problems:
        raise UserError(first_of(problems))
    return requests


def parse_number(cell: Any) -> float:
    """Return the number in a cell, NaN for anything else: also for truth values.

    Texts are numbers in ASCII, without the underscores of Python.
    """
    if isinstance(cell, bool) or (isinstance(cell, str) and not _is_plain(cell)):
        return math.nan
    try:
        return float(cell)
    except (TypeError, ValueError):
        return math.nan


def is_grade(grade: float, max_grade: float) -> bool:
    """Return whether a number is one of the scheme's: whole, unless the highest grade is not."""
    is_fine = float(grade).is_integer() or not float(max_grade).is_integer()
    return is_fine and 0 <= grade <= max_grade


def _is_plain(text: str) -> bool:
    """Return whether a text may be a number of files, and not of Python or other scripts alone."""
    return text.isascii() and "_" not in text
