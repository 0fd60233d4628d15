"""A top-up: what rankings of the whole corpus found and nobody judged, judged after all.

Inputs: pools/unjudged.csv (the heaviest first), the collection, the papers with the sentences that
are labelled, and the exports of annotation.top_up.
Outputs below annotation/, made when they are asked for: top_up_tasks.json and top_up_config.xml for
Label Studio; top_up.csv, where each pair is; from exports top_up_adjudication_tasks.json and
topped_up/release/*, the collection with the new judgments, in its own format.
"""


rule top_up:
    """Write tasks of the pairs that matter most and nobody judged."""
    input:
        run.annotation.top_up_targets,


rule ask_top_up:
    input:
        unpack(run.annotation.top_up_material),
    output:
        tasks="<results>/annotation/top_up_tasks.json",
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
        "Writing tasks of what matters most and nobody judged"
    script:
        "../../scripts/ask_top_up.py"


rule settle_top_up:
    input:
        unpack(run.annotation.top_up_material),
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
        seed=config["seed"],
        code=code_digest("settle_top_up.py"),
    message:
        "Importing what annotators said of the top-up"
    script:
        "../../scripts/settle_top_up.py"
