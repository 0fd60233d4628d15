"""Which judgments to ask for next, so that runs can be told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.api.arguments import check_choices
from paperpool.api.named_runs import name_runs
from paperpool.api.predicting import as_model_grades
from paperpool.api.rankers import rank_or_read
from paperpool.api.test_collection import TestCollection, as_collection
from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError, quote
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.runs import Run
from paperpool.evaluation.seeds import SEED
from paperpool.judging.answers import parse_answers
from paperpool.judging.asking import Request, ask_next, compare_answered, hide_grades
from paperpool.judging.batches import BUDGET, DIFFERENCES, PURPOSES, SCORES
from paperpool.judging.comparing import Comparison
from paperpool.judging.predicting import Drawn
from paperpool.judging.tables import tabulate_requests, tabulate_systems, tabulate_widths
from paperpool.scoring.differences import gather_question, open_graded
from paperpool.scoring.predicted import tabulate_drawn
from paperpool.scoring.task import Entry, Task

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class NextJudgments:
    """The comparison of some runs by the judgments so far, and the pairs to judge next.

    ``held`` are the grades that were hidden, by query and document, ``data`` the collection.
    """

    comparison: Comparison
    answered: tuple[Request, ...]
    waiting: tuple[Request, ...]
    names: Mapping[tuple[str, str], str]
    held: Mapping[tuple[str, str], float]
    data: Collection

    def __repr__(self) -> str:
        n_open = sum(found.is_open for found in self.comparison.assessments)
        n_pairs = len(self.comparison.assessments)
        return f"<{n_open} of {n_pairs} pairs of runs open, {len(self.waiting)} pairs to judge>"

    @property
    def systems(self) -> pd.DataFrame:
        """A row per pair of runs: the difference, its intervals, and the verdicts."""
        return tabulate_systems(self.comparison)

    @property
    def pairs(self) -> pd.DataFrame:
        """A row per pair of query and document: those asked for, their probabilities and grades.

        Fill in the column ``grade``, in the table's order, and give the table as ``answers``.
        """
        return tabulate_requests([*self.answered, *self.waiting], self.names)

    def evaluate_predicted(self, predicted: pd.DataFrame | str | Path) -> pd.DataFrame:
        """Return scores from a model's grades, corrected by the answers so far.

        Columns and errors are those of ``pp.evaluate_predicted``, by the comparison's measure.
        """
        comparison = self.comparison
        drawn = Drawn(comparison.items, comparison.sample, comparison.sizes > 0)
        return tabulate_drawn(drawn, self.data, as_model_grades(predicted))

    @property
    def widths(self) -> pd.DataFrame:
        """The widths of intervals to expect after 20, 40, 80 and 160 further judgments."""
        return tabulate_widths(self.comparison)


def next_judgments(
    collection: TestCollection | str | Path,
    runs: object,
    budget: int = BUDGET,
    measure: str | None = None,
    answers: pd.DataFrame | None = None,
    hide: float = 0.0,
    checks: str = "strict",
    seed: int = SEED,
    draw_for: str = DIFFERENCES,
) -> NextJudgments:
    """Return which pairs of some runs are told apart by the judgments, and what to judge next.

    ``collection`` and ``runs`` are those of ``evaluate``; the ``measure`` is NDCG, DCG or P with a
    cutoff (``ndcg@10``; of pools also ``ndcg%20``). ``answers`` is the table ``pairs`` of the call
    before, with grades. ``hide`` is the share of grades that is taken away, for replays. Pairs are
    drawn for ``differences``, or for the ``scores`` of ``evaluate_predicted``. Raises UserError for
    runs that the checks refuse, runs that do not differ, and answers that were not
    asked for.
    """
    seed = check_choices(checks, seed, None)
    _check_numbers(budget, hide)
    if draw_for not in PURPOSES:
        message = f"Pairs are not drawn for {quote(draw_for)}."
        hint = f"Give one of {', '.join(PURPOSES)}."
        raise UserError(Problem(message, "draw_for", hint))
    opened = as_collection(collection)
    data = open_graded(opened.place, "collection") if opened.built is None else opened.data
    made = {name: _read(name, run, opened) for name, run in name_runs(runs).items()}
    entries = [Entry(name, (name,)) for name in made]
    task = Task(opened.place, entries, [], Resampling(seed), strict=checks == "strict")
    question = gather_question(task, data, measure, "measure", lambda name, _: made[name])

    items = question.items
    shown = hide_grades(items, hide, seed) if hide else items
    names = data.topic_names()
    asked: list[Request] = []
    if answers is not None:
        asked = parse_answers(answers, shown, data.topics())
    comparison = compare_answered(shown, asked, for_scores=draw_for == SCORES)
    waiting = [request for request in asked if request.grade is None]
    answered = [request for request in asked if request.grade is not None]
    waiting = waiting or ask_next(comparison, asked, budget, seed)

    held = {}
    for item, grade, is_known in zip(items.ids, items.grades, shown.known, strict=True):
        if not is_known:
            held[names[item[0]], item[1]] = float(grade)
    return NextJudgments(comparison, tuple(answered), tuple(waiting), names, held, data)


def _read(name: str, run: object, collection: TestCollection) -> Run:
    return rank_or_read(run, collection, f"runs[{name!r}]").rankings


def _check_numbers(budget: Any, hide: Any) -> None:
    """Raise UserError for a budget or share that is none."""
    problems = []
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 1:
        message = f"A budget is a number of pairs from 1 on, not {quote(budget)}."
        problems.append(Problem(message, "budget", f"Give {BUDGET}, or leave it out."))
    if isinstance(hide, bool) or not isinstance(hide, int | float) or not 0 <= hide <= 1:
        message = f"The hidden part is a share from 0 to 1, not {quote(hide)}."
        problems.append(Problem(message, "hide", "Give 0.9, or leave it out."))
    if problems:
        raise UserError(problems)
