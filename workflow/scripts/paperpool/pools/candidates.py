"""The papers that pools are drawn from: those with an abstract that a filter of the corpus keeps.

An annotator cannot judge a paper by its title alone, so one without an abstract is no candidate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

NO_ABSTRACT = "no_abstract"
CANDIDATE = "candidate"


def are_candidates(papers: pa.RecordBatch, column: str) -> pa.Array:
    """Say which rows are candidates: ``column`` is true, and there is an abstract."""
    return pc.and_(papers[column], have_abstracts(papers))


def have_abstracts(papers: pa.RecordBatch) -> pa.Array:
    """Say which rows have an abstract that is more than white space."""
    lengths = pc.utf8_length(pc.utf8_trim_whitespace(papers["abstract"]))
    return pc.greater(pc.fill_null(lengths, 0), 0)


@dataclass(frozen=True)
class CandidateCounts:
    """How many readable papers of a corpus the filter drops, by reason, and how many it keeps.

    ``kept_always`` of those kept were named, as queries or in ``data.csfcube`` or ``corpus.keep``.
    ``candidates`` are those kept that have an abstract.
    """

    filter: str
    readable: int
    dropped: Mapping[str, int]
    kept_always: int
    candidates: int

    @property
    def kept(self) -> int:
        return self.readable - sum(self.dropped.values())

    @property
    def without_abstract(self) -> int:
        return self.kept - self.candidates

    @property
    def are_only_named(self) -> bool:
        """Whether the filter dropped papers and itself kept none: all were named."""
        return self.kept == self.kept_always < self.readable

    def table(self) -> pd.DataFrame:
        """Return a row for what became of the papers; the numbers add up to the readable papers."""
        fates = {**self.dropped, NO_ABSTRACT: self.without_abstract, CANDIDATE: self.candidates}
        rows = [(self.filter, fate, n) for fate, n in fates.items()]
        return pd.DataFrame(rows, columns=["filter", "fate", "n"])


def count_candidates(summary: Mapping[str, Any], name: str, candidates: int) -> CandidateCounts:
    """Return the counts of the filter ``name`` from corpus/summary.json."""
    of_filter = summary["filters"][name]
    kept_always = of_filter["kept_always"]
    return CandidateCounts(name, summary["readable"], of_filter["dropped"], kept_always, candidates)
