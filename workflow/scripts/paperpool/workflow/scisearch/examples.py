"""The documents that the paper shows, with their ranks by each ranker.

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
from paperpool.workflow.scisearch.tables import EXAMPLE_COLUMNS


@dataclass(frozen=True)
class Document:
    """A document of the appendix, and the paper's claims of its rank ``before`` and ``after``.

    A claim is false positive, false negative, true positive or true negative.
    """

    example: str
    facet: str
    query_id: str
    candidate_id: str
    before: str
    after: str


def read_documents(path: str | Path) -> list[Document]:
    """Read the documents of the appendix; the example of multiple aspects has no ids."""
    documents = []
    for row in read_rows(path):
        if row["candidate_id"]:
            names = [field.name for field in fields(Document)]
            documents.append(Document(**{name: row[name] for name in names}))
    return documents


def rank_examples(
    documents: Sequence[Document],
    collection: Collection,
    runs: Mapping[str, Mapping[str, Sequence[Run]]],
) -> pd.DataFrame:
    """Return the mean rank of each judged document by protocol and ranker (``EXAMPLE_COLUMNS``).

    A ranker has a run per training. Documents not judged for their query's facet have no row.
    """
    rows = []
    for document in documents:
        pair = (document.query_id, document.facet)
        judged = collection.judgments.get(pair)
        grade = judged.grades().get(document.candidate_id) if judged else None
        if grade is None:
            continue

        known = (document.example, document.facet, document.query_id, document.candidate_id)
        claims = (grade, document.before, document.after)
        for protocol, of_protocol in runs.items():
            for ranker, of_ranker in of_protocol.items():
                ranks = []
                for run in of_ranker:
                    order = [candidate for candidate, _ in run[pair]]
                    ranks.append(order.index(document.candidate_id) + 1)
                n_ranked = len(of_ranker[0][pair])
                sd = stdev(ranks) if len(ranks) > 1 else None
                place = (protocol, ranker, mean(ranks), n_ranked, sd, len(ranks))
                rows.append(known + claims + place)
    return pd.DataFrame(rows, columns=EXAMPLE_COLUMNS)
