"""MDCR's benchmark, built of the corpus's citations and of the rankings of the large pools.

Inputs: corpus/, mdcr/steps/ and mdcr/runs/field/. Outputs below mdcr/: mdcr_<split>.json and
mdcr_<split>_data.jsonl, the benchmark in the official format; provenance.parquet, shortfalls.csv,
jaccard.csv and models.csv, where its candidates are from; steps/graph.parquet, the graph neighbours
of its queries.
"""


rule build_mdcr:
    input:
        papers=run.mdcr.papers,
        citations=run.corpus.citations,
        twins="<results>/corpus/twins.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        runs=run.mdcr.runs_by_level(run.mdcr.searchers)["field"],
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
        pinned=config["mdcr"]["models"],
        settings=run.mdcr.settings_of(
            "model_top", "most_cited_top", "positives", "negatives"
        ),
        seed=config["seed"],
        code=code_digest("build_mdcr.py"),
    message:
        "Building MDCR's benchmark"
    script:
        "../../scripts/build_mdcr.py"
