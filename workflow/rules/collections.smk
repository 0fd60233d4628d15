"""Other people's test collections: read, ranked, evaluated by trec_eval's measures.

Inputs: the files that data.collections names (or the generated ones), in the formats of
`paperpool.collections.readers`, and runs of kind `run` whose benchmark is the collection's name.
Outputs below collections/<name>/: runs/<ranker>.parquet, checks/<ranker>.json for rankings from
outside, metrics.csv, per_query.parquet, significance.csv, pool_bias.csv; summary.json, how many
documents, topics and judgments were read and kept; quarantine.parquet, the rows that cannot be
used; steps/, the collection as tables of our own.
"""


rule collections:
    """Rank other people's collections with every ranker, and score the runs."""
    input:
        collections_targets,


rule read_collection:
    input:
        files=collection_source,
    output:
        collection=collect(
            "<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES
        ),
        summary="<results>/collections/{collection}/summary.json",
        quarantine="<results>/collections/{collection}/quarantine.parquet",
    log:
        "<logs>/read_collection/{collection}.log",
    benchmark:
        "<benchmarks>/read_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        settings=collection_settings,
        on_bad_row=config["corpus"]["on_bad_row"],
        code=code_digest("read_collection.py", READER_MODULES),
    message:
        "Reading the collection {wildcards.collection}"
    script:
        "../scripts/read_collection.py"


rule rank_collection_words:
    input:
        collection=stored_collection,
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_words/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_words/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
        ranker=any_of(need_only_words(COLLECTION_RANKERS)),
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="collection",
        rankers=own_settings,
        tools={"seed": config["seed"], "threads": JOB_THREADS},
        code=own_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (words)"
    script:
        "../scripts/rank_candidates.py"


use rule rank_collection_words as rank_collection_model with:
    input:
        collection=stored_collection,
        first=first_of_search,
        model=model_files,
    log:
        "<logs>/rank_collection_model/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_model/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
        ranker=any_of(rankers_by("model", COLLECTION_RANKERS)),
    conda:
        "../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        benchmark="collection",
        rankers=own_settings,
        depth=first_depth,
        cache=config["cache"],
        tools={**MODEL_TOOLS, "threads": JOB_THREADS},
        code=own_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (a model)"


use rule rank_collection_words as rank_collection_fusion with:
    input:
        collection=stored_collection,
        runs=members_in_collection,
    log:
        "<logs>/rank_collection_fusion/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_fusion/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
        ranker=any_of(rankers_by("runs", COLLECTION_RANKERS)),
    threads: 1  # the rule that this one is made of has several
    params:
        benchmark="collection",
        rankers=own_settings,
        members=members_of_ranker,
        code=own_digest,
    message:
        "Fusing the runs of {wildcards.collection} that are members of {wildcards.ranker}"


use rule rank_collection_words as rank_collection_command with:
    input:
        collection=stored_collection,
        first=first_of_search,
        files=ranker_setting("files"),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
        checks="<results>/collections/{collection}/checks/{ranker}.json",
    log:
        job="<logs>/rank_collection_command/{collection}/{ranker}/job.log",
        stdout="<logs>/rank_collection_command/{collection}/{ranker}/stdout.log",
        stderr="<logs>/rank_collection_command/{collection}/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/rank_collection_command/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
        ranker=any_of(rankers_by("program", COLLECTION_RANKERS)),
    threads: 1  # the rule that this one is made of has several
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
        gpu=0,
    params:
        **CHECKS,
        benchmark="collection",
        rankers=own_settings,
        depth=first_depth,
        code=own_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (its command)"


use rule rank_collection_words as import_collection_run with:
    input:
        collection=stored_collection,
        files=ranker_setting("path"),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
        checks="<results>/collections/{collection}/checks/{ranker}.json",
    log:
        "<logs>/import_collection_run/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/import_collection_run/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
        ranker=any_of(rankers_by("file", COLLECTION_RANKERS)),
    threads: 1  # the rule that this one is made of has several
    params:
        **CHECKS,
        benchmark="collection",
        rankers=own_settings,
        code=own_digest,
    message:
        "Checking and importing the run {wildcards.ranker} of {wildcards.collection}"


rule evaluate_collection:
    input:
        collection=stored_collection,
        runs=collection_runs,
        checks=collection_checks,
    output:
        metrics=report(
            "<results>/collections/{collection}/metrics.csv",
            category="Collections",
            labels={"collection": "{collection}", "table": "all figures"},
            caption="../report/collection_metrics.rst",
        ),
        per_query="<results>/collections/{collection}/per_query.parquet",
        significance=report(
            "<results>/collections/{collection}/significance.csv",
            category="Collections",
            labels={"collection": "{collection}", "table": "paired tests"},
            caption="../report/collection_significance.rst",
        ),
        pool_bias=report(
            "<results>/collections/{collection}/pool_bias.csv",
            category="Collections",
            labels={"collection": "{collection}", "table": "pool bias"},
            caption="../report/collection_pool_bias.rst",
        ),
        checks="<results>/collections/{collection}/checks.json",
    log:
        "<logs>/evaluate_collection/{collection}.log",
    benchmark:
        "<benchmarks>/evaluate_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(COLLECTIONS),
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        **CHECKS,
        format=collection_format,
        measures=collection_measures,
        baselines=collection_baselines,
        resampling=RESAMPLING,
        code=code_digest("evaluate_collection.py", READER_MODULES),
    message:
        "Scoring every run of {wildcards.collection}"
    script:
        "../scripts/evaluate_collection.py"
