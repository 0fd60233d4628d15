"""How good the annotations are: agreement, statistics of the collection.

Inputs: the files of an annotated collection (the release, or the imported one with the grades of
pairs that are not complete yet) and the paper's figures in resources/published. Outputs below
annotation/: agreement.csv (Table 2 of CSFCube), overruled.csv, collection.csv (Table 1),
facet_pairs.csv (Figure 2) and source_grades.csv (appendix D). reusability.csv, every ranker scored
again without what a single source pooled, is written where CSFCube's runs are scored.
"""


rule measure_agreement:
    input:
        collection=annotated_collection,
        grades=annotator_grades,
        agreement=PUBLISHED_AGREEMENT,
        statistics=PUBLISHED_STATISTICS,
        queries=RELEASED_QUERIES,
    output:
        agreement=report(
            "<results>/annotation/agreement.csv",
            category="Annotation",
            labels={"table": "agreement"},
            caption="../report/agreement.rst",
        ),
        overruled="<results>/annotation/overruled.csv",
        collection=report(
            "<results>/annotation/collection.csv",
            category="Annotation",
            labels={"table": "the collection"},
            caption="../report/collection.rst",
        ),
        facet_pairs="<results>/annotation/facet_pairs.csv",
        source_grades="<results>/annotation/source_grades.csv",
    log:
        "<logs>/measure_agreement.log",
    benchmark:
        "<benchmarks>/measure_agreement.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        code=code_digest("measure_agreement.py"),
    message:
        "Measuring how far the annotators agree"
    script:
        "../scripts/measure_agreement.py"
