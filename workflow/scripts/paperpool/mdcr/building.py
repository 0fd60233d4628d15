"""The benchmark's files: pools in the official format, texts, provenance and shortfalls.

Source: MDCR section 4; the formats are those of the official release (github.com/zoranmedic/mdcr):
``mdcr_<split>.json`` {field: {query: {type: [ids]}}} and ``mdcr_<split>_data.jsonl``, an object a
line with paper_id, title and abstract.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa

from paperpool.collections.mdcr_benchmark import SPLITS, TRUE, Benchmark, Pool, write_benchmark
from paperpool.corpus.database import Database
from paperpool.io import tables
from paperpool.io.files import writing
from paperpool.mdcr.construction import Sources, build_pool, count_shortfalls
from paperpool.mdcr.models import read_top_ranked
from paperpool.mdcr.strategies import STRATEGIES, Candidate, Drawing, Query, group_rows

_QUERIES = """
SELECT split, field, query_id, year FROM queries WHERE level = 'field'
ORDER BY split, field, query_id
"""

_PROVENANCE = """
SELECT split, field, query_id, candidate_id, type, rank, via_id, overlap, n_inbound AS n_citations
FROM pools JOIN prefiltered ON paper_id = candidate_id
ORDER BY split, field, query_id, number
"""

_TEXTS = """
SELECT paper_id, title, abstract FROM corpus
WHERE paper_id IN (
    SELECT candidate_id FROM pools WHERE split = getvariable('split')
    UNION SELECT query_id FROM pools WHERE split = getvariable('split')
)
ORDER BY paper_id
"""

_BROKEN = """
SELECT query_id, candidate_id, type, CASE
    WHEN type <> 'true' AND candidate_id IN (
        SELECT candidate_id FROM never WHERE never.query_id = pools.query_id
    ) THEN 'is the query, cited by it, or a twin of such'
    WHEN type <> 'true' AND prefiltered.year > asked.year THEN 'is newer than the query'
    WHEN prefiltered.paper_id IS NULL THEN 'is not in the prefiltered set'
    WHEN count(*) OVER (PARTITION BY query_id, candidate_id) > 1 THEN 'stands twice'
END AS problem
FROM pools
JOIN (SELECT query_id, year FROM queries WHERE level = 'field') AS asked USING (query_id)
LEFT JOIN prefiltered ON prefiltered.paper_id = candidate_id
QUALIFY problem IS NOT NULL
"""


@dataclass(frozen=True)
class BenchmarkSettings:
    """``models``: the rankers that give candidates, of whose ranking the first ``model_top`` count;
    ``most_cited_top``: papers of a field among which its most cited are drawn; ``positives`` and
    ``negatives`` of each type are wanted for a query; no paper is newer than ``last_year``.
    """

    fields: Sequence[str]
    last_year: int
    models: Sequence[str]
    model_top: int
    most_cited_top: int
    positives: int
    negatives: int
    seed: int

    def types(self) -> list[str]:
        """Return the candidate types in the order of the official files."""
        return [*self.models, *(strategy.name for strategy in STRATEGIES), TRUE]


@dataclass(frozen=True)
class BenchmarkFiles:
    """Where the benchmark goes; ``pools`` and ``texts`` by split."""

    pools: Mapping[str, str | Path]
    texts: Mapping[str, str | Path]
    provenance: str | Path
    shortfalls: str | Path


def build_benchmark(
    database: Database,
    settings: BenchmarkSettings,
    runs: Mapping[str, str | Path],
    graph: str | Path,
    files: BenchmarkFiles,
) -> Counter[str]:
    """Build and write the benchmark; return how many queries of each type fell short.

    ``database`` has the corpus, ``queries``, ``cited`` and ``never``; ``runs`` has the run of each
    model at field level and ``graph`` the graph candidates. Memory holds the pools' ids and what
    the queries of one field draw from. Raises AssertionError where a pool breaks the protocol.
    """
    for name in ("fields", "last_year", "most_cited_top"):
        database.set_variable(name, getattr(settings, name))
    queries = read_queries(database)
    drawing = Drawing(database, graph, queries, settings.negatives, settings.seed)
    others = {strategy.name: strategy.read(drawing) for strategy in STRATEGIES}
    pools: list[tuple[Query, list[Candidate]]] = []
    for split, field in dict.fromkeys((query.split, query.field) for query in queries):
        models = {
            model: read_top_ranked(runs[model], split, field, settings.model_top)
            for model in settings.models
        }
        drawn_from = Sources(models, others)
        pools += [
            (
                query,
                build_pool(
                    query, drawn_from, settings.positives, settings.negatives, settings.seed
                ),
            )
            for query in queries
            if (query.split, query.field) == (split, field)
        ]
    _add_pools(database, pools)
    _check(database)
    for split in SPLITS:
        of_split = [(query, pool) for query, pool in pools if query.split == split]
        write_benchmark(_as_benchmark(of_split, settings.types()), files.pools[split])
        database.set_variable("split", split)
        _write_texts(database, files.texts[split])
    database.write(_PROVENANCE, files.provenance, tables.MDCR_PROVENANCE)
    return _write_shortfalls(pools, settings, files.shortfalls)


def read_queries(database: Database) -> list[Query]:
    """Return the queries of the field level, sorted by split, field and id."""
    cited = group_rows(
        database, "SELECT query_id, cited_id FROM cited WHERE in_corpus ORDER BY ALL"
    )
    never = group_rows(database, "SELECT query_id, candidate_id FROM never")
    return [
        Query(**row, cited=cited[row["query_id"]], never=frozenset(never[row["query_id"]]))
        for row in database.fetch(_QUERIES).to_pylist()
    ]


def _add_pools(database: Database, pools: Sequence[tuple[Query, Sequence[Candidate]]]) -> None:
    rows = [
        (q.split, q.field, q.query_id, c.paper_id, c.type, c.rank, c.via_id, c.overlap, number)
        for q, pool in pools
        for number, c in enumerate(pool)
    ]
    fields = [field for field in tables.MDCR_PROVENANCE if field.name != "n_citations"]
    schema = pa.schema([*fields, pa.field("number", pa.int32())])
    database.add_table("pools", tables.make_table(rows, schema))


def _check(database: Database) -> None:
    """Look every candidate up in the corpus and the citations again."""
    broken = database.fetch(_BROKEN).to_pylist()
    if broken:
        raise AssertionError(f"{len(broken)} candidates break the protocol, first {broken[0]}")


def _as_benchmark(
    pools: Sequence[tuple[Query, Sequence[Candidate]]], types: Sequence[str]
) -> Benchmark:
    benchmark: Benchmark = {}
    for query, pool in pools:
        ids = {kind: [c.paper_id for c in pool if c.type == kind] for kind in types}
        benchmark.setdefault(query.field, {})[query.query_id] = Pool(ids)
    return benchmark


def _write_texts(database: Database, path: str | Path) -> None:
    with writing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for row in _stream_rows(database, _TEXTS):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _stream_rows(database: Database, query: str) -> Iterator[dict]:
    for batch in database.stream(query):
        yield from batch.to_pylist()


def _write_shortfalls(
    pools: Sequence[tuple[Query, Sequence[Candidate]]],
    settings: BenchmarkSettings,
    path: str | Path,
) -> Counter[str]:
    rows = [
        (query.split, query.field, query.query_id, *shortfall)
        for query, pool in pools
        for shortfall in count_shortfalls(
            query, pool, settings.models, settings.positives, settings.negatives
        )
    ]
    columns = ["split", "field", "query_id", "type", "wanted", "found"]
    tables.write_csv(path, pd.DataFrame(rows, columns=columns))
    return Counter(row[3] for row in rows)
