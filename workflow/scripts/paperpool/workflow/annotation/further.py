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

from paperpool.collections.facets import SLICES
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import FURTHER_GRADES, make_table
from paperpool.workflow.annotation.export_rows import Exports
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.material import Item
from paperpool.workflow.annotation.tasks import ANNOTATION

Grades = NDArray[np.int_]
Measure = Callable[[Grades, Grades], float]

COLUMNS = "name facet measure value n_pairs".split()


def read_further(
    files: Mapping[str, Sequence[str | Path]], items: Sequence[Item]
) -> tuple[dict[str, dict[Item, int]], dict[str, Exports]]:
    """Return the grades and exports of each further pass; UserError as of ``read_passes``."""
    passes = {name: (paths, ANNOTATION) for name, paths in files.items()}
    exports = read_passes(passes, items, "annotation.further.{}")
    grades = {name: {row.item: row.grade for row in e.rows} for name, e in exports.items()}
    return grades, exports


def read_passes(
    passes: Mapping[str, tuple[Sequence[str | Path], str]], items: Sequence[Item], where: str
) -> dict[str, Exports]:
    """Return the exports of passes over ``items`` by name; each pass is its files and its stage.

    The configuration has a pass at ``where``, a pattern with its name. Raises UserError with the
    problems of all passes: those of ``read_exports``, and items that two annotators graded.
    """
    read, problems = {}, []
    for name, (paths, stage) in passes.items():
        try:
            read[name] = read_exports(paths, items, [stage])
        except UserError as error:
            problems += error.problems
            continue
        counts = Counter(row.item for row in read[name].rows)
        if twice := [" ".join(item) for item, count in counts.items() if count > 1]:
            what = f"{len(twice)} pairs have two grades: {name_some(twice)}."
            hint = "A pass has one grade per pair: that of one annotator."
            problems.append(Problem(what, where.format(name), hint))
    if problems:
        raise UserError(problems)
    return read


def further_table(grades: Mapping[str, Mapping[Item, int]]) -> pa.Table:
    """Return the grades as a table, sorted by name, query, facet and candidate."""
    rows = [(name, *item, g) for name, of_name in grades.items() for item, g in of_name.items()]
    return make_table(sorted(rows), FURTHER_GRADES)


def compare_further(
    grades: Mapping[str, Mapping[Item, int]],
    gold: Mapping[Item, int],
    measures: Mapping[str, Measure],
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: each pass against the gold, per facet and over all.

    Grades of all queries are pooled, as in the paper's 45 pairs; ``n_pairs`` have both grades. A
    measure takes two aligned lists of grades, shape (n,), n >= 1; undefined values are empty.
    """
    gold = dict(sorted(gold.items()))
    rows = [
        (name, slice_name, measure, value, n_shared)
        for name, of_name in grades.items()
        for slice_name, n_shared, values in measure_slices(of_name, gold, measures)
        for measure, value in zip(measures, values, strict=True)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)


def measure_slices(
    grades: Mapping[Item, int], gold: Mapping[Item, int], measures: Mapping[str, Measure]
) -> Iterator[tuple[str, int, list[float | None]]]:
    """Yield each of ``SLICES``, its items with both grades, and the measures, None if undefined."""
    for slice_name in SLICES:
        shared = [i for i in gold if i in grades and slice_name in ("all", i.facet)]
        both = [np.array([given[i] for i in shared], dtype=int) for given in (grades, gold)]
        values = [measure(*both) if shared else math.nan for measure in measures.values()]
        yield slice_name, len(shared), [None if math.isnan(v) else v for v in values]
