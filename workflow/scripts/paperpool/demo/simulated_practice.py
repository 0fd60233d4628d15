"""Imagined annotators who practise: two who err as annotators do, and one who guesses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paperpool.annotation.practice import PRACTICE, Settled
from paperpool.collections.facets import FACETS, MAX_GRADE
from paperpool.demo.judging import annotator_grades
from paperpool.demo.simulated_annotators import ANNOTATORS, Said, format_export
from paperpool.io.files import write_json

GUESSER = 5
"""The user id of the one who guesses, and who grades nothing else."""


def simulate_practice(settled: Sequence[Settled], seed: int) -> Said:
    """Return what each says of each pair; equal pairs and seeds give equal grades."""
    generator = np.random.default_rng([seed, 410])
    said: Said = {pair.item: {} for pair in settled}
    for user in ANNOTATORS:
        for number, facet in enumerate(FACETS):
            of_facet = [pair for pair in settled if pair.item.facet == facet]
            grades = np.array([pair.grade for pair in of_facet], dtype=np.int64)
            given = annotator_grades(grades, number, generator)
            for pair, grade in zip(of_facet, given.tolist(), strict=True):
                said[pair.item][user] = grade
    guessed = generator.integers(0, MAX_GRADE + 1, len(settled)).tolist()
    for pair, grade in zip(settled, guessed, strict=True):
        said[pair.item][GUESSER] = grade
    return said


def write_practice(settled: Sequence[Settled], seed: int, path: str | Path) -> None:
    """Write what ``simulate_practice`` gives as an export."""
    write_json(path, format_export(simulate_practice(settled, seed), PRACTICE))
