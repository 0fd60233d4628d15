"""The papers that pools are drawn from: those with an abstract that a filter of the corpus keeps.

An annotator cannot judge a paper by its title alone, so one without an abstract is no candidate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc


def are_candidates(papers: pa.RecordBatch, column: str) -> pa.Array:
    """Say which rows are candidates: ``column`` is true, and there is an abstract."""
    return pc.and_(papers[column], have_abstracts(papers))


def have_abstracts(papers: pa.RecordBatch) -> pa.Array:
    """Say which rows have an abstract that is more than white space."""
    lengths = pc.utf8_length(pc.utf8_trim_whitespace(papers["abstract"]))
    return pc.greater(pc.fill_null(lengths, 0), 0)


def list_fates(counts: Mapping[str, Any], n_candidates: int) -> dict[str, int]:
    """Return how many readable papers had which fate; the numbers add up to all of them.

    ``counts`` are a filter's in corpus/summary.json. Fates are its drop reasons, ``no_abstract``
    of those that it keeps, and ``candidate``.
    """
    n_bare = counts["kept"] - n_candidates
    return {**counts["dropped"], "no_abstract": n_bare, "candidate": n_candidates}
