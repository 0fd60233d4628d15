"""Other people's test collections: read, ranked, evaluated by trec_eval's measures.

A collection is in one of the formats of `paperpool.collections.readers`; runs of kind `run` whose
benchmark is its name are scored with it. Rows that cannot be used are in quarantine.parquet.
"""

from paperpool.collections.stored import FILES as STORED_FILES


rule collections:
    """Rank other people's collections with every ranker, and score the runs."""
    input:
        run.sections.needed("collections"),
        "<results>/config.yaml",
        collect(
            "<results>/collections/{collection}/{table}",
            collection=run.collections.named,
            table=[
                "metrics.csv",
                "per_query.parquet",
                "significance.csv",
                "ranks.csv",
                "ties.csv",
                "pool_bias.csv",
            ],
        ),


rule read_collection:
    input:
        files=run.collections.source,
    output:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        summary="<results>/collections/{collection}/summary.json",
        quarantine="<results>/collections/{collection}/quarantine.parquet",
    log:
        "<logs>/read_collection/{collection}.log",
    benchmark:
        "<benchmarks>/read_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        settings=run.collections.reading,
        on_bad_row=run.settings.corpus.on_bad_row,
        code=code_digest("read_collection.py", run.collections.modules),
    message:
        "Reading the collection {wildcards.collection}"
    script:
        "../../scripts/read_collection.py"


rule rank_collection_words:
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_words/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_words/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
        ranker=any_of(run.collections.by_need("terms", "word_vectors")),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="collection",
        rankers=run.rankers.own_settings,
        context={"seed": run.settings.seed, "threads": run.threads},
        code=run.rankers.own_code("rank_candidates.py"),
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (words)"
    script:
        "../../scripts/rank_candidates.py"


use rule rank_collection_words as rank_collection_model with:
    input:
        unpack(run.encode.known),
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        first=run.collections.first,
        model=run.rankers.own_model,
    log:
        "<logs>/rank_collection_model/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_model/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
        ranker=any_of(run.collections.by_need("model")),
    conda:
        "../../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        benchmark="collection",
        rankers=run.rankers.own_settings,
        depth=run.collections.depth,
        cache=run.settings.cache,
        context={"torch_threads": run.threads, "threads": run.threads},
        code=run.rankers.own_code("rank_candidates.py"),
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (a model)"


rule rank_collection_fusion:
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=run.rankers.of_members("<results>/collections/{collection}/runs/{ranker}.parquet"),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_fusion/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_fusion/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
        ranker=any_of(run.collections.by_need("runs")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="collection",
        rankers=run.rankers.own_settings,
        members=run.rankers.own("members"),
        code=run.rankers.own_code("fuse_runs.py"),
    message:
        "Fusing the runs of {wildcards.collection} that are members of {wildcards.ranker}"
    script:
        "../../scripts/fuse_runs.py"


rule rank_collection_command:
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        first=run.collections.first,
        files=run.rankers.own("files"),
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
        collection=any_of(run.collections.named),
        ranker=any_of(run.collections.by_need("program")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
        gpu=0,
    params:
        **run.checks,
        benchmark="collection",
        rankers=run.rankers.own_settings,
        depth=run.collections.depth,
        code=run.rankers.own_code("rank_from_outside.py"),
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (its command)"
    script:
        "../../scripts/rank_from_outside.py"


rule import_collection_run:
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        files=run.rankers.own("path"),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
        checks="<results>/collections/{collection}/checks/{ranker}.json",
    log:
        "<logs>/import_collection_run/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/import_collection_run/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
        ranker=any_of(run.collections.by_need("file")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        **run.checks,
        benchmark="collection",
        rankers=run.rankers.own_settings,
        code=run.rankers.own_code("rank_from_outside.py"),
    message:
        "Checking and importing the run {wildcards.ranker} of {wildcards.collection}"
    script:
        "../../scripts/rank_from_outside.py"


rule evaluate_collection:
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=run.collections.of_rankers("<results>/collections/{collection}/runs/{ranker}.parquet"),
        checks=run.collections.of_rankers(
            "<results>/collections/{collection}/checks/{ranker}.json", "file", "program"
        ),
        slices=run.collections.slices,
    output:
        metrics=in_report("<results>/collections/{collection}/metrics.csv", "all scores"),
        per_query="<results>/collections/{collection}/per_query.parquet",
        significance=in_report(
            "<results>/collections/{collection}/significance.csv", "paired tests"
        ),
        ranks=in_report("<results>/collections/{collection}/ranks.csv", "ranks"),
        ties="<results>/collections/{collection}/ties.csv",
        pool_bias=in_report("<results>/collections/{collection}/pool_bias.csv", "pool bias"),
        checks="<results>/collections/{collection}/checks.json",
    log:
        "<logs>/evaluate_collection/{collection}.log",
    benchmark:
        "<benchmarks>/evaluate_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.named),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        **run.checks,
        format=run.collections.own("kind"),
        measures=run.collections.own("measures"),
        baselines=run.collections.at(run.collections.baselines),
        resampling=run.resampling,
        code=code_digest("evaluate_collection.py", run.collections.modules),
    message:
        "Scoring every run of {wildcards.collection}"
    script:
        "../../scripts/evaluate_collection.py"
