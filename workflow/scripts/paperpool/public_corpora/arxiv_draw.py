"""Which papers of arXiv are in the corpus, and in which order: drawn with a seed of its own."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

SEED = 20200705

MOST = {"Mathematics": 12_000, "Physics": 12_000}
"""Papers of a field at most, of which the source has more; of other fields all are there."""


def draw_papers(by_field: Mapping[str, Collection[str]]) -> list[str]:
    """Return the arXiv ids of the corpus in its order.

    The fields in the order of their names, each sorted by id as text; of a field that ``MOST``
    bounds as many are drawn; then all are shuffled. One generator does both, so other papers in
    the source mean another draw and another order.
    """
    generator = random.Random(SEED)
    chosen: list[str] = []
    for field, ids in sorted(by_field.items()):
        ordered = sorted(ids)
        most = MOST.get(field, len(ordered))
        chosen += ordered if len(ordered) <= most else generator.sample(ordered, most)
    generator.shuffle(chosen)
    return chosen
