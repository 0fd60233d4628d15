"""A top-up: the heaviest unjudged pairs that rankings of the whole corpus found.

top_up.csv has the state of each pair; topped_up/release/ is the collection with the new judgments.
"""


rule top_up:
    """Write tasks of the unjudged pairs that matter most."""
    input:
        run.annotation.top_up_needed,
        "<results>/annotation/top_up_tasks.json",
        "<results>/annotation/top_up_config.xml",
        "<results>/annotation/top_up.csv",
        run.annotation.topped_up,


rule ask_top_up:
    input:
        unpack(run.annotation.top_up_material),
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
        size=run.annotation.top_up.get("size"),
        code=code_digest("ask_top_up.py"),
    message:
        "Writing tasks of the unjudged pairs that matter most"
    script:
        "../../scripts/ask_top_up.py"


rule settle_top_up:
    input:
        unpack(run.annotation.top_up_material),
        unjudged="<results>/pools/unjudged.csv",
        exports=run.annotation.top_up.get("exports", []),
    output:
        table="<results>/annotation/top_up.csv",
        topped_up=run.annotation.topped_up,
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
        size=run.annotation.top_up.get("size"),
        seed=run.settings.seed,
        code=code_digest("settle_top_up.py"),
    message:
        "Importing what annotators said of the top-up"
    script:
        "../../scripts/settle_top_up.py"
