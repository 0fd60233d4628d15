"""Imagined people: two annotators, an adjudicator, a further pass, practice, and a model judge.

Their grades come from how the plan of the demo corpus relates two papers. The judge gives many
pairs one grade more, as models do most often.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from paperpool.collections.schemes import default_scheme
from paperpool.extras.demo.collection import adjudicated_grades, annotator_grades
from paperpool.extras.demo.corpus_plan import Plan
from paperpool.io.files import write_json
from paperpool.io.json_lines import write_json_lines
from paperpool.workflow.annotation.guidelines import CANDIDATE, CONTROL
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.practice import PRACTICE, Settled
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION

ANNOTATORS = (1, 2)
ADJUDICATOR = 3
EXPERT = 4
"""User ids of the imagined annotators."""

EXPERT_CANDIDATES = 5
"""Candidates per query and facet that the expert grades again (CSFCube, appendix B)."""

_BEGIN = datetime(2024, 5, 6, 9, tzinfo=UTC)
"""When the imagined annotators began."""

_EACH = timedelta(seconds=30)
"""How long after the one before it each annotation was made."""

Said = dict[Item, dict[int, int]]
"""The grade of each user for each item."""


def simulate_annotators(items: Iterable[Item], plan: Plan) -> tuple[Said, Said, Said]:
    """Return the grades of the two annotators, the adjudicator and the expert."""
    groups: dict[tuple[str, str], list[str]] = {}
    for item in items:
        groups.setdefault((item.query_id, item.facet), []).append(item.candidate_id)

    facets = default_scheme().facet_names
    index = {paper_id: i for i, paper_id in enumerate(plan.ids(np.arange(len(plan))))}
    first: Said = {}
    ruled: Said = {}
    again: Said = {}
    for (query, facet), candidates in groups.items():
        number = facets.index(facet)
        generator = np.random.default_rng([plan.seed, 400, index[query], number])
        candidates = sorted(candidates)
        papers = np.array([index[candidate] for candidate in candidates])

        latent = adjudicated_grades(plan, index[query], number, papers, generator)
        said = [annotator_grades(latent, number, generator) for _ in ANNOTATORS]
        expert = annotator_grades(latent, number, generator)

        count = min(EXPERT_CANDIDATES, len(candidates))
        chosen = set(generator.choice(len(candidates), count, replace=False).tolist())
        for i, candidate in enumerate(candidates):
            item = Item(query, facet, candidate)
            first[item] = {a: int(said[k][i]) for k, a in enumerate(ANNOTATORS)}
            if len(set(first[item].values())) > 1:
                ruled[item] = {ADJUDICATOR: int(latent[i])}
            if i in chosen:
                again[item] = {EXPERT: int(expert[i])}
    return first, ruled, again


def write_exports(
    items: Iterable[Item],
    plan: Plan,
    annotators: str | Path,
    adjudicator: str | Path,
    expert: str | Path,
) -> None:
    """Write the grades as three exports."""
    first, ruled, again = simulate_annotators(items, plan)
    write_json(annotators, format_export(first, ANNOTATION))
    write_json(adjudicator, format_export(ruled, ADJUDICATION))
    write_json(expert, format_export(again, ANNOTATION))


def simulate_gold(items: Iterable[Item], plan: Plan) -> dict[Item, int]:
    """Return the settled grade of each item: the adjudicator's if the annotators differ."""
    first, ruled, _ = simulate_annotators(items, plan)
    gold = {}
    for item, grades in first.items():
        gold[item] = next(iter(ruled.get(item, grades).values()))
    return gold


def format_export(said: Mapping[Item, Mapping[int, int]], stage: str) -> list[dict[str, Any]]:
    """Return grades as an export of Label Studio: a task per item, an annotation per user."""
    tasks = []
    n_annotations = 0
    for number, (item, grades) in enumerate(said.items(), 1):
        annotations = []
        for user, grade in grades.items():
            n_annotations += 1
            result = {
                "type": "choices",
                "value": {"choices": [str(grade)]},
                "from_name": CONTROL,
                "to_name": CANDIDATE,
            }
            annotations.append(
                {
                    "id": n_annotations,
                    "completed_by": user,
                    "was_cancelled": False,
                    "created_at": (_BEGIN + n_annotations * _EACH).isoformat(),
                    "lead_time": 10.0 + (7 * n_annotations + 5 * user) % 31,
                    "result": [result],
                }
            )

        data = item._asdict() | {"stage": stage}
        tasks.append({"id": number, "data": data, "annotations": annotations})
    return tasks


TOO_HIGH = 0.45
"""How often it gives one more than the settled grade, if there is a higher one."""


def simulate_judge(items: Iterable[Item], plan: Plan) -> dict[Item, int]:
    """Return the judge's grade of each item, in the order of items; the same for the same plan."""
    scheme = default_scheme()
    gold = simulate_gold(items, plan)
    index = {paper_id: i for i, paper_id in enumerate(plan.ids(np.arange(len(plan))))}
    grades: dict[Item, int] = {}
    generators: dict[tuple[str, str], np.random.Generator] = {}
    for item in sorted(gold):
        pair = (item.query_id, item.facet)
        if pair not in generators:
            number = scheme.facet_names.index(item.facet)
            key = [plan.seed, 410, index[item.query_id], number]
            generators[pair] = np.random.default_rng(key)
        is_too_high = generators[pair].random() < TOO_HIGH
        grades[item] = min(gold[item] + int(is_too_high), scheme.max_grade)
    return grades


def write_judge(items: Iterable[Item], plan: Plan, path: str | Path) -> None:
    """Write the judge's grades as lines of JSON, in the form that ``annotation.judges`` reads."""
    rows = []
    for item, grade in simulate_judge(items, plan).items():
        rows.append(
            {
                "query": item.query_id,
                "facet": item.facet,
                "candidate": item.candidate_id,
                "grade": grade,
            }
        )
    write_json_lines(rows, path)


GUESSER = 5
"""The user id of the one who guesses, without other grades."""


def simulate_practice(settled: Sequence[Settled], seed: int) -> Said:
    """Return each one's grade of each pair; equal pairs and seeds give equal grades."""
    scheme = default_scheme()
    generator = np.random.default_rng([seed, 410])
    said: Said = {pair.item: {} for pair in settled}
    for user in ANNOTATORS:
        for number, facet in enumerate(scheme.facet_names):
            of_facet = [pair for pair in settled if pair.item.facet == facet]
            gold = np.array([pair.grade for pair in of_facet], dtype=np.int64)
            grades = annotator_grades(gold, number, generator)
            for pair, grade in zip(of_facet, grades.tolist(), strict=True):
                said[pair.item][user] = grade

    guessed = generator.integers(0, scheme.n_grades, len(settled)).tolist()
    for pair, grade in zip(settled, guessed, strict=True):
        said[pair.item][GUESSER] = grade
    return said


def write_practice(settled: Sequence[Settled], seed: int, path: str | Path) -> None:
    """Write the grades of ``simulate_practice`` as an export."""
    write_json(path, format_export(simulate_practice(settled, seed), PRACTICE))
