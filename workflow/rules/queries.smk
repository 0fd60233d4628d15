"""Queries of the pools: the papers that candidates are pooled for.

Inputs: the corpus's papers and twins, and the file pools.queries or the collection.
Outputs below pools/: queries.csv, query_types.csv; query_sheet.csv where it is asked for by name.

The sheet is what a person fills in: it is write-protected, so that nobody fills in the file that
the workflow would draw anew.
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


rule sample_queries:
    input:
        papers=sheet_papers,
        twins="<results>/corpus/twins.parquet",
        ids=sampled_ids,
    output:
        sheet=protected("<results>/pools/query_sheet.csv"),
    log:
        "<logs>/sample_queries.log",
    benchmark:
        "<benchmarks>/sample_queries.tsv"
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=30,
    params:
        column=POOL_COLUMN,
        seed=config["seed"],
        venue=POOLS["sample"]["venue"],
        per_period=POOLS["sample"]["per_period"],
        periods=POOLS["sample"]["periods"],
        code=code_digest("sample_queries.py"),
    message:
        "Drawing the papers of the query sheet"
    script:
        "../scripts/sample_queries.py"
