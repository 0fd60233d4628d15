"""MDCR's queries of both levels, their large pools, and the terms of the papers of these.

Terms are counted once for all rankers. excluded.txt, if mdcr.paper_ids names shards, has the ids
of the papers that are never queries.
"""


rule map_mdcr_exclusions:
    """List the ids of the papers that are never queries, which files of the user name by id or
    hash. Reads these files and the shards that map hashes to ids. One job, if mdcr.paper_ids names
    shards."""
    input:
        exclude=run.settings.mdcr.exclude,
        paper_ids=run.mdcr_pools.paper_id_shards,
    output:
        ids="<results>/mdcr/steps/excluded.txt",
    log:
        "<logs>/map_mdcr_exclusions.log",
    benchmark:
        "<benchmarks>/map_mdcr_exclusions.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=2 * 60,
    params:
        code=code_digest("map_mdcr_exclusions.py"),
    message:
        "Finding the ids of the papers that are never queries of MDCR"
    script:
        "../../scripts/map_mdcr_exclusions.py"


rule draw_mdcr_pools:
    """Draw MDCR's queries of both levels (dataset, field) and splits, then their large pools. Reads
    the corpus, and the fields of all papers that it was filtered from (`unfiltered`). Writes queries,
    the papers that each cites, pools, and the texts of the papers in these. One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.mdcr_pools.get_shards),
        citations=collect(
            "<results>/corpus/citations/{shard}.parquet", shard=run.mdcr_pools.get_shards
        ),
        unfiltered=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet", shard=run.mdcr_pools.get_shards
        ),
        twins="<results>/corpus/twins.parquet",
        exclude=run.mdcr_pools.excluded_ids,
    output:
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        papers="<results>/mdcr/steps/papers.parquet",
    log:
        "<logs>/draw_mdcr_pools.log",
    benchmark:
        "<benchmarks>/draw_mdcr_pools.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        queries=run.mdcr_pools.query_settings,
        pools=run.mdcr_pools.pool_settings,
        seed=run.settings.seed,
        code=code_digest("draw_mdcr_pools.py"),
    message:
        "Drawing MDCR's queries and large pools"
    script:
        "../../scripts/draw_mdcr_pools.py"


rule count_mdcr_terms:
    """Count the terms of each paper of MDCR's pools: a sparse matrix, and its words. One job."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
    output:
        "<results>/mdcr/steps/terms/indptr.npy",
        "<results>/mdcr/steps/terms/indices.npy",
        "<results>/mdcr/steps/terms/counts.npy",
        "<results>/mdcr/steps/terms/words.parquet",
    log:
        "<logs>/count_mdcr_terms.log",
    benchmark:
        "<benchmarks>/count_mdcr_terms.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        code=code_digest("count_mdcr_terms.py"),
    message:
        "Counting the terms of the papers of MDCR's pools"
    script:
        "../../scripts/count_mdcr_terms.py"
