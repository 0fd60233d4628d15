"""MDCR: its queries, pools and negatives."""

from paperpool.settings import setting
from paperpool.workflow.config.section import Section, ref


class Bm25Grid(Section, description="the values of BM25's parameters that are tried"):
    """The values of BM25's k1 and b, each pair of which is tried on the validation pools (of the
    dataset level on the smallest). Where the best pair has the largest or the smallest value of a
    list, the list goes on: k1 doubles or halves, at most four times, and b goes on by the list's
    own step up to 1 or down to 0. A list of one value is kept as it is. The log and the report say
    what was tried beyond the lists."""

    k1: list[float] = setting(
        "",
        {
            "description": "a list of numbers from 0",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"minimum": 0},
        },
        default=[0.9, 1.5, 2.0],
    )
    b: list[float] = setting(
        "",
        {
            "description": "a list of numbers from 0 to 1",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"minimum": 0, "maximum": 1},
        },
        default=[0.4, 0.75],
    )


class MdcrSettings(Section, description="MDCR's large-scale evaluations and its benchmark"):
    """MDCR: citation recommendation in 19 fields. Two large-scale evaluations (dataset level: one
    pool of papers of all fields; field level: a pool for each field) and the benchmark that their
    rankings feed, with 5 cited papers and 60 negatives for each query. Papers are those that the
    filter mdcr keeps. The values here fit the demo; config/mdcr.yaml has the paper's."""

    rankers: list[str] | None = setting(
        """The rankers that take part. Those whose kind searches large pools (see rankers below)
        rank them and the benchmark; others, such as a cross-encoder or a fusion, the benchmark
        alone. null: all that search large pools. Rankers of kind run with `benchmark: mdcr` are
        scored in any case.""",
        {
            "description": "null, or a list of names of rankers",
            "uniqueItems": True,
            "items": ref("name"),
        },
        default=None,
    )
    years: list[int] = setting(
        """The first and the last year of the queries. No paper of a pool is newer than the last,
        and none is a candidate of an older query.""",
        {
            "description": "the first and last year of the queries",
            "minItems": 2,
            "maxItems": 2,
            "items": {"description": "a year from 0 to 9999", "minimum": 0, "maximum": 9999},
        },
        default=[2014, 2019],
    )
    fields: list[str] | None = setting(
        "The MAG fields of study, as the corpus's column fields has them. null: all 19.",
        {
            "description": "null, or a list of MAG fields",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"description": "a MAG field of study", "minLength": 1},
        },
        default=None,
    )
    exclude: list[str] = setting(
        """Text files of paper ids, one a line, that are never queries: those an encoder was trained
        on. A line may be one of Semantic Scholar's paper hashes (40 hex digits) instead, as the
        training queries of SPECTER and SciNCL are published; paper_ids then has to say of which
        papers they are.""",
        {
            "description": "a list of files of paper ids or paper hashes, one a line",
            "items": ref("path"),
        },
        default=[],
    )
    paper_ids: list[str] | None = setting(
        """Shards or globs of Semantic Scholar's bulk dataset paper-ids, which has the id of each
        hash. Those of a release in data.s2orc need only be listed (`paperpool fetch s2ag RELEASE
        paper-ids`):
          paper_ids: [resources/s2ag/2026-08-25/paper-ids/*]
        null: none, where exclude has no hash.""",
        {
            "description": "null, or a list of shards or globs of the bulk dataset paper-ids",
            "minItems": 1,
            "items": ref("path"),
        },
        default=None,
    )
    queries: int = setting(
        """Test and validation queries of each field. They cite at least as many papers of the
        corpus as `positives` says; the test queries of the fields are the benchmark's.""",
        {"description": "test queries of each field from 1", "minimum": 1},
        default=4,
    )
    validation_queries: int = setting(
        "",
        {"description": "validation queries of each field from 1", "minimum": 1},
        default=2,
    )
    dataset_queries: int = setting(
        "Test queries of the dataset level, and its validation queries. null: as many.",
        {"description": "test queries of the dataset level from 1", "minimum": 1},
        default=30,
    )
    dataset_validation_queries: int | None = setting(
        "",
        {"description": "null, or validation queries of the dataset level from 1", "minimum": 1},
        default=None,
    )
    pool_sizes: list[int] = setting(
        """Papers of each pool of the dataset level, and of the pool of a field (of which fewer are
        taken where the papers of the field cite fewer in all).""",
        {
            "description": "a list of sizes of the dataset level's pools",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"description": "papers of a pool from 1", "minimum": 1},
        },
        default=[400, 800, 1600],
    )
    field_pool: int = setting(
        "",
        {"description": "papers of a field's pool from 1", "minimum": 1},
        default=200,
    )
    samplings: int = setting(
        """How often each test pool is drawn; scores are means over these, with their sd. Validation
        pools have the same sizes and are drawn once.""",
        {"description": "how often each pool is drawn, 1 to 100", "minimum": 1, "maximum": 100},
        default=3,
    )
    depth: int = setting(
        "Candidates that a ranker retrieves for a query.",
        {"description": "candidates retrieved per query from 1", "minimum": 1},
        default=100,
    )
    bm25: Bm25Grid
    models: list[str] | None = setting(
        """The three rankers whose candidates become negatives. null: those whose highest-ranked
        negatives have the lowest mean Jaccard index with those of the others.""",
        {
            "description": "null, or a list of the names of three rankers",
            "minItems": 3,
            "maxItems": 3,
            "uniqueItems": True,
            "items": ref("name"),
        },
        default=None,
    )
    model_top: int = setting(
        """How many of a model's highest ranked, and of a field's most cited papers, negatives are
        sampled from.""",
        {"description": "a model's highest ranked that are sampled from 1", "minimum": 1},
        default=30,
    )
    most_cited_top: int = setting(
        "",
        {"description": "a field's most cited that are sampled from 1", "minimum": 1},
        default=14,
    )
    positives: int = setting(
        "Cited papers, and negatives of each of the six types, in the pool of a query.",
        {"description": "cited papers of a query's pool from 1", "minimum": 1},
        default=5,
    )
    negatives: int = setting(
        "",
        {"description": "negatives of each type from 1", "minimum": 1},
        default=10,
    )
