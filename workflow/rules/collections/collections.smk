"""Other people's test collections: read, ranked, evaluated by trec_eval's measures.

A collection is in one of the formats of `paperpool.collections.readers`; runs of kind `run` whose
benchmark is its name are scored with it. Rows that cannot be used are in quarantine.parquet.
"""

from paperpool.collections.collection import STORED_FILES


rule collections:
    """Rank other people's collections with their rankers, and score the rankings."""
    input:
        run.collections.get_error_without_data,
        "<results>/config.yaml",
        collect(
            "<results>/collections/{collection}/{table}",
            collection=run.collections.names,
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
    """Read a collection in its own format, and store it in the tables that the rules below read.
    Rows that cannot be used go to `quarantine`, with the reason. One job for each collection."""
    input:
        files=run.collections.get_original_files,
    output:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        summary="<results>/collections/{collection}/summary.json",
        quarantine="<results>/collections/{collection}/quarantine.parquet",
    log:
        "<logs>/read_collection/{collection}.log",
    benchmark:
        "<benchmarks>/read_collection/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        settings=run.collections.get_reading_settings,
        on_bad_row=run.settings.corpus.on_bad_row,
        code=code_digest("read_collection.py", run.collections.modules),
    message:
        "Reading the collection {wildcards.collection}"
    script:
        "../../scripts/read_collection.py"


rule rank_collection_words:
    """Rank a collection by terms or averaged word vectors. `vectors` is empty: the ranker trains
    its own on the collection; so is `votes`, which rankers by citations need. One job for each
    collection and ranker."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        vectors=[],
        votes=[],
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_words/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_words/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
        ranker=any_of(run.collections.lexical_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="collection",
        rankers=run.rankers.get_settings,
        context={"seed": run.settings.seed, "threads": run.threads},
        code=code_digest("rank_by_terms.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (words)"
    script:
        "../../scripts/rank_by_terms.py"


rule rank_collection_model:
    """Rank a collection with a model. `known` has the user's vectors of papers, if any.
    `first_stage` is the ranking that is reordered, empty for a search of all papers. One job for
    each collection and ranker."""
    input:
        unpack(run.encode.get_known_vectors),
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        first_stage=run.collections.get_first_run,
        model=run.rankers.get_model_files,
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_model/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_model/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
        ranker=any_of(run.collections.model_rankers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        benchmark="collection",
        rankers=run.rankers.get_settings,
        depth=run.collections.get_depth,
        cache=run.settings.cache,
        context={"torch_threads": run.threads, "threads": run.threads},
        code=code_digest("rank_by_model.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (a model)"
    script:
        "../../scripts/rank_by_model.py"


rule rank_collection_fusion:
    """Fuse the rankings of a fusion's members. One job for each collection and fusion."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=collect(
            "<results>/collections/{{collection}}/runs/{ranker}.parquet",
            ranker=run.rankers.get_members,
        ),
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
    log:
        "<logs>/rank_collection_fusion/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_collection_fusion/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
        ranker=any_of(run.collections.fusions),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="collection",
        rankers=run.rankers.get_settings,
        members=run.rankers.get_members,
        code=code_digest("fuse_runs.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Fusing the runs of {wildcards.collection} that are members of {wildcards.ranker}"
    script:
        "../../scripts/fuse_runs.py"


rule rank_collection_command:
    """Rank a collection with a user's own command, which reads `files`, and check its
    ranking: `checks` has problems and doubts (rankings that look wrong). `first_stage` is the
    ranking that is reordered, if any. One job for each collection and such ranker."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        first_stage=run.collections.get_first_run,
        files=run.rankers.get_command_files,
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
        collection=any_of(run.collections.names),
        ranker=any_of(run.collections.command_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
        gpu=0,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        benchmark="collection",
        rankers=run.rankers.get_settings,
        depth=run.collections.get_depth,
        code=code_digest("rank_by_command.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking {wildcards.collection} with {wildcards.ranker} (its command)"
    script:
        "../../scripts/rank_by_command.py"


rule import_collection_run:
    """Check and import a user's ranking. Judged candidates left out are an error if checks.runs is
    strict; a ranking that looks wrong, such as a reversed one, is a doubt: an error if
    checks.doubts is fail. One job for each ranking."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        files=run.rankers.get_path,
    output:
        runs="<results>/collections/{collection}/runs/{ranker}.parquet",
        checks="<results>/collections/{collection}/checks/{ranker}.json",
    log:
        "<logs>/import_collection_run/{collection}/{ranker}.log",
    benchmark:
        "<benchmarks>/import_collection_run/{collection}/{ranker}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.names),
        ranker=any_of(run.collections.imported_runs),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        rankers=run.rankers.get_settings,
        code=code_digest("import_collection_run.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Checking and importing the run {wildcards.ranker} of {wildcards.collection}"
    script:
        "../../scripts/import_collection_run.py"


rule evaluate_collection:
    """Score all rankings of a collection: measures, paired tests, ranks, ties, pool bias. The input
    `checks` has the problems and doubts of imported rankings and those by commands; `slices` is the
    user's table of further slices, if any. One job for each collection."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=collect(
            "<results>/collections/{{collection}}/runs/{ranker}.parquet",
            ranker=run.collections.get_rankers,
        ),
        checks=collect(
            "<results>/collections/{{collection}}/checks/{ranker}.json",
            ranker=run.collections.get_checked_rankers,
        ),
        slices=run.collections.get_slices,
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
        collection=any_of(run.collections.names),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        reader=run.collections.get_reader_name,
        measures=run.collections.get_measures,
        baselines=run.collections.get_baselines,
        resampling=run.resampling,
        code=code_digest("evaluate_collection.py", run.collections.modules),
    message:
        "Scoring every run of {wildcards.collection}"
    script:
        "../../scripts/evaluate_collection.py"
