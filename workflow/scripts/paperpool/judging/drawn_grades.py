"""How the grades of a collection were drawn: the files that ``paperpool next`` writes beside it.

``judgments.csv`` has the number of each draw and its probability among the pairs that were left;
judgments without a draw were there before. The pairs that could be drawn, those drawn included, and
the highest grade are in ``frame.json`` (``collections.drawn_frame``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from paperpool.collections.collection import Pair
from paperpool.collections.drawn_frame import FRAME, Frame, read_frame
from paperpool.collections.foreign_ids import compare_ids
from paperpool.errors import Problem, UserError, first_of, name_some, quote
from paperpool.io.user_csv import read_user_csv
from paperpool.judging.answers import parse_number
from paperpool.judging.drawing import Sample
from paperpool.judging.files import JUDGMENTS
from paperpool.judging.items import Item, Items
from paperpool.judging.predicting import Drawn

COLUMNS = ("query_id", "doc_id", "grade", "batch", "draw", "probability")

LEAST_SHARE = 0.2
"""The part of the pairs that draws stand for, below which their probabilities are others."""

_NOT_DRAWN = (
    "A model's grades are corrected by people's that were drawn with known probabilities, as "
    "`paperpool next --for scores` draws them: name its folder `version`."
)


@dataclass(frozen=True)
class DrawnGrades:
    """The drawn pairs in their order, up to the first without a grade: grades, probabilities.

    ``frame`` are the pairs that could be drawn; ``waiting`` were drawn after the first without a
    grade, and do not count yet.
    """

    grades: Mapping[Item, float]
    probabilities: Mapping[Item, float]
    frame: frozenset[Item]
    waiting: frozenset[Item]
    max_grade: float

    def mark(self, items: Items) -> Drawn:
        """Return which of some items were drawn, and which could be.

        Raises UserError if a drawn pair is no item: the collection's judgments lack it.
        """
        rows = {item: row for row, item in enumerate(items.ids)}
        lost = [f"{topic[0]} {document}" for topic, document in self.grades.keys() - rows.keys()]
        if lost:
            message = (
                f"{len(lost):,} of {len(self.grades):,} drawn pairs are not among the collection's "
                f"judgments: {name_some(sorted(lost))}."
            )
            raise UserError(Problem(message, JUDGMENTS, "Add their grades to the judgments."))

        grades = items.grades.copy()
        is_drawable = np.zeros(len(grades), dtype=bool)
        for item in self.frame & rows.keys():
            is_drawable[rows[item]] = True
            grades[rows[item]] = self.grades.get(item, np.nan)

        drawn = np.array([rows[item] for item in self.grades], dtype=np.int64)
        probabilities = np.array([self.probabilities[item] for item in self.grades])
        items = replace(items, grades=grades)
        return Drawn(items, Sample(drawn, probabilities), is_drawable)


def read_drawn_grades(folder: Path, topics: Mapping[str, Pair]) -> DrawnGrades:
    """Return how the grades in a collection's folder were drawn; ``topics`` are those by their ids.

    Raises UserError if the files are missing or malformed, and if the probabilities are not those
    of draws from the frame.
    """
    missing = [name for name in (JUDGMENTS, FRAME) if not (folder / name).is_file()]
    if missing:
        message = f"How people's grades were drawn is not known: there is no {missing[0]}."
        raise UserError(Problem(message, str(folder), _NOT_DRAWN))

    read = read_frame(folder / FRAME)
    frame = _place_pairs(read, topics, folder / FRAME)
    max_grade = read.max_grade
    problems: list[Problem] = []
    found: dict[int, tuple[Item, float, float]] = {}
    places: dict[Item, str] = {}
    path = folder / JUDGMENTS
    rows = read_user_csv(path, _NOT_DRAWN)
    absent = [column for column in COLUMNS if rows and column not in rows[0][1]]
    if absent:
        message = f"The table has no column {' and none '.join(absent)}."
        raise UserError(Problem(message, str(path), _NOT_DRAWN))

    for where, row in rows:
        if not row["draw"]:
            continue

        item = (topics.get(row["query_id"], ("", "")), row["doc_id"])
        draw = parse_number(row["draw"])
        probability = parse_number(row["probability"])
        grade = parse_number(row["grade"])

        pair = f"{row['query_id']}, {row['doc_id']}"
        if item not in frame:
            message = f"{FRAME} does not have this pair, which was drawn: {pair}."
            problems.append(Problem(message, where, "Correct either file."))
        elif item in places:
            message = f"This pair was drawn before ({places[item]}): {pair}."
            problems.append(Problem(message, where, "A pair is drawn once: leave one row out."))
        elif not (draw.is_integer() and draw >= 1) or int(draw) in found:
            message = f"Draws are numbered from 1, each once: {quote(row['draw'])}."
            problems.append(Problem(message, where, "Correct the number."))
        elif not 0 < probability <= 1:
            message = f"The probability of a draw is from 0 to 1, not {quote(row['probability'])}."
            problems.append(Problem(message, where, _NOT_DRAWN))
        elif not 0 <= grade <= max_grade:
            message = f"{quote(row['grade'])} is no grade from 0 to {max_grade:g}."
            problems.append(Problem(message, where, "Correct the grade."))
        else:
            found[int(draw)] = (item, grade, probability)
            places[item] = where

    if problems:
        raise UserError(first_of(problems))
    return _count_draws(found, frame, max_grade, path)


def _count_draws(
    found: Mapping[int, tuple[Item, float, float]],
    frame: frozenset[Item],
    max_grade: float,
    path: Path,
) -> DrawnGrades:
    """Return the draws up to the first that is missing; raise UserError if there is none."""
    grades = {}
    probabilities = {}
    n_pairs = 0.0
    while len(grades) + 1 in found:
        item, grade, probability = found[len(grades) + 1]
        n_pairs += len(grades) + 1 / probability
        grades[item] = grade
        probabilities[item] = probability
    if not grades:
        raise UserError(Problem("No grade was drawn.", str(path), _NOT_DRAWN))

    # a draw stands for the pairs that were left: one over its probability
    stood_for = n_pairs / len(grades)
    if stood_for < LEAST_SHARE * len(frame):
        message = (
            f"The probabilities are not those of draws from {len(frame):,} pairs: they stand for "
            f"{stood_for:,.0f}."
        )
        hint = (
            "The probability of a draw is that among the pairs that were left, 1/1000 for the "
            "first of 1,000 that are drawn alike, and not that of being drawn at all."
        )
        raise UserError(Problem(message, str(path), hint))

    waiting = frozenset(item for item, _, _ in found.values() if item not in grades)
    return DrawnGrades(grades, probabilities, frame, waiting, max_grade)


def _place_pairs(frame: Frame, topics: Mapping[str, Pair], path: Path) -> frozenset[Item]:
    """Return the pairs that could be drawn; raise UserError for queries of another collection."""
    unknown = sorted(set(frame.pairs) - set(topics))
    if unknown:
        message = (
            f"{len(unknown):,} of {len(frame.pairs):,} queries are not in the collection: "
            f"{name_some(unknown)}."
        )
        raise UserError(Problem(message, str(path), compare_ids(unknown, topics)))

    pairs = []
    for name, documents in frame.pairs.items():
        pairs += [(topics[name], document) for document in documents]
    return frozenset(pairs)
