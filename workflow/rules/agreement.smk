"""How good the annotations are: agreement, statistics of the collection, reusability.

Inputs: the files of an annotated collection (the release, or the imported one with the grades of
pairs that are not complete yet), the paper's figures in paperpool/resources/published, and CSFCube's runs.
Outputs below annotation/: agreement.csv (Table 2 of CSFCube), overruled.csv, collection.csv (Table
1), facet_pairs.csv (Figure 2), source_grades.csv (appendix D), reusability.csv (every ranker
scored again without what one source or ranker alone found) and, where annotation.replay is set,
replay_found.csv, replay_tau.csv and replay_needed.csv (what other orders of judging would cost),
replay_settings.csv (which settings of feedback do best on which half of the queries) and
replay_stops.csv (20 replays of annotation.batches: what is judged at the stop, and the recall).
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


rule measure_reusability:
    input:
        collection=csfcube_files,
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=CSFCUBE_RANKERS),
    output:
        reusability=report(
            "<results>/annotation/reusability.csv",
            category="Annotation",
            labels={"table": "reusability"},
            caption="../report/reusability.rst",
        ),
    log:
        "<logs>/measure_reusability.log",
    benchmark:
        "<benchmarks>/measure_reusability.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        rankers=CSFCUBE_RANKERS,
        code=code_digest("measure_reusability.py"),
    message:
        "Scoring every ranker without what one source or one ranker alone found"
    script:
        "../scripts/measure_reusability.py"


rule replay:
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
