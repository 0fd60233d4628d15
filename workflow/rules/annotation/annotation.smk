"""The annotation round trip: tasks out, for Label Studio and as CSV, exports in, a collection.

Tasks are of drawn pools, with the texts of papers and their labelled sentences, or of the pools of
the collection if none can be drawn: then the inputs pools, queries, papers and sentences are empty.
`labels` is the user's sheet of corrected labels, if any. In the demo imagined annotators grade the
tasks as they are written. A grade is settled if both annotators gave it, or an adjudicator.
incomplete.csv has the pairs without one, with the reason; grades.parquet the grades of two
annotators, settled or not.

`collection` has the files of data.csfcube, whose papers have labelled sentences, with the labels
that pools.labels corrects; it is empty without one.

`get_error_without_data` gives no file, but an error if there is nothing to grade: neither
data.csfcube nor pools that can be drawn. A demo makes both.
"""


rule annotation:
    """Write the tasks of annotators, and make a judged collection of their exports. Asks for the
    instructions, the tasks with their labelling configuration, and what else the run can make:
    practice tasks, the counts of imported exports (import.json) and of annotators, further
    annotators, and the tables of agreement, practice and judges."""
    input:
        run.annotation.get_error_without_data,
        "<results>/config.yaml",
        "<results>/annotation/instructions.html",
        "<results>/annotation/tasks.json",
        "<results>/annotation/config.xml",
        collect("<results>/annotation/{file}", file=run.annotation.results),


rule write_tasks:
    """Write a task for each candidate of the pools, for Label Studio (`tasks`, with its labelling
    configuration `config`) and as CSV (`table`). In a demo imagined annotators grade them by its
    `plan`: `simulated` has the grades of two annotators, an adjudicator and a further expert; else
    both are empty. `released_queries`, those of CSFCube's release, are read to warn if other
    queries' sentences have predicted labels that nobody corrected. `runs`, the rankings that pools
    were drawn from, are empty unless pools.order is depth. One job."""
    input:
        scheme=run.scheme_file,
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
    """Settle the grades of the annotators' `exports` (an error without exports; in a demo those of
    imagined annotators). Write the adjudicator's tasks, for Label Studio and as CSV, the pairs
    without a settled grade (incomplete), counts and agreement of each annotator (annotators),
    counts of all that was read (`summary`), and the collection with settled grades (`release`).
    `further` annotators, none if none are configured, are compared only: further_grades.parquet has
    their grades, further.csv their agreement with the settled ones. `scheme` has the facets and
    grades. `resampling` says how intervals and p values are drawn. One job."""
    input:
        scheme=run.scheme_file,
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
        release=run.annotation.release_files,
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
