"""Labels of the queries' sentences, corrected by hand: a sheet goes out, and comes back.

If pools.labels names the filled sheet, every ranker and task reads csfcube/collection/ instead of
data.csfcube, the released collection. The sheet is write-protected, as it would be drawn anew.
"""

from paperpool.collections.csfcube_release import REQUIRED as RELEASE_FILES


rule write_label_sheet:
    """Write the sentences of query papers with predicted labels, for a person to correct.
    `collection` is the released one (empty without one); pools, queries, papers and sentences are
    empty if no pools can be drawn. One job."""
    input:
        collection=run.annotation.get_released_collection,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
    output:
        sheet=protected("<results>/annotation/label_sheet.csv"),
    log:
        "<logs>/write_label_sheet.log",
    benchmark:
        "<benchmarks>/write_label_sheet.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        code=code_digest("write_label_sheet.py"),
    message:
        "Writing the queries' sentences and their predicted labels"
    script:
        "../../scripts/write_label_sheet.py"


rule correct_labels:
    """Write the released collection with the labels of query sentences that a person corrected in
    the sheet pools.labels (`labels`). `may_have_others`: pools have the user's queries, and the
    sheet may have papers that are not in the collection. One job, in runs that have a sheet."""
    input:
        collection=run.csfcube.get_released_files,
        labels=run.settings.pools.labels or [],
    output:
        collect("<results>/csfcube/collection/{file}", file=RELEASE_FILES),
    log:
        "<logs>/correct_labels.log",
    benchmark:
        "<benchmarks>/correct_labels.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        may_have_others=run.settings.pools.queries is not None,
        code=code_digest("correct_labels.py"),
    message:
        "Correcting the labels of the queries' sentences"
    script:
        "../../scripts/correct_labels.py"
