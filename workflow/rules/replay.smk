"""The judgments of judged collections asked for again in other orders, where annotation.replay is set.

Inputs: CSFCube and its runs, and each of data.collections that one of annotation.replay's rankers
takes part in, with its runs.
Outputs below annotation/ (CSFCube) and collections/<name>/: replay_found.csv, replay_tau.csv and
replay_needed.csv (what other orders of judging would cost). Of CSFCube also replay_settings.csv
(which settings of feedback do best on which half of the queries) and replay_stops.csv (20 replays
of annotation.batches: what is judged at the stop, and the recall); of a collection replay.json,
whether it counts as judged throughout.
"""


rule replay:
    """Ask for the judgments of judged collections again, in other orders."""
    input:
        replay_targets,


rule replay_judgments:
    input:
        collection=csfcube_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=CSFCUBE_RANKERS),
        model=learned_files("feedback"),
    output:
        found="<results>/annotation/replay_found.csv",
        tau=report(
            "<results>/annotation/replay_tau.csv",
            category="Annotation",
            labels={"table": "replay: order of the systems"},
            caption="../report/replay_tau.rst",
        ),
        needed=report(
            "<results>/annotation/replay_needed.csv",
            category="Annotation",
            labels={"table": "replay: judgments needed"},
            caption="../report/replay_needed.rst",
        ),
        settings="<results>/annotation/replay_settings.csv",
    log:
        "<logs>/replay_judgments.log",
    benchmark:
        "<benchmarks>/replay_judgments.tsv"
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(learning_memory("feedback", 1500)),
        runtime=20,
        gpu=0,
    params:
        rankers=CSFCUBE_RANKERS,
        feeders=config["annotation"]["replay"],
        learned=learned_ranker("feedback"),
        encoder=learned_settings("feedback"),
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        bootstrap=config["evaluation"]["bootstrap"],
        confidence=config["evaluation"]["confidence"],
        seed=config["seed"],
        code=code_digest("replay_judgments.py"),
    message:
        "Asking for the judgments again in other orders"
    script:
        "../scripts/replay_judgments.py"


rule replay_stops:
    input:
        collection=csfcube_files,
        runs=collect(
            "<results>/csfcube/runs/{ranker}.parquet",
            ranker=config["annotation"]["replay"] or [],
        ),
        model=learned_files(STOPS_ORDER),
    output:
        stops=report(
            "<results>/annotation/replay_stops.csv",
            category="Annotation",
            labels={"table": "replay: recall at the stop"},
            caption="../report/replay_stops.rst",
        ),
    log:
        "<logs>/replay_stops.log",
    benchmark:
        "<benchmarks>/replay_stops.tsv"
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(learning_memory(STOPS_ORDER, 1500)),
        runtime=20,
        gpu=0,
    params:
        feeders=config["annotation"]["replay"],
        rules=batch_rules(STOPS_ORDER),
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        confidence=config["evaluation"]["confidence"],
        seed=config["seed"],
        code=code_digest("replay_stops.py"),
    message:
        "Asking for the judgments again in batches, until they stop"
    script:
        "../scripts/replay_stops.py"


rule replay_collection:
    input:
        collection=stored_collection,
        runs=collection_runs,
        model=learned_files("feedback"),
    output:
        found="<results>/collections/{collection}/replay_found.csv",
        tau=report(
            "<results>/collections/{collection}/replay_tau.csv",
            category="Collections",
            labels={
                "collection": "{collection}",
                "table": "replay: order of the systems",
            },
            caption="../report/replay_tau.rst",
        ),
        needed=report(
            "<results>/collections/{collection}/replay_needed.csv",
            category="Collections",
            labels={"collection": "{collection}", "table": "replay: judgments needed"},
            caption="../report/replay_needed.rst",
        ),
        kind="<results>/collections/{collection}/replay.json",
    log:
        "<logs>/replay_collection/{collection}.log",
    benchmark:
        "<benchmarks>/replay_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(learning_memory("feedback", 4000)),
        runtime=4 * 60,
        gpu=0,
    params:
        rankers=collection_rankers,
        feeders=collection_feeders,
        learned=learned_ranker("feedback"),
        encoder=learned_settings("feedback"),
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        bootstrap=config["evaluation"]["bootstrap"],
        confidence=config["evaluation"]["confidence"],
        seed=config["seed"],
        code=code_digest("replay_collection.py"),
    message:
        "Asking for the judgments of {wildcards.collection} again in other orders"
    script:
        "../scripts/replay_collection.py"
