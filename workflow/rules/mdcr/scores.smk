"""MDCR's scores: the pairs of the benchmark scored by every ranker, and all three evaluations.

These are of large pools of the dataset level, of those of the field level, and of the benchmark.
`is_built`: the corpus suffices to draw large pools and to build the benchmark. A released one, if
data.mdcr names it, is scored in place of the built one; large pools are evaluated all the same.
scores/<run>.json has the scores of the test split, scores/val/<run>.json those of the validation
split; {run} is a ranker's name, with a number for each further training of a trained one.
`split_files` are the pools and texts of both splits. A problem is a missing or unknown pair, a
doubt a score that looks wrong.
"""

from paperpool.models.locating import TRAINED_FILES


rule mdcr:
    """Build MDCR's benchmark, or read the released one, and score every ranker on it. Asks for the
    built files if the benchmark is built, for the scores of all rankers, and for the evaluations'
    tables."""
    input:
        run.mdcr.get_error_without_data,
        "<results>/config.yaml",
        "<results>/mdcr/metrics.csv",
        "<results>/mdcr/per_query.parquet",
        "<results>/mdcr/significance.csv",
        "<results>/mdcr/ranks.csv",
        collect("<results>/mdcr/{file}", file=run.mdcr.built_files),
        collect("<results>/mdcr/scores/val/{run}.json", run=run.mdcr.validation_runs),
        collect("<results>/mdcr/scores/{run}.json", run=run.mdcr.test_runs),


rule score_mdcr_terms:
    """Score the pairs of MDCR's benchmark by terms. Writes the scores of the test and the
    validation split. These rankers need no word vectors and no citations: `vectors` and `votes` are
    empty. One job for all such rankers."""
    input:
        **run.mdcr.split_files,
        vectors=[],
        votes=[],
    output:
        val_scores=collect("<results>/mdcr/scores/val/{ranker}.json", ranker=run.mdcr.term_rankers),
        test_scores=collect("<results>/mdcr/scores/{ranker}.json", ranker=run.mdcr.term_rankers),
    log:
        "<logs>/score_mdcr_terms.log",
    benchmark:
        "<benchmarks>/score_mdcr_terms.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        benchmark="mdcr",
        rankers=run.rankers.describe(run.mdcr.term_rankers),
        context={"grid": run.settings.mdcr.bm25.as_dict()},
        code=code_digest("rank_by_terms.py"),
        code_of_kinds=run.rankers.digest_kinds(run.mdcr.term_rankers),
    message:
        "Scoring MDCR's benchmark by terms"
    script:
        "../../scripts/rank_by_terms.py"


use rule score_mdcr_terms as score_mdcr_words with:
    """Score the pairs of MDCR's benchmark by averaged word vectors: those of large pools if it is
    built here. Else `vectors` is empty: each ranker trains its own on the texts of the benchmark.
    One job for each ranker."""
    input:
        **run.mdcr.split_files,
        vectors="<results>/mdcr/steps/word2vec.parquet" if run.mdcr.is_built else [],
        votes=[],
    output:
        val_scores=collect(
            "<results>/mdcr/scores/val/{ranker}.json", ranker=run.mdcr.word_vector_rankers
        ),
        test_scores=collect(
            "<results>/mdcr/scores/{ranker}.json", ranker=run.mdcr.word_vector_rankers
        ),
    log:
        "<logs>/score_mdcr_words.log",
    benchmark:
        "<benchmarks>/score_mdcr_words.tsv"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        rankers=run.rankers.describe(run.mdcr.word_vector_rankers),
        context={"seed": run.settings.seed},
        code=code_digest("rank_by_terms.py"),
        code_of_kinds=run.rankers.digest_kinds(run.mdcr.word_vector_rankers),
    message:
        "Scoring MDCR's benchmark by averaged words"


rule score_mdcr_model:
    """Score the pairs of both splits of MDCR's benchmark with a model. `known` has vectors of
    papers that need no encoding, given by the user or, if the scored benchmark is built, made for
    large pools; `papers` lists them; both may be empty. `model` has local files of the model, if
    any. `first_stage` is empty: all candidates are scored. One job for each ranker with a model."""
    input:
        unpack(run.mdcr.get_known_vectors),
        **run.mdcr.split_files,
        model=run.rankers.get_model_files,
        first_stage=[],
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_model/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.model_rankers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        benchmark="mdcr",
        rankers=run.rankers.get_settings,
        depth=None,
        cache=run.settings.cache,
        context={"torch_threads": run.threads},
        code=code_digest("rank_by_model.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (a model)"
    script:
        "../../scripts/rank_by_model.py"


rule score_mdcr_trained:
    """Score the pairs of both splits of MDCR's benchmark with encoders trained on citations. Reads
    the files of every trained encoder (`models`) and writes the scores of each. One job for all
    trainings."""
    input:
        **run.mdcr.split_files,
        models=collect(
            "<results>/training/{training}/model/{file}",
            training=run.mdcr.trainings,
            file=TRAINED_FILES,
        ),
    output:
        val_scores=collect("<results>/mdcr/scores/val/{run}.json", run=run.mdcr.trained_models),
        test_scores=collect("<results>/mdcr/scores/{run}.json", run=run.mdcr.trained_models),
    log:
        "<logs>/score_mdcr_trained.log",
    benchmark:
        "<benchmarks>/score_mdcr_trained.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        rankers=run.rankers.describe_runs(run.mdcr.trained_models),
        trained=run.mdcr.trained_models,
        cache=run.settings.cache,
        torch_threads=run.threads,
        code=code_digest("score_mdcr_trained.py"),
        code_of_kinds=run.rankers.digest_kinds(run.mdcr.trained_rankers),
    message:
        "Scoring MDCR's benchmark with every trained encoder"
    script:
        "../../scripts/score_mdcr_trained.py"


rule score_mdcr_fusion:
    """Fuse the members' scores of both splits of MDCR's benchmark. One job for each fusion."""
    input:
        **run.mdcr.split_files,
        val_scores=collect(
            "<results>/mdcr/scores/val/{ranker}.json", ranker=run.rankers.get_members
        ),
        test_scores=collect("<results>/mdcr/scores/{ranker}.json", ranker=run.rankers.get_members),
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.fusions),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        benchmark="mdcr",
        rankers=run.rankers.get_settings,
        members=run.rankers.get_members,
        code=code_digest("fuse_runs.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Fusing the scores of the members of {wildcards.ranker}"
    script:
        "../../scripts/fuse_runs.py"


use rule score_mdcr_fusion as score_mdcr_best with:
    """Fuse the scores of MDCR's pairs with weights that are chosen on the validation split.
    designs/<ranker>.csv has all weights that were tried, with their scores. One job for each ranker
    of kind best."""
    input:
        **run.mdcr.split_files,
        val_scores=collect(
            "<results>/mdcr/scores/val/{ranker}.json", ranker=run.rankers.get_members
        ),
        test_scores=collect("<results>/mdcr/scores/{ranker}.json", ranker=run.rankers.get_members),
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
        designs="<results>/mdcr/designs/{ranker}.csv",
    log:
        "<logs>/score_mdcr_best/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.tuned_fusions),
    message:
        "Choosing what {wildcards.ranker} fuses, on MDCR's validation split"


rule score_mdcr_references:
    """Score the pairs of both splits of MDCR's benchmark by the `votes` of the papers nearest to a
    query, which are counted when large pools are ranked. These rankers need no word vectors here:
    `vectors` is empty. One job for each ranker by citations."""
    input:
        **run.mdcr.split_files,
        vectors=[],
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.citation_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        benchmark="mdcr",
        rankers=run.rankers.get_settings,
        context={"grid": run.settings.mdcr.bm25.as_dict()},
        code=code_digest("rank_by_terms.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Scoring MDCR's benchmark by what papers near the query cite ({wildcards.ranker})"
    script:
        "../../scripts/rank_by_terms.py"


rule score_mdcr_command:
    """Score the pairs of both splits of MDCR's benchmark with a user's own command, and check its
    scores. `files` are those that the command reads. `first_stage` is empty: all candidates are
    scored. `checks` has the problems and doubts of the scores. One job for each ranker by a
    command."""
    input:
        **run.mdcr.split_files,
        files=run.rankers.get_command_files,
        first_stage=[],
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
        checks="<results>/mdcr/checks/{ranker}.json",
    log:
        job="<logs>/score_mdcr_command/{ranker}/job.log",
        stdout="<logs>/score_mdcr_command/{ranker}/stdout.log",
        stderr="<logs>/score_mdcr_command/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/score_mdcr_command/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.command_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        benchmark="mdcr",
        rankers=run.rankers.get_settings,
        depth=None,
        code=code_digest("rank_by_command.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (its command)"
    script:
        "../../scripts/rank_by_command.py"


rule import_mdcr_scores:
    """Check and import a user's scores of the test split of MDCR's benchmark. Problems are an error
    if checks.runs is strict, doubts (such as distances in place of scores) if checks.doubts is
    fail. Else `checks` has both. One job for each ranker of kind run."""
    input:
        benchmark=run.mdcr.split_files["test"],
        scores=run.mdcr.get_imported_test_scores,
    output:
        scores="<results>/mdcr/scores/{ranker}.json",
        checks="<results>/mdcr/checks/{ranker}.json",
    log:
        "<logs>/import_mdcr_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_scores/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.imported_rankers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the scores of {wildcards.ranker}"
    script:
        "../../scripts/import_scores.py"


use rule import_mdcr_scores as import_mdcr_validation_scores with:
    """Check and import the users' scores of MDCR's validation split, of rankers whose path has
    {split}. One job for each."""
    input:
        benchmark=run.mdcr.split_files["val"],
        scores=run.mdcr.get_imported_validation_scores,
    output:
        scores="<results>/mdcr/scores/val/{ranker}.json",
        checks="<results>/mdcr/checks/val/{ranker}.json",
    log:
        "<logs>/import_mdcr_validation_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_validation_scores/{ranker}.tsv"
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the validation scores of {wildcards.ranker}"


rule evaluate_mdcr:
    """Evaluate all rankers on both splits and on large pools. Reads all scores, rankings of large
    pools, `queries` and whom they cite (these three are empty unless `is_built`), `checks` of
    scores from commands and users, and published scores. Writes metrics, scores of each query,
    paired tests with the baselines (significance), ranks of rankers, and all checks. One job."""
    input:
        val_scores=collect("<results>/mdcr/scores/val/{run}.json", run=run.mdcr.validation_runs),
        test_scores=collect("<results>/mdcr/scores/{run}.json", run=run.mdcr.test_runs),
        val=run.mdcr.split_files["val"],
        test=run.mdcr.split_files["test"],
        dataset_runs=collect(
            "<results>/mdcr/runs/dataset/{ranker}.parquet", ranker=run.mdcr_pools.evaluated_rankers
        ),
        field_runs=collect(
            "<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.mdcr_pools.evaluated_rankers
        ),
        queries="<results>/mdcr/steps/queries.parquet" if run.mdcr.is_built else [],
        cited="<results>/mdcr/steps/cited.parquet" if run.mdcr.is_built else [],
        checks=collect("<results>/mdcr/checks/{ranker}.json", ranker=run.mdcr.checked_rankers),
        published=shipped("published/mdcr.csv"),
    output:
        metrics=in_report("<results>/mdcr/metrics.csv", "all scores"),
        per_query="<results>/mdcr/per_query.parquet",
        significance=in_report("<results>/mdcr/significance.csv", "paired tests"),
        ranks=in_report("<results>/mdcr/ranks.csv", "ranks"),
        checks="<results>/mdcr/checks.json",
    log:
        "<logs>/evaluate_mdcr.log",
    benchmark:
        "<benchmarks>/evaluate_mdcr.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        strict=run.settings.checks.runs == "strict",
        refuses_doubts=run.settings.checks.doubts == "fail",
        published_names=run.rankers.published_names("mdcr", run.mdcr.scored_rankers),
        baselines=run.settings.evaluation.baselines,
        comparable=run.mdcr.comparable,
        positives=run.settings.mdcr.positives,
        resampling=run.resampling,
        code=code_digest("evaluate_mdcr.py"),
    message:
        "Scoring every ranker of MDCR on large pools and on the benchmark"
    script:
        "../../scripts/evaluate_mdcr.py"
