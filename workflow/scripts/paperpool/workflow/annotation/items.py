"""The pairs that annotators grade."""

from typing import NamedTuple


class Item(NamedTuple):
    """The pair of a task: the grade of a candidate for a query paper and a facet."""

    query_id: str
    facet: str
    candidate_id: str
