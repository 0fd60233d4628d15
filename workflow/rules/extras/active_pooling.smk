"""Tasks in batches, chosen by the exports so far, and top-ups of a judged collection.

tasks.json is the next batch; batches.csv lists all batches and why, stops.csv the state of each query and
its recall. A top-up asks for the heaviest unjudged pairs that rankings of the whole corpus found: top_up.csv
has the state of each pair, topped_up/release/ the collection with the new judgments.
"""

if run.annotation.is_batched:

    rule ask_batch:
        input:
            unpack(run.annotation.material),
            runs=run.active_pooling.runs,
            model=run.active_pooling.model_files,
            exports=run.settings.annotation.exports,
            released=shipped("published/csfcube_queries.txt"),
            plan=run.annotation.plan,
        output:
            tasks="<results>/annotation/tasks.json",
            table="<results>/annotation/tasks.csv",
            config="<results>/annotation/config.xml",
            batches="<results>/annotation/batches.csv",
            stops=in_report("<results>/annotation/stops.csv", "batches: recall and stops"),
            simulated=run.annotation.simulated,
        log:
            "<logs>/ask_batch.log",
        benchmark:
            "<benchmarks>/ask_batch.tsv"
        conda:
            "../../../envs/encoders.yaml"
        threads: run.threads
        resources:
            mem_mb=grow_memory(run.active_pooling.memory_mb),
            runtime=30,
        params:
            **run.models,
            sources=run.pools.ranked_sources,
            rules=run.active_pooling.rules,
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
        run.active_pooling.top_up_needed,
        "<results>/annotation/top_up_tasks.json",
        "<results>/annotation/top_up_config.xml",
        "<results>/annotation/top_up.csv",
        run.active_pooling.topped_up,


rule ask_top_up:
    input:
        unpack(run.active_pooling.top_up_material),
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
        size=run.active_pooling.top_up_size,
        code=code_digest("ask_top_up.py"),
    message:
        "Writing tasks of the unjudged pairs that matter most"
    script:
        "../../scripts/ask_top_up.py"


rule settle_top_up:
    input:
        unpack(run.active_pooling.top_up_material),
        unjudged="<results>/pools/unjudged.csv",
        exports=run.active_pooling.top_up_exports,
    output:
        table="<results>/annotation/top_up.csv",
        topped_up=run.active_pooling.topped_up,
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
        size=run.active_pooling.top_up_size,
        seed=run.settings.seed,
        code=code_digest("settle_top_up.py"),
    message:
        "Importing what annotators said of the top-up"
    script:
        "../../scripts/settle_top_up.py"
