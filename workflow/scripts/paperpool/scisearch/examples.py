"""The documents that the paper shows: with their ranks by each ranker.

Source: SciSearch, appendix D, after CSFCube's own error analysis: documents that earlier rankers
misplaced, with the authors' claims about them after training.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import mean, stdev

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.io.csv_rows import read_rows
from paperpool.scisearch.tables import EXAMPLE_COLUMNS


@dataclass(frozen=True)
class Document:
    """A document of the appendix; its ranks by baselines and the paper's model (``before``,
    ``after``): false positive, false negative, true positive or true negative.
    """

    example: str
    facet: str
    query_id: str
    candidate_id: str
    before: str
    after: str


def read_documents(path: str | Path) -> list[Document]:
    """Return every document that the appendix names, from ``resources/published``.

    The example of multiple aspects has no ids.
    """
    names = [field.name for field in fields(Document)]
    rows = [row for row in read_rows(path) if row["candidate_id"]]
    return [Document(**{name: row[name] for name in names}) for row in rows]


def rank_examples(
    documents: Sequence[Document],
    collection: Collection,
    runs: Mapping[str, Mapping[str, Sequence[Run]]],
) -> pd.DataFrame:
    """Return the rank of each document that the collection has, by protocol and ranker.

    Columns ``EXAMPLE_COLUMNS``, a ranker's runs being those of its trainings; no row of a document
    that is not judged for its query's facet.
    """
    rows = []
    for document in documents:
        pair = (document.query_id, document.facet)
        if pair not in collection.judgments:
            continue
        grade = collection.judgments[pair].grades().get(document.candidate_id)
        if grade is None:
            continue
        claims = (document.before, document.after)
        told = (document.example, document.facet, document.query_id, document.candidate_id)
        for protocol, of_protocol in runs.items():
            for ranker, of_ranker in of_protocol.items():
                ranked = [[candidate for candidate, _ in run[pair]] for run in of_ranker]
                ranks = [order.index(document.candidate_id) + 1 for order in ranked]
                sd = stdev(ranks) if len(ranks) > 1 else None
                figures = (mean(ranks), len(ranked[0]), sd, len(ranks))
                rows.append((*told, grade, *claims, protocol, ranker, *figures))
    return pd.DataFrame(rows, columns=EXAMPLE_COLUMNS)
