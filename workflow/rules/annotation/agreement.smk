"""How good the annotations are: agreement (Table 2 of CSFCube), statistics of the collection (Table
1, Figure 2, appendix D), and every ranker scored again without the finds of one source or ranker.

A source of pools is a ranking of the corpus that candidates were drawn from.
"""


rule measure_agreement:
    """Measure agreement from the annotators' `grades`, and describe the collection. It is the one
    made of the exports; without exports it is the run's own (an error if there is none), and
    `grades` is empty. The tables are agreement before and after adjudication by facet (agreement),
    the share of adjudicated grades that no annotator gave (overruled), statistics of queries,
    candidates and grades (collection), counts of candidates by their grades for two facets
    (facet_pairs), and by source and grade (source_grades). The published tables of both kinds stand
    beside ours if it is CSFCube's release, as `released_queries` tell. One job."""
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
    found: once as irrelevant, once removed. `reusability` has each ranker's score and place with
    and without these. Reads all runs of the collection, whose labels are those corrected by hand if
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
