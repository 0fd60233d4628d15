"""How good the annotations are: agreement (Table 2 of CSFCube), statistics of the collection (Table 1,
Figure 2, appendix D), and every ranker scored again without the finds of one source or ranker.
"""


rule measure_agreement:
    """Measure agreement from the annotators' `grades`, and describe the collection made of the
    exports; without exports, the run's own, and `grades` is empty. `overruled` has the share of
    adjudicated grades that no annotator gave, `facet_pairs` counts candidates by their grades for
    two facets, `source_grades` by source and grade. Published tables are compared if it is
    CSFCube's release, as `released_queries` tell. One job."""
    input:
        collection=run.annotation.get_annotated_collection,
        grades="<results>/annotation/grades.parquet" if run.annotation.exports else [],
        published_agreement=shipped("published/csfcube_agreement.csv"),
        published_statistics=shipped("published/csfcube_statistics.csv"),
        released_queries=shipped("published/csfcube_queries.txt"),
    output:
        agreement=in_report("<results>/annotation/agreement.csv", "agreement"),
        overruled="<results>/annotation/overruled.csv",
        collection=in_report("<results>/annotation/collection.csv", "the collection"),
        facet_pairs="<results>/annotation/facet_pairs.csv",
        source_grades="<results>/annotation/source_grades.csv",
    log:
        "<logs>/measure_agreement.log",
    benchmark:
        "<benchmarks>/measure_agreement.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        code=code_digest("measure_agreement.py"),
    message:
        "Measuring how far the annotators agree"
    script:
        "../../scripts/measure_agreement.py"


rule measure_reusability:
    """Score the rankers again without the candidates that one source of pools, or one ranker, alone
    found. Reads all runs of the collection, whose labels are those corrected by hand if
    pools.labels names a sheet. One job."""
    input:
        collection=run.csfcube.get_collection_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=run.csfcube.rankers),
    output:
        reusability=in_report("<results>/annotation/reusability.csv", "reusability"),
    log:
        "<logs>/measure_reusability.log",
    benchmark:
        "<benchmarks>/measure_reusability.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        rankers=run.csfcube.rankers,
        code=code_digest("measure_reusability.py"),
    message:
        "Scoring every ranker without what one source or one ranker alone found"
    script:
        "../../scripts/measure_reusability.py"
