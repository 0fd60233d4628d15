"""MDCR's benchmark, built of the corpus's citations and of the rankings of the large pools.

Inputs: corpus/, mdcr/steps/ and mdcr/runs/field/. Outputs below mdcr/: mdcr_<split>.json and
mdcr_<split>_data.jsonl, the benchmark in the official format; provenance.parquet, shortfalls.csv,
jaccard.csv and models.csv, where its candidates are from; steps/graph.parquet, the graph neighbours
of its queries.
"""


rule build_mdcr:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        twins=LARGE_POOLS["twins"],
        queries=LARGE_POOLS["queries"],
        cited=LARGE_POOLS["cited"],
        runs=runs_by_level(MDCR_SEARCHERS)["field"],
    output:
        **MDCR_BUILT,
        graph="<results>/mdcr/steps/graph.parquet",
    log:
        "<logs>/build_mdcr.log",
    benchmark:
        "<benchmarks>/build_mdcr.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        rankers=MDCR_SEARCHERS,
        pinned=MDCR["models"],
        settings=benchmark_settings(),
        seed=config["seed"],
        code=code_digest("build_mdcr.py"),
    message:
        "Building MDCR's benchmark"
    script:
        "../scripts/build_mdcr.py"
