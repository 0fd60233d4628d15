"""The annotation round trip: tasks out, for Label Studio and as CSV, exports in, a collection.

In the demo imagined annotators grade the tasks as they are written. incomplete.csv has the pairs without
a settled grade, with the reason; grades.parquet the grades of two annotators, settled or not.
"""

from paperpool.collections.csfcube_release import REQUIRED as RELEASE_FILES


rule annotation:
    """Write the tasks of annotators, and make a judged collection of their exports."""
    input:
        run.annotation.get_error_without_data,
        "<results>/config.yaml",
        "<results>/annotation/instructions.html",
        "<results>/annotation/tasks.json",
        "<results>/annotation/config.xml",
        collect("<results>/annotation/{file}", file=run.annotation.results),


rule write_tasks:
    """Write a task for each candidate of the drawn pools, or of the collection's pools if there
    is no corpus: the inputs on pools are empty then. In a demo imagined annotators grade them,
    as its `plan` says (else empty). `runs` are empty unless pools.order is depth. One job."""
    input:
        collection=run.annotation.get_collection_to_annotate,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
        labels=run.settings.pools.labels or [],
        runs=collect(
            "<results>/pools/runs/{source}.parquet", source=run.annotation.get_sources_of_order
        ),
        released_queries=shipped("published/csfcube_queries.txt"),
        plan="<results>/demo/plan.npz" if run.annotation.is_simulated else [],
    output:
        tasks="<results>/annotation/tasks.json",
        table="<results>/annotation/tasks.csv",
        config="<results>/annotation/config.xml",
        simulated=collect(
            "<results>/demo/annotation/{role}.json", role=run.annotation.simulated_roles
        ),
    log:
        "<logs>/write_tasks.log",
    benchmark:
        "<benchmarks>/write_tasks.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000 + run.annotation.simulation_mb),
        runtime=20,
    params:
        seed=run.settings.seed,
        code=code_digest("write_tasks.py"),
    message:
        "Writing annotation tasks"
    script:
        "../../scripts/write_tasks.py"


rule import_annotations:
    """Settle grades: those on which both annotators agree, or the adjudicator's. Write the
    adjudicator's tasks and the collection with settled grades (`release`). `further` annotators are
    compared only. One job."""
    input:
        collection=run.annotation.get_collection_to_annotate,
        pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
        queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.annotation.sentences_of_pools,
        labels=run.settings.pools.labels or [],
        exports=run.annotation.get_exports,
        further=run.annotation.further_exports,
    output:
        adjudication_tasks="<results>/annotation/adjudication_tasks.json",
        adjudication_table="<results>/annotation/adjudication_tasks.csv",
        incomplete="<results>/annotation/incomplete.csv",
        grades="<results>/annotation/grades.parquet",
        further_grades="<results>/annotation/further_grades.parquet",
        further="<results>/annotation/further.csv",
        annotators=in_report("<results>/annotation/annotators.csv", "annotators"),
        summary="<results>/annotation/import.json",
        release=collect("<results>/annotation/release/{file}", file=RELEASE_FILES),
    log:
        "<logs>/import_annotations.log",
    benchmark:
        "<benchmarks>/import_annotations.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=20,
    params:
        further=run.annotation.further_passes,
        resampling=run.resampling,
        code=code_digest("import_annotations.py"),
    message:
        "Importing the annotators' exports"
    script:
        "../../scripts/import_annotations.py"
