"""MDCR's benchmark in its official format, built of citations and of the rankings of large pools.

provenance.parquet, shortfalls.csv, jaccard.csv and models.csv describe the origin of its candidates.
"""


rule build_mdcr:
    """Build both splits of MDCR's benchmark: for each query of a field, cited papers, and
    negatives, none of which is a twin of these. Reads the corpus, the queries, and the pools of
    fields as every searching ranker ranked them; the rankers in models.csv give negatives. One
    job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.mdcr_pools.get_shards),
        citations=collect(
            "<results>/corpus/citations/{shard}.parquet", shard=run.mdcr_pools.get_shards
        ),
        twins="<results>/corpus/twins.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        runs=collect("<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.mdcr_pools.searchers),
    output:
        val="<results>/mdcr/mdcr_val.json",
        test="<results>/mdcr/mdcr_test.json",
        val_data="<results>/mdcr/mdcr_val_data.jsonl",
        test_data="<results>/mdcr/mdcr_test_data.jsonl",
        provenance="<results>/mdcr/provenance.parquet",
        shortfalls="<results>/mdcr/shortfalls.csv",
        jaccard="<results>/mdcr/jaccard.csv",
        models="<results>/mdcr/models.csv",
        graph="<results>/mdcr/steps/graph.parquet",
    log:
        "<logs>/build_mdcr.log",
    benchmark:
        "<benchmarks>/build_mdcr.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        rankers=run.mdcr_pools.searchers,
        pinned=run.settings.mdcr.models,
        settings=run.mdcr.building_settings,
        seed=run.settings.seed,
        code=code_digest("build_mdcr.py"),
    message:
        "Building MDCR's benchmark"
    script:
        "../../scripts/build_mdcr.py"
