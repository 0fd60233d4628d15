"""The size of a collection and of its grades: CSFCube's Table 1, its queries, its cited papers.

A query counts if it was judged as a candidate: only so are there 6,244 query-candidate pairs. The
paper prints 9.8 candidates of grade 2 or 3 per query but the released grades give 9.92.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import fmean

import pandas as pd

from paperpool.collections.collection import Collection, Pair
from paperpool.collections.schemes import Scheme
from paperpool.workflow.annotation.pool_sources import (
    count_source_grades,
    share_cited_below_relevant,
)
from paperpool.workflow.pools.queries import OTHER_PERIOD, name_period

COLUMNS = "statistic aggregate value published".split()

PERIODS = ((1994, 1999), (2000, 2004), (2005, 2009), (2010, 2014), (2015, 2019))
"""The years that queries were drawn from (annotator guidelines, section 1.4)."""

RATED = "rated_1_or_more"
"""The statistic of candidates of grade 1 or more."""

OTHER_YEARS = "other years"

UNKNOWN = "unknown"

Row = tuple[str, str, float]


def describe_collection(collection: Collection, published: Mapping[Pair, float]) -> pd.DataFrame:
    """Return the table of ``COLUMNS``; ``published`` maps (statistic, aggregate) to a score.

    Statistics of Table 1: ``query_facet_pairs``, ``query_papers``, ``query_candidate_pairs``
    (``total``), ``pool_size`` (``mean``), and candidates per pair of grade 1 or more,
    ``rated_1_or_more``, and of a relevant grade, in CSFCube ``rated_2_or_3`` (``min``, ``max``,
    ``mean``). Then pairs and papers by period and type, and the share of cited candidates that are
    not relevant, in CSFCube ``cited_rated_0_or_1``. See ``name_relevant`` and ``name_cited``.
    """
    rows = list(_describe_pairs(collection))
    rows += _describe_queries(collection)
    scheme = collection.scheme
    cited = share_cited_below_relevant(count_source_grades(collection), scheme.relevant)
    for facet in scheme.facet_names:
        if facet in cited:
            rows.append((name_cited(scheme), facet, cited[facet]))

    table = []
    for statistic, aggregate, value in rows:
        table.append((statistic, aggregate, value, published.get((statistic, aggregate))))
    return pd.DataFrame(table, columns=COLUMNS)


def name_relevant(scheme: Scheme) -> str:
    """Return the name of the statistic of relevant candidates, by their grades: ``rated_2_or_3``.

    If every grade from 1 on is relevant, it is ``rated_1_or_more``.
    """
    if scheme.relevant == 1:
        return RATED
    return f"rated_{_join_grades(range(scheme.relevant, scheme.n_grades))}"


def name_cited(scheme: Scheme) -> str:
    """Return the name of the statistic of cited candidates that are not relevant.

    It has their grades, as in ``cited_rated_0_or_1``.
    """
    return f"cited_rated_{_join_grades(range(scheme.relevant))}"


def _join_grades(grades: Iterable[int]) -> str:
    return "_or_".join(map(str, grades))


def _describe_pairs(collection: Collection) -> Iterable[Row]:
    """Yield the numbers of pairs and candidates, and of candidates by their grade."""
    grades = [collection.judgments[pair].adjudicated for pair in collection.pairs()]
    sizes = [len(of_pair) for of_pair in grades]
    yield "query_facet_pairs", "total", len(grades)
    yield "query_papers", "total", len({query for query, _ in collection.pairs()})
    if sizes:
        yield "pool_size", "mean", fmean(sizes)
    yield "query_candidate_pairs", "total", sum(sizes)

    scheme = collection.scheme
    for name, least in {RATED: 1, name_relevant(scheme): scheme.relevant}.items():
        counts = []
        for of_pair in grades:
            counts.append(sum(grade >= least for grade in of_pair))
        if not counts:  # an import of which no pair is complete yet
            continue
        yield name, "min", min(counts)
        yield name, "max", max(counts)
        yield name, "mean", fmean(counts)


def _describe_queries(collection: Collection) -> Iterable[Row]:
    """Yield the numbers of pairs and papers by period and by type of paper."""
    listed = {(query.paper_id, query.facet): query for query in collection.queries}
    periods: dict[Pair, str] = {}
    types: dict[Pair, str] = {}
    for pair in collection.pairs():
        query = listed.get(pair)
        year = query.year if query else None
        if not year and pair[0] in collection.papers:
            year = collection.labelled(pair[0]).year
        period = name_period(year, PERIODS)
        periods[pair] = {"": UNKNOWN, OTHER_PERIOD: OTHER_YEARS}.get(period, period)
        types[pair] = (query.paper_type if query else "") or UNKNOWN

    names = [f"{first}-{last}" for first, last in PERIODS]
    yield from _count_queries("period", periods, [*names, OTHER_YEARS, UNKNOWN], names)
    yield from _count_queries("type", types, sorted(set(types.values())), ())


def _count_queries(
    name: str, values: Mapping[Pair, str], order: Iterable[str], always: Iterable[str]
) -> Iterable[Row]:
    """Yield the pairs and papers with each value, those of ``always`` even if there are 0.

    A paper of two facets counts by the first of its pairs.
    """
    of_papers: dict[str, str] = {}
    for (query, _), value in values.items():
        of_papers.setdefault(query, value)
    for statistic, counts in (
        (f"pairs_by_{name}", Counter(values.values())),
        (f"papers_by_{name}", Counter(of_papers.values())),
    ):
        for value in order:
            if counts[value] or value in always:
                yield statistic, value, counts[value]
