"""Other people's test collections: read, ranked, evaluated by trec_eval's measures.

A collection is in one of the formats of `paperpool.collections.readers`, and is stored in the
STORED_FILES: papers.parquet, topics.parquet (its queries), grades.parquet (the grades of judged
papers, and the candidates of topics) and collection.json (its settings), the input `collection` of
most rules. Rankers search all of its papers for each topic, unless its files list candidates of
each topic. A first stage is the ranking of another ranker, which the collection's setting
`candidates` names: rankers that do not search reorder the best `depth` papers of it (null without
one). Runs of kind `run` whose benchmark is the collection's name are scored with it.
runs/<ranker>.parquet has the papers that a ranker found for each topic, with score and rank.

Tables: metrics.csv has each ranker's score by each measure, with its interval; per_query.parquet
the scores of each topic; significance.csv the difference of each ranker from the baselines, with
its p value; ranks.csv the place of each ranker by each measure, with its interval, and whether it
is tied with the best; ties.csv each score of a run with equal scores beside its mean over all their
orders; pool_bias.csv the share of each ranker's first 20 papers that was judged, bpref, and a
warning if that share is far from the baseline's; predicted.csv each ranker's scores from a model's
grades, and the difference of each two rankers, corrected by the grades of people that were drawn,
for collections whose settings name a file of such.

Parameters: `benchmark` is the form in which a script reads collections and writes runs; `rankers`
has the settings of the job's rankers, `code_of_kinds` a digest of their own code; `context` the
seed and the numbers of threads that rankers use. `get_error_without_data` gives no file, but an
error if data.collections is not set and the run is no demo.
"""

from paperpool.collections.collection import STORED_FILES


rule collections:
    """Rank other people's collections with their rankers, and score the rankings. Asks for the
    run's merged configuration (config.yaml) and the tables of each collection, which the head of
    this file explains."""
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
        collect(
            "<results>/collections/{collection}/predicted.csv",
            collection=run.collections.predicted,
        ),


rule read_collection:
    """Read a collection in its own format, and store it in the tables that the rules below read.
    `files` are the collection's own, as data.collections names them, or those of the demo. Rows
    that cannot be used go to `quarantine`, with the reason, or are an error if corpus.on_bad_row is
    fail. `summary` counts what was read. `votes` has the grades of
    several judges, and is empty if they are not known. `settings` has the format and how it is
    read. One job for each collection."""
    input:
        files=run.collections.get_original_files,
    output:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        summary="<results>/collections/{collection}/summary.json",
        votes="<results>/collections/{collection}/votes.parquet",
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
    """Rank the papers of a collection for each topic by terms or averaged word vectors. `vectors`
    is empty: a ranker that averages these trains its own on the collection. `votes` is empty, too:
    no ranker here uses citations. One job for each collection and such ranker."""
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
    """Rank the papers of a collection for each topic with a model. The unpacked inputs are vectors
    that the user gives in place of a model (`known`) and the papers that these are of (`papers`),
    or empty. `first_stage` is the ranking that is reordered, or empty. `model` has the model's
    local files; it is empty for a hub id, by which the job downloads the model. `cache` is the
    folder of embeddings that runs share. One job for each collection and ranker with a model."""
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
    """Fuse the rankings of a fusion's `members`, which are other rankers of the collection. One job
    for each collection and fusion."""
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
    """Rank a collection with a user's own command, and check its ranking. `files` are those that
    the command reads, as its settings name them; there may be none. `checks` has problems (judged
    candidates left out; an error if checks.runs is strict, `strict`) and doubts (rankings that look
    wrong; an error if checks.doubts is fail, `refuses_doubts`). `first_stage` is the ranking that
    is reordered, or empty. stdout and stderr of the command have logs of their own. One job for
    each collection and such ranker."""
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
    """Check and import a user's ranking of a collection, from the ranker's `files`. Judged
    candidates left out are a problem: an error if checks.runs is strict (`strict`). A ranking that
    looks wrong, such as a reversed one, is a doubt: an error if checks.doubts is fail
    (`refuses_doubts`). Else `checks` has both. One job for each collection and ranker of kind run
    whose benchmark it is."""
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
    """Score all rankings of a collection, and write the tables that the head of this file explains.
    The input `checks` has the problems and doubts of imported rankings and those by commands, empty
    without such; the output has all, and doubts found by comparing rankings, such as two alike (an
    error if `refuses_doubts`). `slices` is the user's table of further slices (groups of topics),
    or empty. `reader` is the collection's format, which has measures of its own; `measures` are
    those of its settings, null for the default ones. `resampling` says how intervals and p values
    are drawn. One job for each collection."""
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


rule predict_scores:
    """Estimate scores from a model's grades of all pairs (`predicted`) and the few of people that
    were drawn with known probabilities (`draws`: judgments.csv has these, frame.json the pairs that
    could be drawn). No other table takes a model's grade. One job for each collection whose
    settings name a file of a model's grades."""
    input:
        collection=collect("<results>/collections/{{collection}}/steps/{file}", file=STORED_FILES),
        runs=collect(
            "<results>/collections/{{collection}}/runs/{ranker}.parquet",
            ranker=run.collections.get_rankers,
        ),
        predicted=run.collections.get_predicted_file,
        draws=run.collections.get_draws,
    output:
        in_report(
            "<results>/collections/{collection}/predicted.csv", "scores from a model's grades"
        ),
    log:
        "<logs>/predict_scores/{collection}.log",
    benchmark:
        "<benchmarks>/predict_scores/{collection}.tsv"
    wildcard_constraints:
        collection=any_of(run.collections.predicted),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        code=code_digest("predict_scores.py"),
    message:
        "Estimating scores of {wildcards.collection} from a model's grades"
    script:
        "../../scripts/predict_scores.py"
