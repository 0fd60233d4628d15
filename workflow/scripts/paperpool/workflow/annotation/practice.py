"""The practice round: annotators first grade pairs with settled grades, and pass or not.

Source: CSFCube, section 4: annotators "were trained prior to annotation and demonstrated Spearman
Correlation based agreements of 0.5 - 0.7 with an adjudicated training set of examples". The paper
does not list these pairs: here they are drawn from a collection, balanced by facet and grade, so
that few pairs show all grades.
"""

import logging
from collections import defaultdict
from collections.abc import Collection as Ids
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

import pandas as pd

from paperpool.collections.collection import Collection, Paper
from paperpool.collections.schemes import ALL, UNGRADED, Scheme
from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import defuse
from paperpool.io.files import read_json, write_json
from paperpool.workflow.annotation.agreement import Measures, krippendorff_alpha, spearman_rho
from paperpool.workflow.annotation.annotators import weighted_kappa
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.further import measure_slices
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.tasks import Task, make_task, order_items, shuffling_key
from paperpool.workflow.annotation.worked_examples import Example

PRACTICE = "practice"
"""The ``data.stage`` of a task of the practice round: no import takes it for a judgment."""

FEWEST = 10
"""The number of pairs from which rho is meaningful."""

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Settled:
    """A pair of the practice round: its settled grade, its reason if given, both titles."""

    item: Item
    grade: int
    why: str
    query_title: str
    candidate_title: str


def settled_pairs(collection: Collection) -> list[Example]:
    """Return every pair of a collection with an adjudicated grade and two texts, sorted."""
    examples = []
    for query, facet in collection.pairs():
        grades = collection.judgments[query, facet].grades()
        for candidate, grade in sorted(grades.items()):
            has_text = candidate in collection.papers
            if grade != UNGRADED and candidate != query and has_text:
                examples.append(Example(Item(query, facet, candidate), grade, "", ""))
    return examples


def draw_practice(
    settled: Sequence[Example], n: int, seed: int, others_than: Ids[Item], scheme: Scheme
) -> list[Example]:
    """Return ``n`` of the ``settled`` pairs: facets take turns, and in each of them grades do.

    Items of ``others_than`` are drawn only if others do not suffice. Raises UserError if there are
    fewer than ``n``.
    """
    if len(settled) < n:
        message = f"{n} pairs are to be practised on; {len(settled)} have a settled grade."
        hint = "Lower annotation.practice.pairs, in a demo demo.practice."
        raise UserError(Problem(message, "the collection", hint))
    others = [example for example in settled if example.item not in others_than]
    drawn = _take_turns(others if len(others) >= n else settled, n, seed, scheme)
    return sorted(drawn, key=lambda example: example.item)


def warn_of_pairs(pairs: Sequence[Example], tasks: Ids[Item], shown: Ids[Item]) -> None:
    """Warn of pairs with a known grade (run ``tasks``, ``shown`` examples), and of few pairs."""
    items = [example.item for example in pairs]
    for others, name, shows in (
        (tasks, "tasks too", "annotators see their grades"),
        (shown, "worked examples too", "the instructions show their grades"),
    ):
        n = sum(item in others for item in items)
        if n:
            _LOG.warning(
                "%d of %d practice pairs are %s: %s. Name others in annotation.practice.pairs.",
                n,
                len(items),
                name,
                shows,
            )
    if len(items) < FEWEST:
        _LOG.warning("Only %d pairs to practise on: rho of so few means little.", len(items))
    if len({example.grade for example in pairs}) == 1:
        _LOG.warning("All practice pairs have one grade: rho is undefined, no annotator passes.")


def _take_turns(settled: Sequence[Example], n: int, seed: int, scheme: Scheme) -> list[Example]:
    """Return ``n`` pairs in an order drawn by the seed: facets in turn, in each of them grades."""
    parts = defaultdict(list)
    for example in sorted(settled, key=lambda e: shuffling_key(seed, PRACTICE, *e.item)):
        parts[example.item.facet, example.grade].append(example)

    of_facets = []
    for facet in scheme.facet_names:
        of_grades = [parts[facet, grade] for grade in scheme.grade_names]
        of_facets.append(_interleave(of_grades))
    return _interleave(of_facets)[:n]


def _interleave(parts: Sequence[Sequence[Example]]) -> list[Example]:
    """Return the first of each part, then the second of each, and so on."""
    turns = chain.from_iterable(zip_longest(*parts))
    return [example for example in turns if example is not None]


def settle_titles(pairs: Sequence[Example], papers: Mapping[str, Paper]) -> list[Settled]:
    """Return the pairs with the titles of their papers."""
    settled = []
    for example in pairs:
        query = papers[example.item.query_id]
        candidate = papers[example.item.candidate_id]
        settled.append(
            Settled(example.item, example.grade, example.why, query.title, candidate.title)
        )
    return settled


def make_practice_tasks(
    pairs: Sequence[Example], papers: Mapping[str, Paper], scheme: Scheme, seed: int
) -> Iterator[Task]:
    """Yield the tasks of the practice round; neither a task nor their order gives a grade away."""
    material = Material(dict(papers), {}, [], {}, scheme)
    for item in order_items(sorted(example.item for example in pairs), seed):
        yield make_task(item, material, PRACTICE)


def write_settled(path: str | Path, pairs: Sequence[Settled]) -> None:
    """Write the pairs of the round with their settled grades, hidden from annotators."""
    rows = []
    for pair in pairs:
        rows.append(
            {
                "query_id": pair.item.query_id,
                "facet": pair.item.facet,
                "candidate_id": pair.item.candidate_id,
                "grade": pair.grade,
                "why": pair.why,
                "query_title": pair.query_title,
                "candidate_title": pair.candidate_title,
            }
        )
    write_json(path, rows)


def read_settled(path: str | Path) -> list[Settled]:
    """Read the file of ``write_settled``."""
    pairs = []
    for row in read_json(path):
        item = Item(row["query_id"], row["facet"], row["candidate_id"])
        pairs.append(
            Settled(item, row["grade"], row["why"], row["query_title"], row["candidate_title"])
        )
    return pairs


MEASURES = ("rho", "alpha", "weighted_kappa")
"""The names of the measures."""

COLUMNS = ["annotator", "facet", "asked", "pairs", *MEASURES, "threshold", "passed"]

PAIR_COLUMNS = (
    "annotator query_id facet candidate_id grade settled why query_title candidate_title"
).split()

YES = "yes"
NO = "no"

_ROUNDING = 1e-9  # a correlation of 1 may come out as the number below it


def group_grades(rows: Sequence[Row]) -> dict[str, dict[Item, int]]:
    """Return the grades of each annotator by item, annotators sorted."""
    grades: dict[str, dict[Item, int]] = {}
    for row in sorted(rows, key=lambda row: (row.annotator, row.item)):
        grades.setdefault(row.annotator, {})[row.item] = row.grade
    return grades


def _make_measures(scheme: Scheme) -> Measures:
    """Return the measures of ``MEASURES`` for the grades of a scheme."""
    alpha = partial(krippendorff_alpha, n_grades=scheme.n_grades)
    return {"rho": spearman_rho, "alpha": alpha, "weighted_kappa": weighted_kappa}


def score_practice(
    grades: Mapping[str, Mapping[Item, int]],
    settled: Sequence[Settled],
    threshold: float,
    scheme: Scheme,
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: a row for each annotator, facet (and ``all``).

    The facets are those of ``scheme``.

    Of ``asked`` pairs the annotator graded ``pairs``. Who graded all with a rho of at least
    ``threshold`` over all queries ``passed``. Undefined values are empty; with equal grades for all
    no annotator passes.
    """
    gold = {pair.item: pair.grade for pair in settled}
    measures = _make_measures(scheme)
    table = []
    for annotator, graded in grades.items():
        for slice_name, n_graded, values in measure_slices(graded, gold, measures, scheme):
            n_asked = sum(slice_name in (ALL, item.facet) for item in gold)
            passed = None
            if slice_name == ALL:
                rho = values[0]
                is_alike = rho is not None and rho >= threshold - _ROUNDING
                passed = YES if is_alike and n_graded == n_asked else NO
            table.append((annotator, slice_name, n_asked, n_graded, *values, threshold, passed))
    return pd.DataFrame(table, columns=COLUMNS)


def list_differences(
    grades: Mapping[str, Mapping[Item, int]], settled: Sequence[Settled]
) -> pd.DataFrame:
    """Return the table of ``PAIR_COLUMNS``: each annotator's differing pairs, the furthest first.

    Texts are safe in a spreadsheet.
    """
    table = []
    for annotator, graded in grades.items():
        differing = []
        for pair in settled:
            if graded.get(pair.item, pair.grade) != pair.grade:
                differing.append(pair)
        differing.sort(key=lambda pair: (-abs(graded[pair.item] - pair.grade), pair.item))

        for pair in differing:
            texts = (defuse(pair.why), defuse(pair.query_title), defuse(pair.candidate_title))
            grade = graded[pair.item]
            table.append((defuse(annotator), *pair.item, grade, pair.grade, *texts))
    return pd.DataFrame(table, columns=PAIR_COLUMNS)


def tell_results(scores: pd.DataFrame) -> None:
    """Log how each annotator did, as a warning of whoever did not pass."""
    for row in scores[scores.facet == ALL].itertuples():
        rho = "undefined" if pd.isna(row.rho) else f"{row.rho:.2f}"
        level = logging.INFO
        result = "passed"
        if row.passed != YES:
            level = logging.WARNING
            result = "not passed, see practice_pairs.csv"
        _LOG.log(
            level,
            "Practice, annotator %s: %d of %d pairs graded, rho %s (%s is asked): %s.",
            row.annotator,
            row.pairs,
            row.asked,
            rho,
            row.threshold,
            result,
        )
