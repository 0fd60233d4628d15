"""The queries of the pools: read, checked against the corpus, and written.

Source: CSFCube's annotator guidelines, section 1.4 ("Query abstracts"): a query is a paper with
facets. Its quota is the number of new papers from each ranked source.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.collections.collection import Collection, Query
from paperpool.collections.schemes import ANY_FACET
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import format_csv, read_rows
from paperpool.io.files import write_text
from paperpool.io.tables import read_batches
from paperpool.workflow.pools.candidates import have_abstracts
from paperpool.workflow.pools.pool_queries import PoolQuery, join_facets

COLUMNS = ("query_id", "facets", "year", "title", "paper_type", "quota")
"""The columns of the list of queries; ``facets`` are separated by spaces."""

COUNT_COLUMNS = ("period", "paper_type", "facet", "n")

OTHER_PERIOD = "other"
"""The period of a year outside all periods."""


def collection_queries(collection: Collection) -> list[PoolQuery]:
    """Return the judged (paper, facet) pairs of a collection as queries, sorted by id.

    Year, title and type come from its query list, or else from the paper.
    """
    listed = {(query.paper_id, query.facet): query for query in collection.queries}
    queries = []
    of_papers = []
    for query_id, facet in collection.pairs():
        queries.append(listed.get((query_id, facet), Query(query_id, facet)))
        paper = collection.labelled(query_id)
        of_papers.append(Query(query_id, facet, paper.year, paper.title))
    return join_facets(
        queries + of_papers, collection.scheme.facet_names
    )  # the first that has a value gives it


def set_quotas(
    queries: Sequence[PoolQuery], quota: int, quotas: Mapping[str, int]
) -> list[PoolQuery]:
    """Set each query's quota: the one in ``quotas`` by its id, or else ``quota``.

    Raises UserError naming the ids of ``quotas`` that are no queries.
    """
    unknown = sorted(set(quotas) - {query.query_id for query in queries})
    if unknown:
        message = f"Papers with a quota that are no queries: {name_some(unknown)}."
        hint = "Name query papers alone; put an id in quotes if it is one."
        raise UserError(Problem(message, "pools.quotas", hint))
    return [replace(query, quota=quotas.get(query.query_id, quota)) for query in queries]


def check_queries(
    queries: Sequence[PoolQuery], papers: Iterable[str | Path], where: str
) -> list[PoolQuery]:
    """Return ``queries``, with missing years and titles from the corpus.

    ``papers`` are the corpus's tables (``tables.PAPERS``), read once by batch; ``where`` names the
    list of the queries. Raises UserError naming the queries that are missing from the corpus or
    lack an abstract.
    """
    wanted = pa.array([query.query_id for query in queries], pa.string())
    titles: dict[str, str | None] = {}
    years: dict[str, int | None] = {}
    with_abstract: set[str] = set()
    for batch in read_batches(papers, ["paper_id", "title", "year", "abstract"]):
        rows = batch.filter(pc.is_in(batch["paper_id"], wanted))
        has_abstract = have_abstracts(rows).to_pylist()
        for row, has_one in zip(rows.to_pylist(), has_abstract, strict=True):
            titles[row["paper_id"]] = row["title"]
            years[row["paper_id"]] = row["year"]
            if has_one:
                with_abstract.add(row["paper_id"])

    absent = []
    bare = []
    for query in queries:
        if query.query_id not in titles:
            absent.append(query.query_id)
        elif query.query_id not in with_abstract:
            bare.append(query.query_id)
    problems = []
    if absent:
        message = f"Queries that are no papers of the corpus: {name_some(absent)}."
        hint = (
            "Correct the ids, or add the data that has these papers to data.s2orc; rows that could "
            "not be read are in corpus/quarantine.parquet."
        )
        problems.append(Problem(message, where, hint))
    if bare:
        message = f"Queries without an abstract in the corpus: {name_some(bare)}."
        hint = "Choose papers with an abstract: sources and annotators compare it."
        problems.append(Problem(message, where, hint))
    if problems:
        raise UserError(problems)

    completed = []
    for query in queries:
        year = years[query.query_id] if query.year is None else query.year
        title = query.title or titles[query.query_id] or ""
        completed.append(replace(query, year=year, title=title))
    return completed


def write_queries(queries: Iterable[PoolQuery], path: str | Path) -> None:
    """Write the list of queries (CSV, ``COLUMNS``), sorted by id; texts are not escaped."""
    rows = []
    for query in sorted(queries, key=lambda query: query.query_id):
        facets = " ".join(query.facets)
        rows.append(
            [query.query_id, facets, query.year, query.title, query.paper_type, query.quota]
        )
    write_text(path, format_csv(COLUMNS, rows))


def read_queries(path: str | Path) -> list[PoolQuery]:
    """Read the file of ``write_queries``."""
    queries = []
    for row in read_rows(path):
        query = PoolQuery(
            query_id=row["query_id"],
            facets=tuple(row["facets"].split()),
            year=int(row["year"]) if row["year"] else None,
            title=row["title"],
            paper_type=row["paper_type"],
            quota=int(row["quota"]),
        )
        queries.append(query)
    return queries


def count_queries(
    queries: Iterable[PoolQuery], periods: Sequence[tuple[int, int]], facets: Sequence[str]
) -> list[tuple[str, str, str, int]]:
    """Count queries by period, paper type and facet (``COUNT_COLUMNS``), sorted.

    ``facets`` are those of the scheme, in order.

    Query papers should be about uniformly distributed over these (section 1.4). The facet ``any``
    counts papers. A period is ``1994-1999``, ``other``, or empty without a year.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    for query in queries:
        period = name_period(query.year, periods)
        for facet in (*query.facets, ANY_FACET):
            counts[period, query.paper_type, facet] += 1

    order = (*facets, ANY_FACET)
    ordered = sorted(counts, key=lambda key: (key[0], key[1], order.index(key[2])))
    return [(*key, counts[key]) for key in ordered]


def write_query_counts(
    queries: Iterable[PoolQuery],
    periods: Sequence[tuple[int, int]],
    facets: Sequence[str],
    path: str | Path,
) -> None:
    """Write the counts of ``count_queries`` as CSV."""
    write_text(path, format_csv(COUNT_COLUMNS, count_queries(queries, periods, facets)))


def name_period(year: int | None, periods: Sequence[tuple[int, int]]) -> str:
    """Return the period of ``year``: ``first-last``, ``other``, or empty if it is missing."""
    if year is None:
        return ""
    for first, last in periods:
        if first <= year <= last:
            return f"{first}-{last}"
    return OTHER_PERIOD
