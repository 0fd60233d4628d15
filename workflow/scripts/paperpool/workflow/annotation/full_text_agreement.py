"""Agreement of grades from the abstracts with grades from the full texts.

Source: CSFCube, section 4 ("Full-text vs abstract annotations") and appendix B: one expert grades
45 pairs twice; Spearman's rho, Krippendorff's alpha, Cohen's kappa and the share of equal grades
are over all pairs together, and the time of a pair is given for each pass.
"""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import pandas as pd

from paperpool.collections.schemes import ALL, Scheme
from paperpool.errors import Problem, UserError, name_some
from paperpool.workflow.annotation import further
from paperpool.workflow.annotation.agreement import make_measures
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.full_text_pairs import PASSES
from paperpool.workflow.annotation.items import Item

COLUMNS = "facet measure value published n_pairs".split()

SECONDS = {stage: f"seconds_{stage}" for stage in PASSES}
"""The measure of each pass that is the median time of a pair, if its exports have it."""

_LOG = logging.getLogger("paperpool")


def read_passes(
    files: Mapping[str, Sequence[str | Path]], items: Sequence[Item], scheme: Scheme
) -> dict[str, dict[Item, Row]]:
    """Return the rows of each pass by item; ``files`` has the exports of each of ``PASSES``.

    Raises UserError with the problems of both passes, and if two people graded a pair: their
    difference would be taken for that of the texts.
    """
    passes = {stage: (files[stage], stage) for stage in PASSES}
    exports = further.read_passes(passes, items, scheme, "annotation.full_text.{}s")
    rows: dict[str, dict[Item, Row]] = {}
    for stage, of_pass in exports.items():
        rows[stage] = {row.item: row for row in of_pass.rows}

    first, second = (rows[stage] for stage in PASSES)
    differing = []
    for item in items:
        is_both = item in first and item in second
        if is_both and first[item].annotator != second[item].annotator:
            differing.append(" ".join(item))
    if differing:
        message = f"{len(differing)} pairs were graded by another annotator in the second pass: "
        hint = "One and the same person grades a pair from the abstracts and from the full texts."
        raise UserError(Problem(f"{message}{name_some(differing)}.", "annotation.full_text", hint))
    return rows


def compare_passes(
    rows: Mapping[str, Mapping[Item, Row]],
    n_drawn: int,
    scheme: Scheme,
    published: Mapping[tuple[str, str], float],
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: the measures of agreement by facet and over all pairs.

    Then, over all, the median seconds of a pair in each pass. ``published`` has the paper's scores
    by (facet, measure). Undefined values are empty. Warns of the ``n_drawn`` pairs without a grade.
    """
    grades: dict[str, dict[Item, int]] = {}
    for stage in PASSES:
        grades[stage] = {item: row.grade for item, row in rows[stage].items()}
    first, second = (grades[stage] for stage in PASSES)
    measures = make_measures(scheme)
    table = further.compare_further({"": first}, second, measures, scheme).drop(columns="name")

    n_both = len(first.keys() & second.keys())
    if n_both < n_drawn:
        _LOG.warning(
            "%d of %d pairs lack a grade from the abstracts or from the full texts.",
            n_drawn - n_both,
            n_drawn,
        )

    for stage, of_pass in rows.items():
        seconds = [row.seconds for row in of_pass.values() if row.seconds is not None]
        score = median(seconds) if seconds else None
        table.loc[len(table)] = [ALL, SECONDS[stage], score, len(seconds)]
    printed = [published.get(cell) for cell in zip(table.facet, table.measure, strict=True)]
    return table.assign(published=pd.Series(printed, dtype=float))[COLUMNS]
