"""Tasks in batches, chosen by the exports so far, and top-ups of a judged collection.

tasks.json is the next batch; batches.csv lists all batches and why, stops.csv the state of each query and
its recall. A top-up asks for the heaviest unjudged pairs that rankings of the whole corpus found: top_up.csv
has the state of each pair, topped_up/release/ the collection with the new judgments.
"""

from paperpool.extras.active_pooling.plan import ActivePoolingPlan

active_pooling = ActivePoolingPlan(run)

if run.annotation.is_batched:

    rule ask_batch:
        """Write the tasks of the next batch, chosen by the sources' `runs` and the grades in
        `exports` (empty at first). `model` is empty unless pools.order is feedback. In a demo
        imagined annotators grade all batches. One job."""
        input:
            scheme=run.scheme_file,
            collection=run.annotation.get_collection_to_annotate,
            pools="<results>/pools/pools.parquet" if run.pools.is_possible else [],
            queries="<results>/pools/queries.csv" if run.pools.is_possible else [],
            papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
            sentences=run.annotation.sentences_of_pools,
            labels=run.settings.pools.labels or [],
            runs=collect("<results>/pools/runs/{source}.parquet", source=active_pooling.get_sources),
            model=active_pooling.model_files,
            exports=run.settings.annotation.exports,
            released_queries=shipped("published/csfcube_queries.txt"),
            plan="<results>/demo/plan.npz" if run.annotation.is_simulated else [],
        output:
            tasks="<results>/annotation/tasks.json",
            table="<results>/annotation/tasks.csv",
            config="<results>/annotation/config.xml",
            batches="<results>/annotation/batches.csv",
            stops=in_report("<results>/annotation/stops.csv", "batches: recall and stops"),
            simulated=collect(
                "<results>/demo/annotation/{role}.json", role=run.annotation.simulated_roles
            ),
        log:
            "<logs>/ask_batch.log",
        benchmark:
            "<benchmarks>/ask_batch.tsv"
        conda:
            "../../../envs/encoders.yaml"
        threads: run.threads
        resources:
            mem_mb=grow_memory(active_pooling.memory_mb),
            runtime=30,
        params:
            cache=run.settings.cache,
            torch_threads=run.threads,
            ranked_sources=run.pools.ranked_sources,
            rules=active_pooling.batch_rules,
            confidence=run.settings.evaluation.confidence,
            seed=run.settings.seed,
            code=code_digest("ask_batch.py"),
        message:
            "Choosing the next batch of annotation tasks"
        script:
            "../../scripts/ask_batch.py"


rule top_up:
    """Write tasks of the unjudged pairs that matter most."""
    input:
        active_pooling.get_error_without_data,
        "<results>/annotation/top_up_tasks.json",
        "<results>/annotation/top_up_config.xml",
        "<results>/annotation/top_up.csv",
        (
            "<results>/annotation/top_up_adjudication_tasks.json"
            if active_pooling.top_up_exports
            else []
        ),
        collect(
            "<results>/annotation/topped_up/release/{file}",
            file=active_pooling.topped_up_files,
        ),


rule ask_top_up:
    """Write tasks of the heaviest unjudged pairs, as many as annotation.top_up.size. `collection`
    has labels corrected by hand, if there are any. One job."""
    input:
        collection=active_pooling.get_collection_to_top_up,
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.facets.sentences,
        unjudged="<results>/pools/unjudged.csv",
    output:
        tasks="<results>/annotation/top_up_tasks.json",
        table="<results>/annotation/top_up_tasks.csv",
        config="<results>/annotation/top_up_config.xml",
    log:
        "<logs>/ask_top_up.log",
    benchmark:
        "<benchmarks>/ask_top_up.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=20,
    params:
        n_pairs=active_pooling.n_top_up_pairs,
        code=code_digest("ask_top_up.py"),
    message:
        "Writing tasks of the unjudged pairs that matter most"
    script:
        "../../scripts/ask_top_up.py"


rule settle_top_up:
    """Write the state of each pair of the top-up. With exports also settle their grades, and write
    the adjudicator's tasks and the collection with the new grades; else these outputs are empty.
    One job."""
    input:
        collection=active_pooling.get_collection_to_top_up,
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.shards),
        sentences=run.facets.sentences,
        unjudged="<results>/pools/unjudged.csv",
        exports=active_pooling.top_up_exports,
    output:
        table="<results>/annotation/top_up.csv",
        adjudication_tasks=(
            "<results>/annotation/top_up_adjudication_tasks.json"
            if active_pooling.top_up_exports
            else []
        ),
        topped_up=collect(
            "<results>/annotation/topped_up/release/{file}",
            file=active_pooling.topped_up_files,
        ),
    log:
        "<logs>/settle_top_up.log",
    benchmark:
        "<benchmarks>/settle_top_up.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=20,
    params:
        n_pairs=active_pooling.n_top_up_pairs,
        seed=run.settings.seed,
        code=code_digest("settle_top_up.py"),
    message:
        "Importing what annotators said of the top-up"
    script:
        "../../scripts/settle_top_up.py"
