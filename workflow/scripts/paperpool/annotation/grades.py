"""The grades of every candidate that two annotators graded, settled or not.

A release holds complete (query, facet) pairs only; how far the annotators agree is asked before
anything is adjudicated (CSFCube, section 4 and Table 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from paperpool.annotation.adjudication import Settlement
from paperpool.collections.collection import Judgments
from paperpool.collections.facets import UNGRADED
from paperpool.io.tables import ANNOTATOR_GRADES, read_table


def align_judgments(
    candidates: Sequence[str],
    settled: Mapping[str, int],
    said: Mapping[str, Mapping[str, int]],
    annotators: Sequence[str],
) -> Judgments:
    """Return the judgments of a pair, with those of ``annotators`` who graded any of it.

    ``settled`` and ``said`` (by annotator) are keyed by candidate; what is missing is ungraded.
    """
    present = [a for a in annotators if any(a in said[candidate] for candidate in candidates)]
    return Judgments(
        tuple(candidates),
        tuple(settled.get(candidate, UNGRADED) for candidate in candidates),
        {a: tuple(said[candidate].get(a, UNGRADED) for candidate in candidates) for a in present},
    )


def grades_table(settlement: Settlement, columns: Mapping[str, str]) -> pa.Table:
    """Return both grades of each item that two annotators graded, sorted by item and annotator.

    ``columns`` maps an annotator's identity to their column in the release (ann1, ann2, ...), in
    the order of the columns.
    """
    return pa.Table.from_pylist(
        [
            {
                **item._asdict(),
                "annotator": column,
                "grade": settlement.said[item][identity],
                "settled": settlement.gold.get(item),
            }
            for item in sorted(settlement.said)
            for identity, column in columns.items()
            if identity in settlement.said[item]
        ],
        ANNOTATOR_GRADES,
    )


def read_grades(path: str | Path) -> dict[tuple[str, str], Judgments]:
    """Read what ``grades_table`` gave, by (query, facet); unsettled candidates are ungraded."""
    said: dict[tuple[str, str], dict[str, dict[str, int]]] = {}
    settled: dict[tuple[str, str], dict[str, int]] = {}
    annotators: dict[str, None] = {}
    for row in read_table(path, ANNOTATOR_GRADES).to_pylist():
        pair, candidate = (row["query_id"], row["facet"]), row["candidate_id"]
        said.setdefault(pair, {}).setdefault(candidate, {})[row["annotator"]] = row["grade"]
        if row["settled"] is not None:
            settled.setdefault(pair, {})[candidate] = row["settled"]
        annotators[row["annotator"]] = None
    return {
        pair: align_judgments(list(of_pair), settled.get(pair, {}), of_pair, list(annotators))
        for pair, of_pair in said.items()
    }
