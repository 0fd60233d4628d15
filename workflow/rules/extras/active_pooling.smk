"""Tasks in batches, chosen by the exports so far, and top-ups of a judged collection.

tasks.json is the next batch; batches.csv lists all batches and why, stops.csv the state of each
query and its recall. A top-up asks for the unjudged pairs that rankings of the whole corpus found,
heaviest first: a pair weighs more the more rankers have it near the top. top_up.csv has the state
of each pair, topped_up/release/ the collection with the new judgments. `sentences` are labelled,
`labels` is the user's sheet of corrected labels, if any.

`cache` is the folder of embeddings that runs share. `get_error_without_data` gives no file, but an
error if annotation.top_up is not set, if no pools can be drawn, or if data.csfcube, the judged
collection, is not set.
"""

from paperpool.extras.active_pooling.plan import ActivePoolingPlan

active_pooling = ActivePoolingPlan(run)

if run.annotation.is_batched:

    rule ask_batch:
        """Write the tasks of the next batch, for Label Studio (with its configuration `config`) and
        as CSV. It is chosen by the rankings (`runs`) of the pools' `ranked_sources` and the grades
        in `exports`, empty at first; if pools.order is feedback also by the embeddings of `model`,
        else empty. In a demo imagined annotators grade all batches by its `plan` (else empty).
        `released_queries` are read to warn of predicted labels. `rules` says how batches are
        chosen, `confidence` how wide the intervals of recall are. One job."""
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
    """Write tasks of the heaviest unjudged pairs, `n_pairs` of them (annotation.top_up.size). The
    labels of `collection` are those corrected by hand, if pools.labels names a sheet. One job."""
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
    """Write the state of each pair of the top-up (`table`). With exports also settle their grades,
    and write the adjudicator's tasks and the collection with the new grades; these two are empty
    without exports. One job."""
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
