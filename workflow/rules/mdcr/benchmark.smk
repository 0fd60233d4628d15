"""MDCR's benchmark in its official format, built of citations and of the rankings of large pools.

provenance.parquet, shortfalls.csv, jaccard.csv and models.csv describe the origin of its candidates.
"""


rule build_mdcr:
    input:
        papers=run.mdcr.papers,
        citations=run.corpus.parts("<results>/corpus/citations/{shard}.parquet"),
        twins="<results>/corpus/twins.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        runs=collect("<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.mdcr.searchers),
    output:
        **run.mdcr.built,
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
        rankers=run.mdcr.searchers,
        pinned=run.settings.mdcr.models,
        settings=run.mdcr.settings_of("model_top", "most_cited_top", "positives", "negatives"),
        seed=run.settings.seed,
        code=code_digest("build_mdcr.py"),
    message:
        "Building MDCR's benchmark"
    script:
        "../../scripts/build_mdcr.py"
