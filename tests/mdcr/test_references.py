"""Votes of a query's nearest papers, against plain loops and without its own citations."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.io.tables import write_table
from paperpool.mdcr.names import LEVELS
from paperpool.rankers.ranker import Context
from paperpool.rankers.registry import make_ranker
from paperpool.workflow.corpus.database import connect
from paperpool.workflow.corpus.neighbours import CITING, Neighbours, sort_citations
from paperpool.workflow.mdcr.large_pools import (
    RANKED_SPLITS,
    LargePools,
    read_same_queries,
    write_run,
)
from paperpool.workflow.mdcr.references import (
    VOTES,
    find_nearest_papers,
    search_by_votes,
    write_votes,
)

from ..made.mdcr_searching import may_be_found, read_run

NEAREST, LOOKED_AT, DEPTH = 3, 9, 25


@pytest.fixture(scope="module")
def vectors(small):
    """Vectors of the papers, drawn at random."""
    n = pq.read_metadata(small.drawn.papers).num_rows
    return np.random.default_rng(5).normal(size=(n, 8)).astype(np.float32)


@pytest.fixture(scope="module")
def vote(small, vectors):
    """Return a function: the votes by some files of citations, as a table at a path."""

    def write(citations, path, threads=1):
        same = read_same_queries(small.drawn)
        near = find_nearest_papers(small.drawn.papers, same, vectors, "cosine", LOOKED_AT, threads)
        with connect("300MB", path.parent / "tmp", threads) as database:
            database.add_files("citations", citations)
            sort_citations(database, CITING, path.parent / "cites.parquet")
        cites = Neighbours(path.parent / "cites.parquet", CITING)
        with connect("300MB", path.parent / "tmp", threads) as database:
            write_votes(database, near, cites, small.drawn.papers, NEAREST, path)
        return pq.read_table(path)

    return write


@pytest.fixture(scope="module")
def votes(small, vote, tmp_path_factory):
    path = tmp_path_factory.mktemp("votes") / "votes.parquet"
    vote(small.written.files.citations, path)
    return path


def by_hand(small, vectors):
    """Return the votes of each query in plain loops."""
    ids = [row["paper_id"] for row in small.drawn.rows("papers")]
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    row = {paper: i for i, paper in enumerate(ids)}
    queries = {r["query_id"] for r in small.drawn.rows("queries")}
    never = set().union(*(small.corpus.same(query) for query in queries))
    found = {}
    for query in queries:
        year = small.corpus.year(query)
        earlier = [i for i in ids if small.corpus.year(i) < year and i not in never]
        near = sorted(earlier, key=lambda i: (-float(units[row[query]] @ units[row[i]]), i))
        citing = [i for i in near[:LOOKED_AT] if small.corpus.cites[i] & row.keys()][:NEAREST]
        scores = found[query] = {}
        for place, paper in enumerate(citing, 1):
            for cited in small.corpus.cites[paper] & row.keys():
                scores[cited] = scores.get(cited, 0) + 1 / place
    return {query: scores for query, scores in found.items() if scores}


def test_votes_are_those_of_plain_loops(small, vectors, votes):
    table = pq.read_table(votes)
    assert table.schema.equals(VOTES)
    found = {}
    for row in table.to_pylist():
        found.setdefault(row["query_id"], {})[row["candidate_id"]] = row["score"]
    expected = by_hand(small, vectors)
    assert found.keys() == expected.keys() and len(found) > 10
    for query, scores in expected.items():
        assert found[query] == pytest.approx(scores)
        assert list(found[query]) == sorted(found[query], key=lambda c: (-found[query][c], c))


def test_the_bytes_are_the_same_on_any_number_of_threads(small, vote, votes, tmp_path):
    vote(small.written.files.citations, tmp_path / "votes.parquet", threads=3)
    assert (tmp_path / "votes.parquet").read_bytes() == votes.read_bytes()


def test_what_queries_and_their_twins_cite_changes_nothing(small, vote, votes, tmp_path):
    """The planted leak: queries with other references, or without any."""
    queries = {row["query_id"] for row in small.drawn.rows("queries")}
    never = set().union(*(small.corpus.same(query) for query in queries))
    edges = pa.concat_tables(pq.read_table(path) for path in small.written.files.citations)
    others = [row for row in edges.to_pylist() if row["citing_id"] not in never]
    assert 0 < len(others) < edges.num_rows
    ids = sorted(small.corpus.kept)
    planted = [{"citing_id": one, "cited_id": i} for one in sorted(never) for i in ids[:50]]
    for name, rows in (("none", others), ("planted", others + planted)):
        path = tmp_path / f"{name}.parquet"
        write_table(path, pa.Table.from_pylist(rows, edges.schema))
        assert vote([path], tmp_path / f"votes-{name}.parquet").equals(pq.read_table(votes))


def test_large_pools_are_ranked_by_votes_of_what_may_be_found(small, votes, tmp_path):
    pools = LargePools(small.drawn)
    rank = search_by_votes(votes, pools.ids)
    table = pq.read_table(votes).to_pylist()
    n_checked = 0
    for level in LEVELS:
        write_run(pools, level, RANKED_SPLITS, rank, DEPTH, tmp_path / level)
        run = read_run(pq.read_table(tmp_path / level).to_pylist())
        for key, papers in small.drawn.pool_ids().items():
            for query, rows in run.get(key[1:], {}).items() if key[0] == level else ():
                expected = [
                    row["candidate_id"]
                    for row in table
                    if row["query_id"] == query
                    and row["candidate_id"] in papers
                    and may_be_found(small.corpus, query, row["candidate_id"])
                ]
                assert [row["candidate_id"] for row in rows] == expected[:DEPTH]
                n_checked += len(rows)
    assert n_checked > 50


def test_the_benchmarks_candidates_have_their_votes_or_none(built, votes):
    collection, _ = built
    ranker = make_ranker({"kind": "references", "like": "minilm"})
    run = ranker.rank(collection, Context(votes=votes))
    rows = pq.read_table(votes).to_pylist()
    table = {(row["query_id"], row["candidate_id"]): row["score"] for row in rows}
    n_voted = 0
    for pair in collection.pairs():
        ranking = dict(run[pair])
        assert sorted(ranking) == collection.rankable(*pair)
        for candidate, score in ranking.items():
            assert score == table.get((pair[0], candidate), 0.0)
            n_voted += score > 0
    assert n_voted > 10


def test_a_corpus_without_citations_gives_no_votes(small, vote, tmp_path):
    empty = pq.read_table(small.written.files.citations[0]).slice(0, 0)
    write_table(tmp_path / "none.parquet", empty)
    assert vote([tmp_path / "none.parquet"], tmp_path / "votes.parquet").num_rows == 0
