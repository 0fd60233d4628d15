"""Check scores: every score of a run is a finite number, whatever it was read from.

NaN has no place in an order: a sort that meets one gives any order, without an error. Infinities
have no difference and no mean, so fusions and intervals cannot use them.
"""

import math
import numbers
from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.errors import Problem, UserError, quote
from paperpool.evaluation.runs import Run

HINT = "Give every document a finite number: the best has the highest, the worst the lowest."


def read_score(value: Any) -> float:
    """Return a score as a float: a number of Python's, or a single one of NumPy's or torch's.

    Raises ValueError, which quotes the value, for NaN and infinities, and for anything else: a
    text, a complex number, an array. Its message goes on after the name of the score.
    """
    if type(value) is float and math.isfinite(value):  # nearly all
        return value

    number = value
    if hasattr(value, "item") and not getattr(value, "ndim", 0):
        number = value.item()

    score = None
    if isinstance(number, numbers.Number) and not _is_complex(number):
        score = _convert(number)
    if score is None:
        raise ValueError(f"is {quote(number)}, not a finite number")
    return score


def parse_score(value: object) -> float:
    """Return the score in a file: a number, or the text of one.

    Raises ValueError, as ``read_score`` does, also for a truth value and for digits that are
    grouped by underscores.
    """
    number: object = value
    if isinstance(value, str):
        number = None if "_" in value else _convert(value)
    if number is None or isinstance(number, bool):
        raise ValueError(f"is {quote(value)}, not a finite number")
    return read_score(number)


def check_scores(
    scores: Iterable[tuple[str, Any]], whose: str, where: str
) -> list[tuple[str, float]]:
    """Return the (document, score) of a topic with scores as floats.

    ``whose`` begins the error, such as "Run 'mine'"; ``where`` names the topic. Raises UserError
    that names the first document without a finite score, and counts the others.
    """
    checked: list[tuple[str, float]] = []
    wrong: list[tuple[str, str]] = []
    for document, value in scores:
        try:
            checked.append((document, read_score(value)))
        except ValueError as error:
            wrong.append((document, str(error)))
    if not wrong:
        return checked

    document, reason = wrong[0]
    message = f"{whose}: the score of document {document!r} {reason}"
    if len(wrong) > 1:
        n_all = len(wrong) + len(checked)
        message += f"; in all {len(wrong):,} of the topic's {n_all:,} scores are not"
    raise UserError(Problem(f"{message}.", where, HINT))


def check_run_scores(
    run: Run, whose: str, names: Mapping[tuple[str, str], str], file: str = ""
) -> None:
    """Raise UserError, as ``check_scores`` does, for a run with a score that is none.

    ``names`` are the topics' ids; ``file`` is that of the run, if any.
    """
    for pair, ranking in run.items():
        place = f"topic {names.get(pair, '_'.join(pair))}"
        if file:
            place = f"{file}, {place}"
        check_scores(ranking, whose, place)


def _is_complex(number: Any) -> bool:
    return isinstance(number, numbers.Complex) and not isinstance(number, numbers.Real)


def _convert(value: Any) -> float | None:
    """Return a finite float, or None for a value that is none."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
