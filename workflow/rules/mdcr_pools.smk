"""MDCR's queries of both levels, their large pools, and the terms of the papers of these.

Inputs: corpus/papers, corpus/citations and corpus/twins.parquet. Outputs below mdcr/steps/: the
queries and whom they cite, the pools, and the papers of all pools with their term counts, made once
for all rankers. Where mdcr.paper_ids names shards, steps/excluded.txt, the ids of the papers that are
never queries.
"""


rule map_mdcr_exclusions:
    input:
        exclude=MDCR["exclude"],
        paper_ids=MDCR_PAPER_IDS,
    output:
        ids="<results>/mdcr/steps/excluded.txt",
    log:
        "<logs>/map_mdcr_exclusions.log",
    benchmark:
        "<benchmarks>/map_mdcr_exclusions.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=2 * 60,
    params:
        code=code_digest("map_mdcr_exclusions.py"),
    message:
        "Finding the ids of the papers that are never queries of MDCR"
    script:
        "../scripts/map_mdcr_exclusions.py"


rule draw_mdcr_pools:
    input:
        papers=mdcr_papers,
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        labelled=of_every_shard("<results>/corpus/steps/read/{shard}.papers.parquet"),
        twins=LARGE_POOLS["twins"],
        exclude=MDCR_EXCLUDED,
    output:
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        papers="<results>/mdcr/steps/papers.parquet",
    log:
        "<logs>/draw_mdcr_pools.log",
    benchmark:
        "<benchmarks>/draw_mdcr_pools.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        queries=query_settings(),
        pools=mdcr_pool_settings(),
        seed=config["seed"],
        code=code_digest("draw_mdcr_pools.py"),
    message:
        "Drawing MDCR's queries and large pools"
    script:
        "../scripts/draw_mdcr_pools.py"


rule count_mdcr_terms:
    input:
        papers=LARGE_POOLS["papers"],
    output:
        MDCR_TERMS,
    log:
        "<logs>/count_mdcr_terms.log",
    benchmark:
        "<benchmarks>/count_mdcr_terms.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        code=code_digest("count_mdcr_terms.py"),
    message:
        "Counting the terms of the papers of MDCR's pools"
    script:
        "../scripts/count_mdcr_terms.py"
