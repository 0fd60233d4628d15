"""The collections of a run in the formats of other tools (no part of `all`).

Inputs: the CSFCube-style collection (data.csfcube, or the generated one) and every run of it; the
benchmark of MDCR (data.mdcr, or the one that is built) and every file of scores of it. Outputs below
export/<collection>/: trec/<split>/topics.xml, qrels.txt and runs/<ranker>.txt; beir/corpus.jsonl,
queries.jsonl and qrels/<split>.tsv; splits.tsv, the slices and splits of each query; datasheet.md and
croissant.json, which name the licences of what the collection is made of.
"""


rule export:
    input:
        export_targets,


rule export_csfcube:
    input:
        collection=csfcube_files,
        runs=collect("<results>/csfcube/runs/{run}.parquet", run=EXPORTED_RUNS),
        queries=RELEASED_QUERIES,
        licences=LICENCES,
    output:
        **exported("csfcube", {CSFCUBE_SPLIT: EXPORTED_RUNS}, CSFCUBE_BEIR_SPLITS),
    log:
        "<logs>/export_csfcube.log",
    benchmark:
        "<benchmarks>/export_csfcube.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        runs=EXPORTED_RUNS,
        is_demo=IS_DEMO,
        sources=CSFCUBE_SOURCES,
        settings=demo_settings(),
        code=code_digest("export_csfcube.py"),
    message:
        "Exporting the CSFCube-style collection and its runs"
    script:
        "../scripts/export_csfcube.py"


rule export_mdcr:
    input:
        unpack(mdcr_export_inputs),
        licences=LICENCES,
    output:
        **exported("mdcr", EXPORTED_SCORES, SPLITS),
    log:
        "<logs>/export_mdcr.log",
    benchmark:
        "<benchmarks>/export_mdcr.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        runs=EXPORTED_SCORES,
        origin=MDCR_ORIGIN,
        sources=MDCR_SOURCES[MDCR_ORIGIN],
        settings=mdcr_settings(),
        code=code_digest("export_mdcr.py"),
    message:
        "Exporting MDCR's benchmark and its runs"
    script:
        "../scripts/export_mdcr.py"
