"""Draw MDCR's large pools: the papers that queries cite, filled up from the corpus or the field.

Source: MDCR sections 3.1 and 3.2. A pool of the dataset level is filled from the prefiltered set. A
pool of a field is filled from its field-cited set: the prefiltered papers that any paper of the
field cites, even one outside the prefiltered set. Drawn papers are not newer than the last year of
the queries. Test pools are drawn several times, validation pools once; a field with too few papers
has a single pool of all.

Rankers are weighed on validation pools. All but the smallest of the dataset level are our addition:
they prefer papers of other pools, so that few further papers need encoding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.workflow.corpus.database import Database

_CANDIDATES = """
CREATE TEMP TABLE candidates AS
SELECT paper_id FROM prefiltered WHERE year <= getvariable('last_year')
"""

_CITED = """
CREATE TEMP TABLE cited_by_queries AS
SELECT DISTINCT level, split, field, cited_id AS paper_id
FROM cited JOIN queries USING (query_id) WHERE in_corpus
"""

_FIELD_CITED = """
CREATE TEMP TABLE field_cited AS
WITH of_field AS (
    SELECT paper_id, unnest(list_intersect(fields, getvariable('fields'))) AS field FROM labelled
)
SELECT DISTINCT field, cited_id AS paper_id
FROM citations JOIN of_field ON citing_id = of_field.paper_id
WHERE cited_id IN (SELECT paper_id FROM candidates)
"""

_POOLS = """
CREATE TEMP TABLE pools (level VARCHAR, split VARCHAR, part VARCHAR, sampling INTEGER, id VARCHAR)
"""

_HELD = "CREATE TEMP TABLE held (paper_id VARCHAR)"

_HOLD = "INSERT INTO held SELECT DISTINCT id FROM pools"

_DRAW_DATASET = """
INSERT INTO pools
WITH positives AS (
    SELECT paper_id FROM cited_by_queries
    WHERE level = 'dataset' AND split = getvariable('split')
),
drawn AS (
    SELECT paper_id FROM candidates WHERE paper_id NOT IN (SELECT paper_id FROM positives)
    ORDER BY
        paper_id NOT IN (SELECT paper_id FROM held),
        draw(getvariable('pool') || ' ' || paper_id),
        paper_id
    LIMIT (SELECT getvariable('size') - count(*) FROM positives)
)
SELECT 'dataset', getvariable('split'), getvariable('size'), getvariable('sampling'), paper_id
FROM (FROM positives UNION ALL FROM drawn)
"""

_DRAW_FIELDS = """
INSERT INTO pools
WITH positives AS (
    SELECT field, paper_id FROM cited_by_queries
    WHERE level = 'field' AND split = getvariable('split')
),
sizes AS (SELECT field, count(*) AS n FROM positives GROUP BY field),
others AS (SELECT field, paper_id FROM field_cited ANTI JOIN positives USING (field, paper_id)),
small AS (
    SELECT field FROM sizes LEFT JOIN others USING (field)
    GROUP BY field, n HAVING count(others.paper_id) + n <= getvariable('size')
),
drawn AS (
    SELECT field, paper_id FROM (
        SELECT field, paper_id, row_number() OVER (
            PARTITION BY field
            ORDER BY draw(getvariable('pool') || ' ' || field || ' ' || paper_id), paper_id
        ) AS place
        FROM others
    ) JOIN sizes USING (field)
    WHERE place <= getvariable('size') - n
)
SELECT 'field', getvariable('split'), field, getvariable('sampling'), paper_id
FROM (FROM positives UNION ALL FROM drawn)
WHERE getvariable('sampling') = 1 OR field NOT IN (SELECT field FROM small)
"""

_PAPERS = """
SELECT paper_id, title, abstract, year FROM corpus
WHERE paper_id IN (SELECT id FROM pools UNION SELECT query_id FROM queries)
ORDER BY paper_id
"""

_ROWS = """
CREATE TEMP TABLE pool_papers AS
SELECT id, (row_number() OVER (ORDER BY id) - 1)::INTEGER AS row
FROM (SELECT id FROM pools UNION SELECT query_id FROM queries)
"""

_POOL_ROWS = """
SELECT level, split, part, sampling, row FROM pools JOIN pool_papers USING (id)
ORDER BY level, split, part, sampling, row
"""


@dataclass(frozen=True)
class PoolSettings:
    """Settings of large pools.

    ``sizes`` are of the dataset level, ``field_size`` of a field. No drawn paper is newer than
    ``last_year``. Each test pool is drawn ``samplings`` times, each validation pool once.
    """

    fields: Sequence[str]
    last_year: int
    sizes: Sequence[int]
    field_size: int
    samplings: int


def draw_pools(
    database: Database,
    settings: PoolSettings,
    labelled: Sequence[str | Path],
    queries: str | Path,
    cited: str | Path,
    pools: str | Path,
    papers: str | Path,
) -> tuple[int, int]:
    """Draw and write every pool; return the numbers of rows of ``pools`` and ``papers``.

    ``database`` has the corpus (see ``load_corpus``) and its ``citations``; ``labelled`` are tables
    of every readable paper with its fields, kept or not; ``queries`` and ``cited`` are those of
    ``sample_queries``.
    ``pools`` (MDCR_POOLS) refers to rows of ``papers`` (MDCR_PAPERS), which include the queries.
    Raises UserError if a pool cannot have its size.
    """
    database.add_files("labelled", labelled)
    database.add_files("queries", [queries])
    database.add_files("cited", [cited])
    database.set_variable("last_year", settings.last_year)
    database.set_variable("fields", list(settings.fields))
    for statement in (_CANDIDATES, _CITED, _FIELD_CITED, _POOLS, _HELD):
        database.execute(statement)
    _check_sizes(database, settings)

    samplings = range(1, settings.samplings + 1)
    for size, sampling in product(settings.sizes, samplings):
        _draw(database, _DRAW_DATASET, "dataset", "test", size, sampling)
    for sampling in samplings:
        _draw(database, _DRAW_FIELDS, "field", "test", settings.field_size, sampling)
    _draw(database, _DRAW_FIELDS, "field", "val", settings.field_size, 1)

    # the larger validation pools are drawn last, as they prefer papers that other pools hold
    smallest, *larger = sorted(settings.sizes)
    _draw(database, _DRAW_DATASET, "dataset", "val", smallest, 1)
    database.execute(_HOLD)
    for size in larger:
        _draw(database, _DRAW_DATASET, "dataset", "val", size, 1)

    n_papers = database.write(_PAPERS, papers, tables.MDCR_PAPERS)
    database.execute(_ROWS)
    return database.write(_POOL_ROWS, pools, tables.MDCR_POOLS), n_papers


def _draw(database: Database, sql: str, level: str, split: str, size: int, sampling: int) -> None:
    database.set_variable("split", split)
    database.set_variable("size", size)
    database.set_variable("sampling", sampling)
    database.set_variable("pool", f"pool {level} {split} {size} {sampling}")
    database.execute(sql)


def _check_sizes(database: Database, settings: PoolSettings) -> None:
    """Raise UserError if a pool is larger than the corpus or smaller than its positives."""
    available = database.fetch("SELECT count(*) AS n FROM candidates").column("n")[0].as_py()
    problems = []
    for size in settings.sizes:
        if size > available:
            message = f"A pool of {size} papers is wanted, and there are {available}."
            where = (
                f"mdcr.pool_sizes; the papers up to {settings.last_year} that the filter mdcr keeps"
            )
            problems.append(Problem(message, where, "Lower the size."))

    counts = database.fetch(
        "SELECT level, split, field, count(*) AS n FROM cited_by_queries GROUP BY ALL ORDER BY ALL"
    )
    for row in counts.to_pylist():
        if row["level"] == "field":
            size = settings.field_size
            key = "mdcr.field_pool"
        else:
            size = min(settings.sizes)
            key = "mdcr.pool_sizes"
        if row["n"] > size:
            message = (
                f"A pool of {size} papers cannot hold the {row['n']} papers that its "
                f"{row['split']} queries cite."
            )
            hint = f"Raise {key}, or lower the number of queries."
            problems.append(Problem(message, f"{key}, {row['field'] or 'dataset level'}", hint))
    if problems:
        raise UserError(problems)
