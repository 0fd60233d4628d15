"""Scores from a model's grades of all pairs, corrected by people's grades of a few drawn ones."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.api.arguments import check_choices, list_measures
from paperpool.api.named_runs import name_runs
from paperpool.api.rankers import rank_or_read
from paperpool.api.test_collection import TestCollection, as_collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.runs import first_runs
from paperpool.evaluation.seeds import SEED
from paperpool.io.tables import list_records
from paperpool.judging.drawn_grades import read_drawn_grades
from paperpool.judging.model_grades import ModelGrades, read_model_grades, take_model_grades
from paperpool.scoring.checking import check_runs
from paperpool.scoring.predicted import (
    MEASURES,
    describe_predicted,
    describe_waiting,
    find_drawn_folder,
    tabulate_predicted,
)
from paperpool.scoring.task import Entry, Task

if TYPE_CHECKING:
    import pandas as pd

logger = logging.getLogger("paperpool")


def evaluate_predicted(
    collection: TestCollection | str | Path,
    runs: object,
    predicted: pd.DataFrame | str | Path,
    measures: str | Iterable[str] = MEASURES,
    checks: str = "strict",
) -> pd.DataFrame:
    """Return scores from a model's grades, corrected by the grades of people that were drawn.

    ``collection`` is one that ``paperpool next`` wrote (``next/version``), ``predicted`` a table or
    file with query_id, doc_id and grade: a model's grades of all pairs that the ``runs`` show.
    ``measures`` are NDCG, DCG and P with a cutoff.

    There is a row for each measure and run, and for each two runs (``run`` less ``other``). Columns
    are value, low and high (95%, of these queries), low_by_people and high_by_people (by people's
    grades alone), from_people (the share of the information that comes from people; 1 if the
    model's grades do not count), tuning, beyond (pairs that could not be drawn; with such there is
    no estimate) and drawn (the drawn grades that count). Raises UserError for grades and runs that
    do not fit.
    """
    check_choices(checks, SEED, None)
    opened = as_collection(collection)
    if opened.built is not None:
        message = "How the grades of a collection in memory were drawn is not known."
        hint = "Answer pp.next_judgments, and call evaluate_predicted of what it returns."
        raise UserError(Problem(message, "collection", hint))

    folder = find_drawn_folder(opened.place, "collection")
    drawn = read_drawn_grades(folder, opened.topics)
    made = {}
    for name, run in name_runs(runs).items():
        made[name] = rank_or_read(run, opened, f"runs[{name!r}]").rankings

    entries = [Entry(name, (name,)) for name in made]
    task = Task(opened.place, entries, [], Resampling(SEED), strict=checks == "strict")
    checked, _, _ = check_runs(task, opened.data, lambda name, _: made[name])

    names = list_measures(measures, named_by_ir_measures=False) or MEASURES
    model = as_model_grades(predicted)
    table = tabulate_predicted(opened.data, first_runs(checked), drawn, model, names)
    for note in [*describe_predicted(list_records(table)), *describe_waiting(drawn)]:
        logger.warning("%s", note)
    return table


def as_model_grades(predicted: pd.DataFrame | str | Path) -> ModelGrades:
    """Return a model's grades of a table or a file."""
    if isinstance(predicted, str | Path):
        return read_model_grades(predicted)
    if not hasattr(predicted, "to_dict"):
        message = f"A model's grades cannot be of type {type(predicted).__name__}."
        hint = "Give a DataFrame or a file with query_id, doc_id and grade."
        raise UserError(Problem(message, "predicted", hint))
    return take_model_grades(predicted, "predicted")
