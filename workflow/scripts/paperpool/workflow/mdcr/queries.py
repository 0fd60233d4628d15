"""Draw MDCR's queries, papers of some years, for each level and split.

Source: Medić and Šnajder 2022 ("MDCR"), sections 3.1, 3.2 and 4.1. The field level draws a number
of queries per field, which are the benchmark's too; the dataset level draws from all papers.
Validation and test queries are disjoint across levels. A query of a field cites at least as many
prefiltered papers as the benchmark has positives, a query of the dataset level at least one. A
paper of several fields is a query of a random one. A reference to its own twin is no positive.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.workflow.corpus.database import Database

_CITED_PAPERS = """
CREATE TEMP VIEW cited_papers AS
SELECT
    citing_id,
    cited_id,
    coalesce(own.twin_of, citing_id) <> coalesce(other.twin_of, cited_id)
    AND cited_id IN (SELECT paper_id FROM prefiltered) AS in_corpus
FROM citations
LEFT JOIN twins AS own ON own.paper_id = citing_id
LEFT JOIN twins AS other ON other.paper_id = cited_id
"""

_POSSIBLE = """
CREATE TEMP TABLE possible AS
WITH of_years AS (
    SELECT paper_id, year, fields FROM prefiltered
    WHERE year BETWEEN getvariable('years')[1] AND getvariable('years')[2]
    AND paper_id NOT IN (SELECT unnest(getvariable('excluded')))
),
n_cited AS (
    SELECT citing_id, count(*) AS n FROM cited_papers
    WHERE citing_id IN (SELECT paper_id FROM of_years) AND in_corpus
    GROUP BY citing_id
)
SELECT
    paper_id AS query_id,
    year,
    n,
    list_min([
        (draw('field ' || field || ' ' || paper_id), field)
        FOR field IN list_intersect(fields, getvariable('fields'))
    ])[2] AS field
FROM of_years JOIN n_cited ON citing_id = paper_id
"""

_OF_FIELDS = """
CREATE TEMP TABLE of_fields AS
SELECT
    'field' AS level,
    CASE WHEN place <= getvariable('queries') THEN 'test' ELSE 'val' END AS split,
    field, query_id, year
FROM (
    SELECT *, row_number() OVER (
        PARTITION BY field ORDER BY draw('query ' || query_id), query_id
    ) AS place
    FROM possible WHERE field IS NOT NULL AND n >= getvariable('min_cited')
)
WHERE place <= getvariable('queries') + getvariable('validation_queries')
"""

_OF_ALL = """
CREATE TEMP TABLE of_all AS
WITH test AS (
    SELECT query_id, year FROM possible
    WHERE query_id NOT IN (SELECT query_id FROM of_fields WHERE split = 'val')
    ORDER BY draw('any query ' || query_id), query_id LIMIT getvariable('dataset_queries')
),
val AS (
    SELECT query_id, year FROM possible
    WHERE query_id NOT IN (SELECT query_id FROM of_fields WHERE split = 'test')
    AND query_id NOT IN (SELECT query_id FROM test)
    ORDER BY draw('any query ' || query_id), query_id
    LIMIT getvariable('dataset_validation_queries')
)
SELECT 'dataset' AS level, 'test' AS split, NULL::VARCHAR AS field, query_id, year FROM test
UNION ALL
SELECT 'dataset', 'val', NULL, query_id, year FROM val
"""

_QUERIES = """
SELECT level, split, field, query_id, year FROM (FROM of_fields UNION ALL FROM of_all)
ORDER BY level, split, field, query_id
"""

_CITED = """
SELECT citing_id AS query_id, cited_id, in_corpus FROM cited_papers
WHERE citing_id IN (SELECT query_id FROM of_fields UNION SELECT query_id FROM of_all)
ORDER BY query_id, cited_id
"""


@dataclass(frozen=True)
class QuerySettings:
    """Settings of the draw.

    ``years`` are the first and last of the queries. ``queries`` and ``validation_queries`` are
    numbers per field, ``dataset_queries`` and ``dataset_validation_queries`` those of the dataset
    level. A query of a field cites at least ``min_cited`` papers of the prefiltered set.
    """

    years: tuple[int, int]
    fields: Sequence[str]
    queries: int
    validation_queries: int
    dataset_queries: int
    dataset_validation_queries: int
    min_cited: int


def sample_queries(
    database: Database,
    settings: QuerySettings,
    excluded: Sequence[str],
    twins: str | Path,
    queries: str | Path,
    cited: str | Path,
) -> int:
    """Write the queries and the papers they cite (MDCR_QUERIES, MDCR_CITED); return their number.

    ``database`` has the corpus (see ``load_corpus``) and its ``citations``; ids of
    ``excluded`` are never queries; ``twins`` is corpus/twins.parquet. Raises UserError naming every
    field with too few papers.
    """
    for name, value in asdict(settings).items():
        database.set_variable(name, value)
    database.set_variable("excluded", list(excluded))
    database.add_files("twins", [twins])
    for statement in (_CITED_PAPERS, _POSSIBLE, _OF_FIELDS, _OF_ALL):
        database.execute(statement)
    _check_enough(database, settings)
    database.write(_CITED, cited, tables.MDCR_CITED)
    return database.write(_QUERIES, queries, tables.MDCR_QUERIES)


def _check_enough(database: Database, settings: QuerySettings) -> None:
    first, last = settings.years
    where = f"the papers of {first} to {last} that the filter mdcr keeps and that cite others"
    in_years = "SELECT count(*) AS n FROM prefiltered WHERE year BETWEEN {} AND {}"
    if not database.fetch(in_years.format(int(first), int(last))).column("n")[0].as_py():
        span = database.fetch("SELECT min(year) AS a, max(year) AS b FROM prefiltered")
        [oldest], [newest] = span.to_pydict().values()
        hint = f"Set mdcr.years: the papers are of {oldest} to {newest}."
        if oldest is None:
            hint = "The filter keeps no paper: see corpus.mdcr."
        raise UserError(Problem(f"No paper is of the years {first} to {last}.", where, hint))

    n_by_field = dict.fromkeys(settings.fields, 0)
    n_by_field |= _read_counts(
        database, "SELECT field, count(*) AS n FROM of_fields GROUP BY field"
    )
    wanted = settings.queries + settings.validation_queries
    problems = []
    for field, n in n_by_field.items():
        if n < wanted:
            message = f"{field} has {n} possible queries, and {wanted} are wanted."
            hint = (
                "Lower mdcr.queries or mdcr.validation_queries, widen mdcr.years, leave the field "
                "out of mdcr.fields, or mdcr out of corpus.filters."
            )
            problems.append(Problem(message, f"{where} {settings.min_cited} times", hint))

    n_by_split = {"test": 0, "val": 0}
    n_by_split |= _read_counts(database, "SELECT split, count(*) AS n FROM of_all GROUP BY split")
    for split, key in (("test", "dataset_queries"), ("val", "dataset_validation_queries")):
        n = n_by_split[split]
        wanted = getattr(settings, key)
        if n < wanted:
            message = (
                f"The dataset level has {n} possible {split} queries, and {wanted} are wanted."
            )
            hint = f"Lower mdcr.{key}, or widen mdcr.years."
            problems.append(Problem(message, where, hint))
    if problems:
        raise UserError(problems)


def _read_counts(database: Database, query: str) -> dict[str, int]:
    """Return the numbers of a query's second column by the texts of its first."""
    names, numbers = database.fetch(query).to_pydict().values()
    return dict(zip(names, numbers, strict=True))
