"""MDCR's scores: the pairs of the benchmark scored by every ranker, and all three evaluations.

The benchmark is the released one of data.mdcr, or the one that is built. Large pools are evaluated
if there is a corpus.
"""


rule mdcr:
    """Build MDCR's benchmark, or read the released one, and score every ranker on it."""
    input:
        run.sections.needed("mdcr"),
        "<results>/config.yaml",
        "<results>/mdcr/metrics.csv",
        "<results>/mdcr/per_query.parquet",
        "<results>/mdcr/significance.csv",
        "<results>/mdcr/ranks.csv",
        run.mdcr.built.values() if run.mdcr.is_built else [],
        collect("<results>/mdcr/scores/val/{run}.json", run=run.mdcr.scored_runs("val")),
        collect("<results>/mdcr/scores/{run}.json", run=run.mdcr.scored_runs("test")),


rule score_mdcr_terms:
    input:
        **run.mdcr.splits,
    output:
        **run.mdcr.scores(run.mdcr.by_need("terms")),
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
        rankers=run.rankers.describe(run.mdcr.by_need("terms")),
        context={"grid": run.settings.mdcr.bm25.as_dict()},
        code=run.rankers.digest(run.mdcr.by_need("terms"), "rank_candidates.py"),
    message:
        "Scoring MDCR's benchmark by terms"
    script:
        "../../scripts/rank_candidates.py"


use rule score_mdcr_terms as score_mdcr_words with:
    input:
        **run.mdcr.splits,
        vectors="<results>/mdcr/steps/word2vec.parquet" if run.mdcr.is_built else [],
    output:
        **run.mdcr.scores(run.mdcr.by_need("word_vectors")),
    log:
        "<logs>/score_mdcr_words.log",
    benchmark:
        "<benchmarks>/score_mdcr_words.tsv"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        rankers=run.rankers.describe(run.mdcr.by_need("word_vectors")),
        context={"seed": run.settings.seed},
        code=run.rankers.digest(run.mdcr.by_need("word_vectors"), "rank_candidates.py"),
    message:
        "Scoring MDCR's benchmark by averaged words"


rule score_mdcr_model:
    input:
        unpack(run.mdcr.known_vectors),
        **run.mdcr.splits,
        model=run.rankers.own_model,
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_model/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.by_need("model")),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        benchmark="mdcr",
        rankers=run.rankers.own_settings,
        cache=run.settings.cache,
        context={"torch_threads": run.threads},
        code=run.rankers.own_code("rank_candidates.py"),
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (a model)"
    script:
        "../../scripts/rank_candidates.py"


use rule score_mdcr_model as score_mdcr_trained with:
    input:
        **run.mdcr.splits,
        models=run.training.files(run.mdcr.trained),
    output:
        **run.mdcr.scores(run.mdcr.trained),
    log:
        "<logs>/score_mdcr_trained.log",
    benchmark:
        "<benchmarks>/score_mdcr_trained.tsv"
    params:
        rankers=run.rankers.settings_of_runs(run.mdcr.trained),
        trained=run.mdcr.trained,
        cache=run.settings.cache,
        context={"torch_threads": run.threads},
        code=run.rankers.digest(run.mdcr.by_need("training"), "rank_candidates.py"),
    message:
        "Scoring MDCR's benchmark with every trained encoder"


rule score_mdcr_fusion:
    input:
        **run.mdcr.splits,
        val_scores=run.rankers.of_members("<results>/mdcr/scores/val/{ranker}.json"),
        test_scores=run.rankers.of_members("<results>/mdcr/scores/{ranker}.json"),
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.by_need("runs")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        benchmark="mdcr",
        rankers=run.rankers.own_settings,
        members=run.rankers.own("members"),
        code=run.rankers.own_code("fuse_runs.py"),
    message:
        "Fusing the scores of the members of {wildcards.ranker}"
    script:
        "../../scripts/fuse_runs.py"


use rule score_mdcr_fusion as score_mdcr_best with:
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
        designs="<results>/mdcr/designs/{ranker}.csv",
    log:
        "<logs>/score_mdcr_best/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.by_need("folds")),
    message:
        "Choosing what {wildcards.ranker} fuses, on MDCR's validation split"


use rule score_mdcr_terms as score_mdcr_references with:
    input:
        **run.mdcr.splits,
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
    output:
        test_scores="<results>/mdcr/scores/{ranker}.json",
        val_scores="<results>/mdcr/scores/val/{ranker}.json",
    log:
        "<logs>/score_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.references),
    params:
        rankers=run.rankers.own_settings,
        code=run.rankers.own_code("rank_candidates.py"),
    message:
        "Scoring MDCR's benchmark by what papers near the query cite ({wildcards.ranker})"


rule score_mdcr_command:
    input:
        **run.mdcr.splits,
        files=run.rankers.own("files"),
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
        ranker=any_of(run.mdcr.by_need("program")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        **run.checks,
        benchmark="mdcr",
        rankers=run.rankers.own_settings,
        code=run.rankers.own_code("rank_from_outside.py"),
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (its command)"
    script:
        "../../scripts/rank_from_outside.py"


rule import_mdcr_scores:
    input:
        benchmark=run.mdcr.splits["test"],
        files=run.mdcr.foreign_scores("test"),
    output:
        scores="<results>/mdcr/scores/{ranker}.json",
        checks="<results>/mdcr/checks/{ranker}.json",
    log:
        "<logs>/import_mdcr_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_scores/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.foreign),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        **run.checks,
        path=run.mdcr.foreign_scores("test"),
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the scores of {wildcards.ranker}"
    script:
        "../../scripts/import_scores.py"


use rule import_mdcr_scores as import_mdcr_validation_scores with:
    input:
        benchmark=run.mdcr.splits["val"],
        files=run.mdcr.foreign_scores("val"),
    output:
        scores="<results>/mdcr/scores/val/{ranker}.json",
        checks="<results>/mdcr/checks/val/{ranker}.json",
    log:
        "<logs>/import_mdcr_validation_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_validation_scores/{ranker}.tsv"
    params:
        **run.checks,
        path=run.mdcr.foreign_scores("val"),
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the validation scores of {wildcards.ranker}"


rule evaluate_mdcr:
    input:
        **run.mdcr.evaluated,
        checks=collect("<results>/mdcr/checks/{ranker}.json", ranker=run.mdcr.checked),
        published=run.published("mdcr"),
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
        **run.checks,
        published_names=run.rankers.published_names("mdcr", run.mdcr.scored),
        baselines=run.settings.evaluation.baselines,
        comparable=run.mdcr.comparable,
        positives=run.settings.mdcr.positives,
        resampling=run.resampling,
        code=code_digest("evaluate_mdcr.py"),
    message:
        "Scoring every ranker of MDCR on large pools and on the benchmark"
    script:
        "../../scripts/evaluate_mdcr.py"
