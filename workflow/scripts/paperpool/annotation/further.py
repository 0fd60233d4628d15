"""Further annotators: another pass over the same items, compared with the gold, never part of it.

Source: CSFCube, section 4 and appendix B. A model's judgments are read in the same way.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.annotation.exports import Exports, read_exports
from paperpool.annotation.material import Item
from paperpool.annotation.tasks import ANNOTATION
from paperpool.collections.facets import FACETS, SLICES
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.tables import FURTHER_GRADES, make_table

Grades = NDArray[np.int_]
Measure = Callable[[Grades, Grades], float]

COLUMNS = "name facet measure value n_pairs".split()


def read_further(
    files: Mapping[str, Sequence[str | Path]], items: Sequence[Item]
) -> tuple[dict[str, dict[Item, int]], dict[str, Exports]]:
    """Return the grades and exports of each further pass; raise UserError as ``read_pass`` does."""
    passes = {name: (paths, ANNOTATION) for name, paths in files.items()}
    exports = read_passes(passes, items, "annotation.further.{}")
    grades = {name: {row.item: row.grade for row in e.rows} for name, e in exports.items()}
    return grades, exports


def read_passes(
    passes: Mapping[str, tuple[Sequence[str | Path], str]], items: Sequence[Item], where: str
) -> dict[str, Exports]:
    """Return the exports of passes by name; raise UserError, at ``where``, with all problems."""
    read, problems = {}, []
    for name, (paths, stage) in passes.items():
        try:
            read[name] = read_pass(paths, items, stage, where.format(name))
        except UserError as error:
            problems += error.problems
    if problems:
        raise UserError(problems)
    return read


def read_pass(
    paths: Sequence[str | Path], items: Sequence[Item], stage: str, where: str
) -> Exports:
    """Read the exports of one pass over ``items``, named ``where`` in the configuration.

    Raises UserError as ``read_exports`` does, and if two annotators graded one item.
    """
    read = read_exports(paths, items, [stage])
    counts = Counter(row.item for row in read.rows)
    if twice := [item for item, count in counts.items() if count > 1]:
        what = f"{len(twice)} pairs have two grades: {name_some([' '.join(i) for i in twice])}."
        hint = "A pass has one grade per pair: that of one annotator."
        raise UserError(Problem(what, where, hint))
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
    rows = []
    for name, of_name in grades.items():
        for slice_name in SLICES:
            facets = FACETS if slice_name == "all" else (slice_name,)
            shared = sorted(i for i in of_name if i in gold and i.facet in facets)
            first = np.array([of_name[item] for item in shared], dtype=int)
            second = np.array([gold[item] for item in shared], dtype=int)
            for measure, function in measures.items():
                value = function(first, second) if shared else math.nan
                shown = None if math.isnan(value) else value
                rows.append((name, slice_name, measure, shown, len(shared)))
    return pd.DataFrame(rows, columns=COLUMNS)
