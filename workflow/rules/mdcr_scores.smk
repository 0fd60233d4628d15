"""MDCR's figures: the pairs of the benchmark scored by every ranker, and all three evaluations.

Inputs: the benchmark (the released one of data.mdcr, or the one that is built), the runs over large
pools where there is a corpus, and the scores that rankers of kind `run` with `benchmark: mdcr` name.
Outputs below mdcr/: scores/<ranker>.json of the test split and scores/val/<ranker>.json,
checks/<ranker>.json for scores from outside, designs/<ranker>.csv for kind best, metrics.csv,
per_query.parquet, significance.csv.
"""


rule mdcr:
    """Build MDCR's benchmark, or read the released one, and score every ranker on it."""
    input:
        mdcr_targets,


rule score_mdcr_terms:
    input:
        **MDCR_SPLITS,
    output:
        **scores_by_split(rankers_by("terms", MDCR_RANKERS)),
    log:
        "<logs>/score_mdcr_terms.log",
    benchmark:
        "<benchmarks>/score_mdcr_terms.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        benchmark="mdcr",
        rankers=settings_of(rankers_by("terms", MDCR_RANKERS)),
        tools={"grid": MDCR["bm25"]},
        code=digest_ranking(rankers_by("terms", MDCR_RANKERS)),
    message:
        "Scoring MDCR's benchmark by terms"
    script:
        "../scripts/rank_candidates.py"


use rule score_mdcr_terms as score_mdcr_words with:
    input:
        **MDCR_SPLITS,
        vectors=mdcr_word_vectors,
    output:
        **scores_by_split(rankers_by("word_vectors", MDCR_RANKERS)),
    log:
        "<logs>/score_mdcr_words.log",
    benchmark:
        "<benchmarks>/score_mdcr_words.tsv"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        benchmark="mdcr",
        rankers=settings_of(rankers_by("word_vectors", MDCR_RANKERS)),
        tools={"seed": config["seed"]},
        code=digest_ranking(rankers_by("word_vectors", MDCR_RANKERS)),
    message:
        "Scoring MDCR's benchmark by averaged words"


rule score_mdcr_model:
    input:
        unpack(known_vectors),
        **MDCR_SPLITS,
        model=model_files,
    output:
        **OWN_SCORES,
    log:
        "<logs>/score_mdcr_model/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("model", MDCR_RANKERS)),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        benchmark="mdcr",
        rankers=own_settings,
        cache=config["cache"],
        tools=MODEL_TOOLS,
        code=own_digest,
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (a model)"
    script:
        "../scripts/rank_candidates.py"


use rule score_mdcr_model as score_mdcr_trained with:
    input:
        **MDCR_SPLITS,
        models=trained_files(MDCR_TRAINED),
    output:
        **scores_by_split(MDCR_TRAINED),
    log:
        "<logs>/score_mdcr_trained.log",
    benchmark:
        "<benchmarks>/score_mdcr_trained.tsv"
    params:
        benchmark="mdcr",
        rankers=settings_of_runs(MDCR_TRAINED),
        trained=MDCR_TRAINED,
        cache=config["cache"],
        tools=MODEL_TOOLS,
        code=digest_ranking(rankers_by("training", MDCR_RANKERS)),
    message:
        "Scoring MDCR's benchmark with every trained encoder"


use rule score_mdcr_terms as score_mdcr_fusion with:
    input:
        unpack(member_scores),
        **MDCR_SPLITS,
    output:
        **OWN_SCORES,
    log:
        "<logs>/score_mdcr_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("runs", MDCR_RANKERS)),
    params:
        benchmark="mdcr",
        rankers=own_settings,
        members=members_of_ranker,
        code=own_digest,
    message:
        "Fusing the scores of the members of {wildcards.ranker}"


use rule score_mdcr_fusion as score_mdcr_best with:
    output:
        **OWN_SCORES,
        designs="<results>/mdcr/designs/{ranker}.csv",
    log:
        "<logs>/score_mdcr_best/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("folds", MDCR_RANKERS)),
    message:
        "Choosing what {wildcards.ranker} fuses, on MDCR's validation split"


use rule score_mdcr_terms as score_mdcr_references with:
    input:
        **MDCR_SPLITS,
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
    output:
        **OWN_SCORES,
    log:
        "<logs>/score_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(MDCR_REFERENCES),
    params:
        benchmark="mdcr",
        rankers=own_settings,
        code=own_digest,
    message:
        "Scoring MDCR's benchmark by what papers near the query cite ({wildcards.ranker})"


use rule score_mdcr_terms as score_mdcr_command with:
    input:
        **MDCR_SPLITS,
        files=ranker_setting("files"),
    output:
        **OWN_SCORES,
        checks="<results>/mdcr/checks/{ranker}.json",
    log:
        job="<logs>/score_mdcr_command/{ranker}/job.log",
        stdout="<logs>/score_mdcr_command/{ranker}/stdout.log",
        stderr="<logs>/score_mdcr_command/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/score_mdcr_command/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("program", MDCR_RANKERS)),
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        **CHECKS,
        benchmark="mdcr",
        rankers=own_settings,
        code=own_digest,
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (its command)"


rule import_mdcr_scores:
    input:
        benchmark=MDCR_SPLITS["test"],
        files=foreign_scores("test"),
    output:
        scores=SCORES["test"],
        checks="<results>/mdcr/checks/{ranker}.json",
    log:
        "<logs>/import_mdcr_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_scores/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(FOREIGN_SCORES),
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        **CHECKS,
        path=foreign_scores("test"),
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the scores of {wildcards.ranker}"
    script:
        "../scripts/import_scores.py"


use rule import_mdcr_scores as import_mdcr_validation_scores with:
    input:
        benchmark=MDCR_SPLITS["val"],
        files=foreign_scores("val"),
    output:
        scores=SCORES["val"],
        checks="<results>/mdcr/checks/val/{ranker}.json",
    log:
        "<logs>/import_mdcr_validation_scores/{ranker}.log",
    benchmark:
        "<benchmarks>/import_mdcr_validation_scores/{ranker}.tsv"
    params:
        **CHECKS,
        path=foreign_scores("val"),
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the validation scores of {wildcards.ranker}"


rule evaluate_mdcr:
    input:
        **MDCR_EVALUATED,
        checks=collect("<results>/mdcr/checks/{ranker}.json", ranker=CHECKED_SCORES),
        published=PUBLISHED["mdcr"],
    output:
        metrics=report(
            "<results>/mdcr/metrics.csv",
            category="MDCR",
            labels={"table": "all figures"},
            caption="../report/mdcr_metrics.rst",
        ),
        per_query="<results>/mdcr/per_query.parquet",
        significance=report(
            "<results>/mdcr/significance.csv",
            category="MDCR",
            labels={"table": "paired tests"},
            caption="../report/mdcr_significance.rst",
        ),
        checks="<results>/mdcr/checks.json",
    log:
        "<logs>/evaluate_mdcr.log",
    benchmark:
        "<benchmarks>/evaluate_mdcr.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        **CHECKS,
        published_names=published_names(
            "mdcr", published_settings([*MDCR_RANKERS, *FOREIGN_SCORES])
        ),
        baselines=config["evaluation"]["baselines"],
        comparable=MDCR_COMPARABLE,
        positives=MDCR["positives"],
        resampling=RESAMPLING,
        code=code_digest("evaluate_mdcr.py"),
    message:
        "Scoring every ranker of MDCR on large pools and on the benchmark"
    script:
        "../scripts/evaluate_mdcr.py"
