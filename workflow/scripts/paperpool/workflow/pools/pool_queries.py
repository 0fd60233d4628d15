"""A query paper of the pools, and how its (paper, facet) pairs are joined.

Source: CSFCube's annotator guidelines, section 1.4 ("Query abstracts"): a query is a paper with
facets. Its quota is the number of new papers from each ranked source.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from paperpool.collections.collection import Query

QUOTA = 12
"""New papers per ranked source, as in 27 of the release's 34 pools (the other 7 have 33)."""


@dataclass(frozen=True)
class PoolQuery:
    """A query paper: its facets, in the order of the scheme, and its quota."""

    query_id: str
    facets: tuple[str, ...]
    year: int | None = None
    title: str = ""
    paper_type: str = ""
    quota: int = QUOTA


def join_facets(queries: Iterable[Query], facet_names: Sequence[str]) -> list[PoolQuery]:
    """Join (paper, facet) pairs into one query per paper, sorted by id.

    Its facets are in the order of ``facet_names``. Year, title and type come from the first row
    that has them.
    """
    joined: dict[str, PoolQuery] = {}
    for query in queries:
        before = joined.get(query.paper_id, PoolQuery(query.paper_id, ()))
        facets = {*before.facets, query.facet}
        joined[query.paper_id] = replace(
            before,
            facets=tuple(facet for facet in facet_names if facet in facets),
            year=query.year if before.year is None else before.year,
            title=before.title or query.title,
            paper_type=before.paper_type or query.paper_type,
        )
    return [joined[query_id] for query_id in sorted(joined)]
