"""The queries of the pools: read, checked against the corpus, and written.

Source: CSFCube's annotator guidelines, section 1.4 ("Query abstracts"): a query is a paper with
facets. Its quota is the number of new papers from each ranked source.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.collections.collection import Collection, Query
from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows
from paperpool.io.files import write_text
from paperpool.io.tables import read_batches
from paperpool.workflow.pools.candidates import have_abstracts

QUOTA = 12
"""New papers per ranked source, as in 27 of the release's 34 pools (the other 7 have 33)."""

COLUMNS = ("query_id", "facets", "year", "title", "paper_type", "quota")
"""The columns of the list of queries; ``facets`` are separated by spaces."""

COUNT_COLUMNS = ("period", "paper_type", "facet", "n")

ANY_FACET = "any"
"""The facet of counts over all facets."""

OTHER_PERIOD = "other"
"""The period of a year outside all periods."""


@dataclass(frozen=True)
class PoolQuery:
    """A query paper: its facets, in the order of ``FACETS``, and its quota."""

    query_id: str
    facets: tuple[str, ...]
    year: int | None = None
    title: str = ""
    paper_type: str = ""
    quota: int = QUOTA


def join_facets(queries: Iterable[Query]) -> list[PoolQuery]:
    """Join (paper, facet) pairs into one query per paper, sorted by id.

    Year, title and type come from the first row that has them.
    """
    joined: dict[str, PoolQuery] = {}
    for query in queries:
        before = joined.get(query.paper_id, PoolQuery(query.paper_id, ()))
        facets = {*before.facets, query.facet}
        joined[query.paper_id] = replace(
            before,
            facets=tuple(facet for facet in FACETS if facet in facets),
            year=query.year if before.year is None else before.year,
            title=before.title or query.title,
            paper_type=before.paper_type or query.paper_type,
        )
    return [joined[query_id] for query_id in sorted(joined)]


def collection_queries(collection: Collection) -> list[PoolQuery]:
    """Return the judged (paper, facet) pairs of a collection as queries, sorted by id.

    Year, title and type come from its query list, or else from the paper.
    """
    listed = {(query.paper_id, query.facet): query for query in collection.queries}
    pairs = [listed.get(pair, Query(*pair)) for pair in collection.pairs()]
    papers = [collection.labelled(query_id) for query_id, _ in collection.pairs()]
    of_papers = [
        Query(pair.paper_id, pair.facet, paper.year, paper.title)
        for pair, paper in zip(pairs, papers, strict=True)
    ]
    return join_facets([*pairs, *of_papers])


def set_quotas(
    queries: Sequence[PoolQuery], quota: int, quotas: Mapping[str, int]
) -> list[PoolQuery]:
    """Set each query's quota: the one in ``quotas`` by its id, or else ``quota``.

    Raises UserError naming the ids of ``quotas`` that are no queries.
    """
    unknown = sorted(set(quotas) - {query.query_id for query in queries})
    if unknown:
        what = f"Papers with a quota that are no queries: {name_some(unknown)}."
        hint = "Name query papers alone; put an id in quotes if it is one."
        raise UserError(Problem(what, "pools.quotas", hint))
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
    found: dict[str, tuple[str | None, int | None, bool]] = {}
    for batch in read_batches(papers, ["paper_id", "title", "year", "abstract"]):
        rows = batch.filter(pc.is_in(batch["paper_id"], wanted))
        columns = [rows["paper_id"], rows["title"], rows["year"], have_abstracts(rows)]
        for paper_id, *values in zip(*(column.to_pylist() for column in columns), strict=True):
            found[paper_id] = tuple(values)
    absent = [query.query_id for query in queries if query.query_id not in found]
    bare = [q.query_id for q in queries if q.query_id in found and not found[q.query_id][2]]
    problems = []
    if absent:
        what = f"Queries that are no papers of the corpus: {name_some(absent)}."
        hint = (
            "Correct the ids, or add the data that has these papers to data.s2orc; rows that could "
            "not be read are in corpus/quarantine.parquet."
        )
        problems.append(Problem(what, where, hint))
    if bare:
        what = f"Queries without an abstract in the corpus: {name_some(bare)}."
        hint = "Choose papers with an abstract: sources and annotators compare it."
        problems.append(Problem(what, where, hint))
    if problems:
        raise UserError(problems)
    return [
        replace(
            query,
            year=found[query.query_id][1] if query.year is None else query.year,
            title=query.title or found[query.query_id][0] or "",
        )
        for query in queries
    ]


def write_queries(queries: Iterable[PoolQuery], path: str | Path) -> None:
    """Write the list of queries (CSV, ``COLUMNS``), sorted by id; texts are not escaped."""
    rows = [
        [q.query_id, " ".join(q.facets), q.year, q.title, q.paper_type, q.quota]
        for q in sorted(queries, key=lambda query: query.query_id)
    ]
    write_text(path, format_csv(COLUMNS, rows))


def read_queries(path: str | Path) -> list[PoolQuery]:
    return [
        PoolQuery(
            query_id=row["query_id"],
            facets=tuple(row["facets"].split()),
            year=int(row["year"]) if row["year"] else None,
            title=row["title"],
            paper_type=row["paper_type"],
            quota=int(row["quota"]),
        )
        for row in read_rows(path)
    ]


def count_queries(
    queries: Iterable[PoolQuery], periods: Sequence[tuple[int, int]]
) -> list[tuple[str, str, str, int]]:
    """Count queries by period, paper type and facet (``COUNT_COLUMNS``), sorted.

    Query papers should be about uniformly distributed over these (section 1.4). The facet ``any``
    counts papers. A period is ``1994-1999``, ``other``, or empty without a year.
    """
    counts = Counter(
        (name_period(query.year, periods), query.paper_type, facet)
        for query in queries
        for facet in (*query.facets, ANY_FACET)
    )
    order = {facet: place for place, facet in enumerate((*FACETS, ANY_FACET))}
    ordered = sorted(counts, key=lambda key: (key[0], key[1], order[key[2]]))
    return [(*key, counts[key]) for key in ordered]


def write_query_counts(
    queries: Iterable[PoolQuery], periods: Sequence[tuple[int, int]], path: str | Path
) -> None:
    write_text(path, format_csv(COUNT_COLUMNS, count_queries(queries, periods)))


def name_period(year: int | None, periods: Sequence[tuple[int, int]]) -> str:
    """Return the period of ``year``: ``first-last``, ``other``, or empty if it is missing."""
    if year is None:
        return ""
    for first, last in periods:
        if first <= year <= last:
            return f"{first}-{last}"
    return OTHER_PERIOD


def format_csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a header and rows as CSV with ``\\n`` line ends."""
    lines: list[str] = []
    sink = SimpleNamespace(write=lines.append)
    writer = csv.writer(sink, lineterminator="\r\n")  # so that cells with either are quoted
    writer.writerows([columns, *rows])
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines)
