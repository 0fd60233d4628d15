"""Queries of the pools: the papers that candidates are pooled for.

Inputs: the corpus's papers and the file pools.queries, or the collection.
Outputs below pools/: queries.csv, query_types.csv.
"""


rule list_queries:
    input:
        papers=pool_papers,
        chosen=POOLS["queries"] or [],
        collection=collection_of_queries,
    output:
        queries="<results>/pools/queries.csv",
        query_types="<results>/pools/query_types.csv",
    log:
        "<logs>/list_queries.log",
    benchmark:
        "<benchmarks>/list_queries.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        quota=POOLS["quota"],
        quotas=query_quotas,
        periods=POOLS["sample"]["periods"],
        code=code_digest("list_queries.py"),
    message:
        "Listing the queries of the pools"
    script:
        "../scripts/list_queries.py"
