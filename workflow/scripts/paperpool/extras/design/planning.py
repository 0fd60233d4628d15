"""The spreads that designs are made of, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np
import pandas as pd

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.limits import describe_unjudged
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import first_runs, leave_out
from paperpool.evaluation.seeds import SEED
from paperpool.io.csv_rows import read_records, read_rows
from paperpool.judging.comparing import POWER
from paperpool.judging.designs import (
    LEAST_TAU,
    Design,
    Spread,
    find_cheapest,
    find_gaps,
    measure_spreads,
    mix_spreads,
    score_queries,
)
from paperpool.pages.grid import list_grid, numbers
from paperpool.pages.grid_text import write_text
from paperpool.resources import RESOURCES
from paperpool.scoring.checking import check_runs, read_by_topics
from paperpool.scoring.differences import (
    Question,
    gather_question,
    name_collection,
    open_graded,
)
from paperpool.scoring.places import find_place, read_entries
from paperpool.scoring.task import Task

FEWEST = 5
"""Queries of a pilot whose variance is taken."""

_SHOWN = (20, 50, 100, 200)
"""The numbers of queries that are printed."""


@dataclass(frozen=True)
class Basis:
    """What designs are made of: spreads by depth and annotators, and usual differences of systems.

    ``source`` says whose they are, ``notes`` what of a pilot does not count.
    """

    spreads: list[Spread]
    gaps: Floats
    source: str
    notes: Sequence[str] = ()


def find_basis(runs: Sequence[str], on: str | None, data: str | None, measure: str | None) -> Basis:
    """Return what designs are made of: a pilot's numbers with CSFCube's, or CSFCube's alone."""
    usual = read_records(RESOURCES / "design_spreads.csv", Spread)
    gaps = np.array([float(row["gap"]) for row in read_rows(RESOURCES / "design_gaps.csv")])
    if on is None:
        return Basis(usual, gaps, "CSFCube's spreads")

    place = find_place(on, data)
    collection = open_graded(place, "--on")
    task = Task(place, read_entries(runs), [], Resampling(SEED), strict=True)
    question = _gather_judged(task, collection, measure)
    items = question.items
    if items.measure.kind == "dcg":
        message = "The scale of DCG is not that of points."
        raise UserError(Problem(message, "--measure", "Give NDCG or P with a cutoff."))
    n_queries = len(items.topics)
    if n_queries < FEWEST:
        message = f"A pilot of {n_queries} queries shows no spread between queries."
        hint = f"Judge some pairs of {FEWEST} queries or more, or leave the pilot out."
        raise UserError(Problem(message, on, hint))

    spreads = mix_spreads(measure_spreads(items), usual, n_queries)
    name = name_collection(place, collection)
    source = f"the spreads of {name} ({n_queries} queries), mixed with CSFCube's"
    if len(items.runs) > 2:
        gaps = find_gaps(score_queries(items))
    return Basis(spreads, gaps, source, question.notes)


def _gather_judged(task: Task, collection: Collection, measure: str | None) -> Question:
    """Return the items of a pilot's judged queries, with a note on those without a grade."""
    if not isinstance(collection, OpenCollection):
        return gather_question(task, collection, measure, "--measure")

    # files are checked with all of their queries
    checked, _, _ = check_runs(task, collection, read_by_topics(collection))
    runs = {}
    for name, run in first_runs(checked).items():
        runs[name] = leave_out(run, collection.unjudged_topics)

    judged = collection.keep_judged()
    question = gather_question(task, judged, measure, "--measure", lambda name, _: runs[name])
    question.notes.extend(describe_unjudged(collection, "They are no queries of the pilot."))
    return question


def tabulate_designs(designs: Sequence[Design]) -> pd.DataFrame:
    """Return a row for each design."""
    return pd.DataFrame([asdict(design) for design in designs])


def tell_designs(designs: Sequence[Design], basis: Basis, want: float | None) -> str:
    """Return the designs of some sizes as a table, notes, and the cheapest one, in points."""
    groups: dict[str, list[list[str]]] = {}
    for design in designs:
        if design.queries in _SHOWN:
            groups.setdefault(f"{design.queries} queries", []).append(_format(design))
    heads = ["annotators", "interval ±", "detectable", "tau", "hours"]
    columns = [("judged per query", 0), *numbers(heads)]
    grid = list_grid("designs", f"Designs by {basis.source} (×100)", columns, groups)
    text = f"{grid.title}\n{write_text(grid)}\n"
    for note in basis.notes:
        text += f"{note}\n"
    if want is None:
        return text

    cheapest = find_cheapest(designs, want / 100)
    if cheapest is None:
        most = max(design.queries for design in designs)
        return f"{text}\nNo design of up to {most} queries finds {want:g} points.\n"
    return (
        f"{text}\nThe cheapest design that finds {want:g} points "
        f"(power {POWER:g}, tau from {LEAST_TAU:g} on): "
        f"{cheapest.queries} queries, {cheapest.depth} candidates each, "
        f"{cheapest.annotators} annotator{'s' if cheapest.annotators > 1 else ''}, "
        f"about {cheapest.hours:,.0f} hours.\n"
    )


def _format(design: Design) -> list[str]:
    """Return the cells of a design."""
    return [
        str(design.depth),
        str(design.annotators),
        f"{100 * design.interval:.1f}",
        f"{100 * design.detectable:.1f}",
        f"{design.tau:.2f}",
        f"{design.hours:,.0f}",
    ]
