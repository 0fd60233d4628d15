"""Further annotators: another pass over the same items, compared with the gold, never part of it.

Source: CSFCube, section 4 and appendix B. A model's judgments are read in the same way.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.collections.schemes import ALL, Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import FURTHER_GRADES, make_table
from paperpool.workflow.annotation.export_rows import Exports
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ANNOTATION

Grades = NDArray[np.int_]
Measure = Callable[[Grades, Grades], float]

COLUMNS = "name facet measure value n_pairs".split()


def read_further(
    files: Mapping[str, Sequence[str | Path]], items: Sequence[Item], scheme: Scheme
) -> tuple[dict[str, dict[Item, int]], dict[str, Exports]]:
    """Return the grades and exports of each further pass; UserError as of ``read_passes``."""
    passes = {name: (paths, ANNOTATION) for name, paths in files.items()}
    exports = read_passes(passes, items, scheme, "annotation.further.{}")
    grades = {}
    for name, of_pass in exports.items():
        grades[name] = {row.item: row.grade for row in of_pass.rows}
    return grades, exports


def read_passes(
    passes: Mapping[str, tuple[Sequence[str | Path], str]],
    items: Sequence[Item],
    scheme: Scheme,
    where: str,
) -> dict[str, Exports]:
    """Return the exports of passes over ``items`` by name; each pass is its files and its stage.

    Facets and grades are of ``scheme``. The configuration has a pass at ``where``, a pattern with
    its name. Raises UserError with the problems of all passes: those of ``read_exports``, and items
    that two annotators graded.
    """
    exports: dict[str, Exports] = {}
    problems: list[Problem] = []
    for name, (paths, stage) in passes.items():
        try:
            exports[name] = read_exports(paths, items, scheme, [stage])
        except UserError as error:
            problems += error.problems
            continue

        counts = Counter(row.item for row in exports[name].rows)
        twice = [" ".join(item) for item, count in counts.items() if count > 1]
        if twice:
            message = f"{len(twice)} pairs have two grades: {name_some(twice)}."
            hint = "A pass has one grade per pair: that of one annotator."
            problems.append(Problem(message, where.format(name), hint))
    if problems:
        raise UserError(problems)
    return exports


def further_table(grades: Mapping[str, Mapping[Item, int]]) -> pa.Table:
    """Return the grades as a table, sorted by name, query, facet and candidate."""
    rows = []
    for name, of_pass in grades.items():
        for item, grade in of_pass.items():
            rows.append((name, *item, grade))
    return make_table(sorted(rows), FURTHER_GRADES)


def compare_further(
    grades: Mapping[str, Mapping[Item, int]],
    gold: Mapping[Item, int],
    measures: Mapping[str, Measure],
    scheme: Scheme,
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: each pass against the gold, per facet and over all.

    The facets are those of ``scheme``.

    Grades of all queries are pooled, as in the paper's 45 pairs; ``n_pairs`` have both grades. A
    measure takes two aligned lists of grades, shape (n,), n >= 1; undefined values are empty.
    """
    gold = dict(sorted(gold.items()))
    rows = []
    for name, of_pass in grades.items():
        for slice_name, n_shared, values in measure_slices(of_pass, gold, measures, scheme):
            for measure, value in zip(measures, values, strict=True):
                rows.append((name, slice_name, measure, value, n_shared))
    return pd.DataFrame(rows, columns=COLUMNS)


def measure_slices(
    grades: Mapping[Item, int],
    gold: Mapping[Item, int],
    measures: Mapping[str, Measure],
    scheme: Scheme,
) -> Iterator[tuple[str, int, list[float | None]]]:
    """Yield each slice, its items with both grades, and the measures, None if undefined."""
    for slice_name in scheme.slices:
        shared = []
        for item in gold:
            if item in grades and slice_name in (ALL, item.facet):
                shared.append(item)
        first = np.array([grades[item] for item in shared], dtype=int)
        second = np.array([gold[item] for item in shared], dtype=int)

        values: list[float | None] = []
        for measure in measures.values():
            value = measure(first, second) if shared else math.nan
            values.append(None if math.isnan(value) else value)
        yield slice_name, len(shared), values
