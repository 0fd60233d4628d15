"""Queries of the pools: the papers that candidates are pooled for.

A person fills in the query sheet: it is made on request by name, and write-protected, as the
workflow would draw it anew. Twins are papers that are in the corpus more than once under different
ids.
"""


rule list_queries:
    """List the queries, and how many papers each source gives (`quota`; `quotas` has those of
    single queries). They are those of the user's file pools.queries (`chosen`), or else of the
    released `collection`; one of these inputs is empty. `papers` are read to check that queries are
    in the corpus; `scheme` has the names of the facets. query_types.csv counts queries by period.
    One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards),
        chosen=run.settings.pools.queries or [],
        collection=run.pools.get_collection_of_queries,
        scheme=run.scheme_file,
    output:
        queries="<results>/pools/queries.csv",
        query_types="<results>/pools/query_types.csv",
    log:
        "<logs>/list_queries.log",
    benchmark:
        "<benchmarks>/list_queries.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        quota=run.settings.pools.quota,
        quotas=run.pools.quotas,
        periods=run.settings.pools.sample.periods,
        code=code_digest("list_queries.py"),
    message:
        "Listing the queries of the pools"
    script:
        "../../scripts/list_queries.py"


rule sample_queries:
    """Draw papers of each period, one of twins, for the sheet in which a person chooses queries.
    They are `per_period` papers that pools.filter keeps (`column` marks them), of those that the
    file `ids` lists, or of pools.sample.venue: then `ids` is empty. One job, on request."""
    input:
        papers=collect(
            "<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards_of_sheet
        ),
        twins="<results>/corpus/twins.parquet",
        ids=run.pools.get_listed_ids,
    output:
        sheet=protected("<results>/pools/query_sheet.csv"),
    log:
        "<logs>/sample_queries.log",
    benchmark:
        "<benchmarks>/sample_queries.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        column=run.pools.filter_column,
        seed=run.settings.seed,
        venue=run.settings.pools.sample.venue,
        per_period=run.settings.pools.sample.per_period,
        periods=run.settings.pools.sample.periods,
        code=code_digest("sample_queries.py"),
    message:
        "Drawing the papers of the query sheet"
    script:
        "../../scripts/sample_queries.py"
