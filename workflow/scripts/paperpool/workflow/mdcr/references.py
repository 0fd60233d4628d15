"""Rank candidates by votes: citations from the papers nearest to a query.

The nearest papers are searched exactly, by vectors, among those of all large pools. They are older
than the query, and never a query of any level or split or its twin, so that no query's own citation
is used. The first of those that cite papers of the pools vote.

Source: Bhagavatula, Feldman, Power and Ammar 2018, "Content-Based Citation Recommendation": papers
cited by a query's nearest neighbours are candidates, too. The sum of 1 / place over the voters is
ours, chosen on HEP-TH's validation queries.
"""

from collections.abc import Mapping, Set
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.io.parquet_files import read_table
from paperpool.io.tables import CITATIONS, make_schema
from paperpool.models.precision import choose_device
from paperpool.rankers.scoring.searching import Rank, Search
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.top_rows import Ranked
from paperpool.workflow.corpus.database import Database
from paperpool.workflow.corpus.neighbours import Neighbours

VOTES = make_schema("query_id candidate_id", score=pa.float64())
"""The schema of votes: the papers cited by the nearest of a query, with weights."""

FURTHER = 5
"""The multiple of the voting papers to search; some cite no paper of the pools."""

_VOTES = """
WITH listed AS (
    SELECT DISTINCT citing_id, cited_id FROM citations
    SEMI JOIN papers ON cited_id = papers.paper_id
),
voting AS (
    SELECT query_id, paper_id,
    row_number() OVER (PARTITION BY query_id ORDER BY rank) AS place
    FROM near SEMI JOIN listed ON paper_id = citing_id
    QUALIFY place <= getvariable('nearest')
)
SELECT query_id, cited_id AS candidate_id, sum(1 / place ORDER BY place) AS score
FROM voting JOIN listed ON paper_id = citing_id
GROUP BY ALL
ORDER BY query_id, score DESC, candidate_id
"""


def write_votes(
    database: Database,
    near: pa.Table,
    cites: Neighbours,
    papers: str | Path,
    nearest: int,
    path: str | Path,
) -> int:
    """Write the votes of each query (VOTES), best first; return the number of rows.

    ``near`` is a table of ``find_nearest_papers``; ``cites`` looks up whom they cite. A query has
    no rows if its nearest papers cite no paper of the table ``papers``.
    """
    voting = near.column("paper_id").unique().to_pylist()
    database.store("citations", CITATIONS, cites.read(voting))
    database.add_table("near", near)
    database.add_files("papers", [papers])
    database.set_variable("nearest", nearest)
    return database.write(_VOTES, path, VOTES)


def find_nearest_papers(
    papers: str | Path,
    same: Mapping[str, Set[str]],
    vectors: NDArray[np.float32],
    similarity: str,
    depth: int,
    threads: int,
) -> pa.Table:
    """Return the ``depth`` nearest papers of each query: (query_id, paper_id, rank from 1).

    ``vectors`` has a row for each of ``papers``; ``same`` has the ids of each query and its twins.
    Papers of the query's year or later, and papers without a vector, are left out.
    """
    table = read_table(papers, columns=["paper_id", "year"])
    ids = table.column("paper_id")
    years = table.column("year").to_numpy()
    queries = sorted(same)
    query_rows = pc.index_in(pa.array(queries, pa.string()), ids).to_numpy(zero_copy_only=False)

    # no query or its twin votes, of whatever split
    never: set[str] = set()
    for ids_of_query in same.values():
        never.update(ids_of_query)
    is_query = pc.is_in(ids, pa.array(sorted(never), pa.string())).to_numpy(zero_copy_only=False)
    is_found = ~is_query & ~find_missing_vectors(vectors)

    found: dict[str, list[pa.Array]] = {"query_id": [], "paper_id": [], "rank": []}
    for year in np.unique(years[query_rows]):
        of_year = np.flatnonzero(years[query_rows] == year)
        rows = np.flatnonzero((years < year) & is_found)
        asked = vectors[query_rows[of_year]]
        near, _ = search_dense(
            vectors, rows, asked, similarity, depth, None, threads, choose_device()
        )
        query, place = np.nonzero(near >= 0)
        found["query_id"].append(pa.array(queries, pa.string()).take(pa.array(of_year[query])))
        found["paper_id"].append(ids.take(pa.array(near[query, place])).combine_chunks())
        found["rank"].append(pa.array(place + 1, pa.int32()))
    return pa.table({name: pa.chunked_array(parts) for name, parts in found.items()})


def search_by_votes(votes: str | Path, ids: pa.ChunkedArray) -> Rank:
    """Return a ranking by the votes of ``write_votes``; papers without votes are not found."""
    table = read_table(votes)
    queries = pc.index_in(table.column("query_id"), ids).to_numpy()
    candidates = pc.index_in(table.column("candidate_id"), ids).to_numpy()
    order = np.argsort(queries, kind="stable")
    queries = queries[order]
    candidates = candidates[order]
    scores = table.column("score").to_numpy()[order]

    def rank(search: Search, depth: int) -> Ranked:
        """Return the first candidates of each query with votes, and the votes."""
        is_here = np.zeros(len(ids), bool)
        is_here[search.rows] = True
        found = np.full((len(search.queries), depth), -1, np.int32)
        values = np.zeros((len(search.queries), depth))
        for i, (query, exclude) in enumerate(zip(search.queries, search.exclude, strict=True)):
            first, last = np.searchsorted(queries, [query, query + 1])
            allowed = is_here[candidates[first:last]]
            allowed &= ~np.isin(candidates[first:last], exclude)
            kept = np.flatnonzero(allowed)[:depth] + first
            found[i, : len(kept)] = candidates[kept]
            values[i, : len(kept)] = scores[kept]
        return found, values

    return rank
