"""The documents that the paper shows: where each ranker puts them.

Source: SciSearch, appendix D, after CSFCube's own error analysis: documents that earlier rankers
misplaced, with what the authors say of them after training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from paperpool.csfcube.collection import Collection
from paperpool.runs import Run
from paperpool.scisearch.tables import EXAMPLE_COLUMNS


@dataclass(frozen=True)
class Document:
    """A document of the appendix; ``expected`` is where it belongs, relevant or irrelevant."""

    example: str
    facet: str
    query_id: str
    candidate_id: str
    expected: str


DOCUMENTS = (
    Document("Salient Aspects", "background", "1791179", "12156882", "irrelevant"),
    Document("Domain Specific Similarities", "result", "3264891", "40151482", "relevant"),
    Document("Domain Specific Similarities", "result", "3264891", "15748075", "relevant"),
    Document("Mechanistic Similarities", "method", "10010426", "6541910", "relevant"),
    Document("Context Dependence of Facets", "result", "5052952", "17025981", "relevant"),
)
"""Every document that is named; the example of multiple aspects names none."""


def rank_examples(collection: Collection, runs: Mapping[str, Mapping[str, Run]]) -> pd.DataFrame:
    """Return the rank of each document that the collection has, by protocol and ranker.

    Columns ``EXAMPLE_COLUMNS``; no row of a document that is not judged for its query's facet.
    """
    rows = []
    for document in DOCUMENTS:
        pair = (document.query_id, document.facet)
        if pair not in collection.judgments:
            continue
        grade = collection.judgments[pair].grades().get(document.candidate_id)
        if grade is None:
            continue
        told = (document.example, document.facet, document.query_id, document.candidate_id)
        for protocol, of_protocol in runs.items():
            for ranker, run in of_protocol.items():
                ranked = [candidate for candidate, _ in run[pair]]
                rank = ranked.index(document.candidate_id) + 1
                rows.append((*told, grade, document.expected, protocol, ranker, rank, len(ranked)))
    return pd.DataFrame(rows, columns=EXAMPLE_COLUMNS)
