"""An imagined model judge of a demo: it grades every pair, and many of them one too high.

So the audit has something to find: what models do most often (``paperpool.judges.faults``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from paperpool.annotation.material import Item
from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.demo.plan import Plan
from paperpool.demo.simulated_annotators import simulate_gold
from paperpool.io.files import write_text

TOO_HIGH = 0.45
"""How often it gives one more than the settled grade, where there is a higher one."""


def simulate_judge(items: Iterable[Item], plan: Plan) -> dict[Item, int]:
    """Return the judge's grade of each item, in the order of items; the same for the same plan.

    A query and facet is graded the same whatever other items there are.
    """
    gold = simulate_gold(items, plan)
    index = {paper_id: i for i, paper_id in enumerate(plan.ids(np.arange(len(plan))))}
    grades: dict[Item, int] = {}
    generators: dict[tuple[str, str], np.random.Generator] = {}
    for item in sorted(gold):
        place = (index[item.query_id], FACETS.index(item.facet))
        generator = generators.setdefault(item[:2], np.random.default_rng([plan.seed, 410, *place]))
        grades[item] = min(gold[item] + int(generator.random() < TOO_HIGH), MAX_GRADE)
    return grades


def write_judge(items: Iterable[Item], plan: Plan, path: str | Path) -> None:
    """Write the judge's grades as lines of JSON, in the form that ``annotation.judges`` reads."""
    keys = ("query", "facet", "candidate", "grade")
    rows = (
        dict(zip(keys, (*item, grade), strict=True))
        for item, grade in simulate_judge(items, plan).items()
    )
    write_text(path, "".join(json.dumps(row) + "\n" for row in rows))
