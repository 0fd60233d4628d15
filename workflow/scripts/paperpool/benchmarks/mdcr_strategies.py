"""The strategies that give a query of MDCR's benchmark its candidates: a new one is an entry here.

Source: MDCR section 4.1. Types are filled in the order of the list, without repeated papers. A
negative is never the query, never cited by it, never a twin of these.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.collections.mdcr_benchmark import TRUE

BY_HASH = "draw(getvariable('type') || ' ' || query_id || ' ' || candidate_id)"
"""Drawn evenly: the first by a hash of the seed, the type, the query and the paper."""


@dataclass(frozen=True)
class Strategy:
    """The choice of candidates of one type.

    ``name`` is the type in the benchmark's files; if empty, types are called as the chosen models.
    ``title`` heads the strategy in the report, ``slice`` its type; ``description`` is of its
    candidates, with settings of the section ``mdcr`` in braces.

    ``source`` is SQL for the prefiltered papers, not newer than the query, that it offers:
    query_id, candidate_id, the columns of ``order``, by which candidates are taken, and
    ``columns``, those of provenance.parquet that it fills. Both may read asked (query_id, split,
    field, year), corpus, prefiltered, citations, cited, never, graph, drawn (query_id, paper_id,
    place), the run of a model and, as variables, the settings.
    """

    name: str
    title: str
    slice: str
    source: str
    order: str = BY_HASH
    columns: tuple[str, ...] = ()
    description: str = ""


POSITIVES = Strategy(
    name=TRUE,
    title="Positives",
    slice="cited papers",
    source="SELECT query_id, cited_id AS candidate_id FROM cited WHERE in_corpus",
)

GRAPH = Strategy(
    name="graph",
    title="Graph",
    slice="graph neighbours",
    source="SELECT query_id, candidate_id, via_id, overlap, position FROM graph",
    order="position",
    columns=("via_id", "overlap"),
    description="neighbours of the papers that the query cites",
)

MODELS = Strategy(
    name="",
    title="Models",
    slice="",
    source="""
        SELECT query_id, candidate_id, rank FROM run
        WHERE sampling = 1 AND rank <= getvariable('model_top')
    """,
    columns=("rank",),
    description="the first {model_top} of each of {n_models} models",
)

MOST_CITED = Strategy(
    name="most_cited",
    title="Most cited",
    slice="most cited",
    source="""
        WITH of_fields AS (
            SELECT unnest(list_intersect(fields, getvariable('fields'))) AS field,
                paper_id, year, n_inbound
            FROM prefiltered WHERE year <= getvariable('last_year')
        ),
        famous AS (
            FROM of_fields
            QUALIFY row_number() OVER (PARTITION BY field ORDER BY n_inbound DESC, paper_id)
                <= getvariable('most_cited_top')
        )
        SELECT query_id, paper_id AS candidate_id
        FROM asked JOIN famous USING (field) WHERE famous.year <= asked.year
    """,
    description="the {most_cited_top} most cited papers of the field",
)

RANDOM = Strategy(
    name="random",
    title="Random",
    slice="random",
    source="SELECT query_id, paper_id AS candidate_id, place FROM drawn",
    order="place",
    description="random papers",
)

STRATEGIES = (GRAPH, MODELS, MOST_CITED, RANDOM)
"""The strategies that give negatives, in their order."""


def list_types(models: Sequence[str]) -> dict[str, Strategy]:
    """Return the strategy of each type, ``models`` among them, in the order of filling."""
    types = {POSITIVES.name: POSITIVES}
    for strategy in STRATEGIES:
        names = [strategy.name] if strategy.name else models
        for name in names:
            types[name] = strategy
    return types


def official_types(models: Sequence[str]) -> list[str]:
    """Return the types in the order of the official files: models come first, positives last."""
    named = [strategy.name for strategy in STRATEGIES if strategy.name]
    return [*models, *named, TRUE]


def describe_strategies(**settings: object) -> str:
    """Return the description of each strategy; ``settings`` are of ``mdcr``, and n_models."""
    return "; ".join(strategy.description.format(**settings) for strategy in STRATEGIES)
