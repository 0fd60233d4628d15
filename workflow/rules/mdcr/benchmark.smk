"""MDCR's benchmark in its official format, built of citations and of the rankings of large pools.

For each query, a paper of a field of study, it has papers that the query cites and negatives,
papers that it does not cite. These are of several types: the best of some searchers, neighbours in
the citation graph, much cited papers, random ones. Twins are papers that are in the corpus more
than once under different ids. A searcher is a ranker that searches large pools;
runs/field/<ranker>.parquet is its ranking of the pools of fields.
"""


rule build_mdcr:
    """Build MDCR's benchmark. It has for each query of a field cited papers and negatives, no twins
    of these (val, test), and their texts (val_data, test_data). Reads the corpus, its citations by
    either end, queries of both levels, the papers that each cites (`cited`), twins, and the
    rankings (`runs`) of searchers (`rankers`). Also writes each candidate's origin (provenance: its type, and the searcher's rank
    or the cited paper that it is a neighbour of), queries with too few candidates of a type
    (shortfalls), likeness of searchers' best negatives (jaccard), which searchers give negatives
    (models: those of mdcr.models, `pinned`, or else the least alike), and neighbours by citations
    (graph). `settings` has the numbers of candidates of each type. One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.mdcr_pools.get_shards),
        cites="<results>/mdcr/steps/cites.parquet",
        cited_by="<results>/mdcr/steps/cited_by.parquet",
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
