"""MDCR's figures: the pairs of the benchmark scored by every ranker, and all three evaluations.

Inputs: the benchmark (the released one of data.mdcr, or the one that is built), the runs over large
pools where there is a corpus, and the scores that rankers of kind `run` with `benchmark: mdcr` name.
Outputs below mdcr/: scores/<ranker>.json of the test split and scores/val/<ranker>.json,
checks/<ranker>.json for scores from outside, metrics.csv, per_query.parquet, significance.csv.
"""


rule mdcr:
    input:
        mdcr_targets,


rule score_mdcr_terms:
    input:
        **MDCR_SPLITS,
    output:
        **scores_of_rankers(*TERM_KINDS),
    log:
        "<logs>/score_mdcr_terms.log",
    benchmark:
        "<benchmarks>/score_mdcr_terms.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        kinds=kinds_of(mdcr_rankers_of_kind(*TERM_KINDS)),
        grid=MDCR["bm25"],
        threads=1,
        code=code_digest("score_mdcr_terms.py"),
    message:
        "Scoring MDCR's benchmark by terms"
    script:
        "../scripts/score_mdcr_terms.py"


rule score_mdcr_words:
    input:
        unpack(mdcr_word_vectors),
        **MDCR_SPLITS,
    output:
        **scores_of_rankers(*WORD_VECTOR_KINDS),
    log:
        "<logs>/score_mdcr_words.log",
    benchmark:
        "<benchmarks>/score_mdcr_words.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kinds=kinds_of(mdcr_rankers_of_kind(*WORD_VECTOR_KINDS)),
        seed=config["seed"],
        code=code_digest("score_mdcr_words.py"),
    message:
        "Scoring MDCR's benchmark by averaged words"
    script:
        "../scripts/score_mdcr_words.py"


rule score_mdcr_dense:
    input:
        unpack(vectors_of_large_pools),
        **MDCR_SPLITS,
        model=model_files,
    output:
        **SCORES,
    log:
        "<logs>/score_mdcr_dense/{ranker}.log",
    benchmark:
        "<benchmarks>/score_mdcr_dense/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(mdcr_rankers_of_kind("dense")),
    conda:
        "../../envs/encoders.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        encoder=encoder_settings,
        separator=ranker_setting("separator"),
        similarity=ranker_setting("similarity"),
        cache=config["cache"],
        torch_threads=2,
        code=code_digest("score_mdcr_dense.py"),
    message:
        "Scoring MDCR's benchmark with {wildcards.ranker} (a model)"
    script:
        "../scripts/score_mdcr_dense.py"


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
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        path=foreign_scores("test"),
        strict=config["checks"]["runs"] == "strict",
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
        path=foreign_scores("val"),
        strict=config["checks"]["runs"] == "strict",
        code=code_digest("import_scores.py"),
    message:
        "Checking and importing the validation scores of {wildcards.ranker}"


rule evaluate_mdcr:
    input:
        **MDCR_EVALUATED,
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
    log:
        "<logs>/evaluate_mdcr.log",
    benchmark:
        "<benchmarks>/evaluate_mdcr.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        rankers=published_settings([*MDCR_RANKERS, *FOREIGN_SCORES]),
        runs={level: MDCR_RANKERS for level in LEVELS if BUILDS_MDCR},
        scores={split: list(scores_of(split)) for split in SPLITS},
        baselines=config["evaluation"]["baselines"],
        comparable=mdcr_comparable(),
        positives=MDCR["positives"],
        resampling=RESAMPLING,
        code=code_digest("evaluate_mdcr.py"),
    message:
        "Scoring every ranker of MDCR on large pools and on the benchmark"
    script:
        "../scripts/evaluate_mdcr.py"
