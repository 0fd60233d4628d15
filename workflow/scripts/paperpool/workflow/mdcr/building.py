"""Build the benchmark's files: pools in the official format, texts, provenance and shortfalls.

Source: MDCR section 4; formats of the official release (github.com/zoranmedic/mdcr):
``mdcr_<split>.json`` {field: {query: {type: [ids]}}}, and ``mdcr_<split>_data.jsonl`` with
paper_id, title and abstract. The types are chosen by ``benchmarks.mdcr_strategies``. A type with
too few papers stays short; the shortfall is recorded.
"""

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from paperpool.benchmarks.mdcr_strategies import MODELS, RANDOM, list_types, official_types
from paperpool.collections.mdcr_benchmark import SPLITS, TRUE, Benchmark, Pool, write_benchmark
from paperpool.io import tables
from paperpool.io.files import writing
from paperpool.workflow.corpus.database import Database

RANDOM_DRAWS = 50
"""Papers drawn per random negative wanted; some are skipped."""

_ASKED = """
CREATE TEMP TABLE asked AS
SELECT split, field, query_id, year FROM queries WHERE level = 'field'
"""

_POOLS = """
CREATE TEMP TABLE pools (
    split VARCHAR, field VARCHAR, query_id VARCHAR, candidate_id VARCHAR, type VARCHAR,
    rank INTEGER, via_id VARCHAR, overlap DOUBLE, number INTEGER
)
"""

_FILL = """
INSERT INTO pools BY NAME
SELECT
    split, field, query_id, candidate_id, getvariable('type') AS type, {columns}
    row_number() OVER (PARTITION BY query_id ORDER BY {order}, candidate_id) AS number
FROM ({source}) AS offered JOIN asked USING (query_id)
ANTI JOIN (FROM never WHERE getvariable('type') <> 'true') AS barred USING (query_id, candidate_id)
ANTI JOIN pools USING (query_id, candidate_id)
QUALIFY number <= getvariable('wanted')
"""

_NUMBERED = """
CREATE TEMP TABLE numbered AS
SELECT paper_id, row_number() OVER (ORDER BY year, paper_id) - 1 AS number FROM prefiltered
"""

_DRAWN = """
CREATE TEMP TABLE drawn AS
SELECT query_id, paper_id, place FROM drawn_numbers JOIN numbered USING (number)
"""

_PROVENANCE = """
SELECT split, field, query_id, candidate_id, type, rank, via_id, overlap, n_inbound AS n_citations
FROM pools JOIN prefiltered ON paper_id = candidate_id JOIN types USING (type)
ORDER BY split, field, query_id, type_number, number
"""

_SHORTFALLS = """
SELECT split, field, query_id, type, wanted, count(candidate_id) AS found
FROM asked CROSS JOIN types LEFT JOIN pools USING (split, field, query_id, type)
GROUP BY split, field, query_id, type, type_number, wanted HAVING found < wanted
ORDER BY split, field, query_id, type_number
"""

_CANDIDATES = """
SELECT field, query_id, type, candidate_id FROM pools WHERE split = getvariable('split')
ORDER BY field, query_id, number
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
FROM pools JOIN asked USING (query_id)
LEFT JOIN prefiltered ON prefiltered.paper_id = candidate_id
QUALIFY problem IS NOT NULL
"""


@dataclass(frozen=True)
class BenchmarkSettings:
    """Settings of the benchmark.

    The first ``model_top`` candidates of each of ``models`` count; the most cited are drawn from
    the first ``most_cited_top`` papers of a field. Each query gets ``positives``, and ``negatives``
    of each type. No paper is newer than ``last_year``.
    """

    fields: Sequence[str]
    last_year: int
    models: Sequence[str]
    model_top: int
    most_cited_top: int
    positives: int
    negatives: int


def build_benchmark(
    database: Database,
    settings: BenchmarkSettings,
    runs: Mapping[str, str | Path],
    graph: str | Path,
    files: Any,
) -> Counter[str]:
    """Build and write the benchmark; return the number of queries with a shortfall, by type.

    ``database`` has the corpus, ``queries``, ``cited`` and ``never``; ``runs`` are the models' runs
    at field level, ``graph`` the graph candidates. ``files`` has the output paths: each split,
    <split>_data, provenance and shortfalls. Memory holds the pools of one split. Raises
    AssertionError if a pool breaks the protocol.
    """
    _fill_pools(database, settings, runs, graph)
    _check(database)
    for split in SPLITS:
        database.set_variable("split", split)
        write_benchmark(_read_pools(database, split, settings.models), files[split])
        _write_texts(database, files[f"{split}_data"])

    database.write(_PROVENANCE, files["provenance"], tables.MDCR_PROVENANCE)
    shortfalls = database.fetch(_SHORTFALLS).to_pandas()
    tables.write_csv(files["shortfalls"], shortfalls)
    return Counter(shortfalls["type"])


def _fill_pools(
    database: Database,
    settings: BenchmarkSettings,
    runs: Mapping[str, str | Path],
    graph: str | Path,
) -> None:
    """Fill the pools of all queries, type by type."""
    for name, value in asdict(settings).items():
        database.set_variable(name, value)
    database.add_files("graph", [graph])
    database.execute(_ASKED)
    _draw_random(database, settings.negatives)
    database.execute(_POOLS)

    types = list_types(settings.models)
    wanted = []
    for kind in types:
        wanted.append(settings.positives if kind == TRUE else settings.negatives)
    table = {"type": list(types), "type_number": range(len(types)), "wanted": wanted}
    database.add_table("types", pa.table(table))

    for (kind, strategy), n_wanted in zip(types.items(), wanted, strict=True):
        if strategy is MODELS:
            database.add_files("run", [runs[kind]])
        database.set_variable("type", kind)
        database.set_variable("wanted", n_wanted)
        columns = "".join(f"{name}, " for name in strategy.columns)
        statement = _FILL.format(columns=columns, source=strategy.source, order=strategy.order)
        database.execute(statement)


def _list_queries(database: Database) -> list[dict]:
    return database.fetch("FROM asked ORDER BY split, field, query_id").to_pylist()


def _draw_random(database: Database, negatives: int) -> None:
    """Make ``drawn`` readable: random papers for each query, all as old as it or older."""
    database.execute(_NUMBERED)
    years = database.fetch("SELECT year, count(*) AS n FROM prefiltered GROUP BY year").to_pydict()
    by_year = dict(zip(years["year"], years["n"], strict=True))
    seed = database.fetch("SELECT getvariable('seed') AS seed").column("seed")[0].as_py()

    # papers are numbered by year: those that are not newer than a query come first
    drawn: list[tuple[str, int, int]] = []
    for query in _list_queries(database):
        n_papers = sum(n for year, n in by_year.items() if year <= query["year"])
        numbers = draw_numbers(seed, query["query_id"], n_papers, negatives)
        drawn += [(query["query_id"], place, number) for place, number in enumerate(numbers)]

    schema = pa.schema([("query_id", pa.string()), ("place", pa.int64()), ("number", pa.int64())])
    database.add_table("drawn_numbers", tables.make_table(drawn, schema))
    database.execute(_DRAWN)


def draw_numbers(seed: int | str, query: str, n_papers: int, n_wanted: int) -> list[int]:
    """Return different numbers below ``n_papers``: RANDOM_DRAWS per negative wanted, or all."""
    generator = random.Random(f"{seed} {RANDOM.name} {query}")
    return generator.sample(range(n_papers), min(n_papers, RANDOM_DRAWS * n_wanted))


def _check(database: Database) -> None:
    """Check every candidate against the corpus and the citations again."""
    broken = database.fetch(_BROKEN).to_pylist()
    if broken:
        raise AssertionError(f"{len(broken)} candidates break the protocol, first {broken[0]}")


def _read_pools(database: Database, split: str, models: Sequence[str]) -> Benchmark:
    """Return the pools of a split, every type in each."""
    benchmark: Benchmark = {}
    for query in _list_queries(database):
        if query["split"] == split:
            pools = benchmark.setdefault(query["field"], {})
            pools[query["query_id"]] = Pool({kind: [] for kind in official_types(models)})

    for batch in database.stream(_CANDIDATES):
        for row in batch.to_pylist():
            pool = benchmark[row["field"]][row["query_id"]]
            pool.types[row["type"]].append(row["candidate_id"])
    return benchmark


def _write_texts(database: Database, path: str | Path) -> None:
    with writing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for batch in database.stream(_TEXTS):
            for row in batch.to_pylist():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
