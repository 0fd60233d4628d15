"""CSFCube: rank every judged pool with each ranker, check foreign runs, evaluate.

Inputs: the files of the release (data.csfcube, or the generated collection) and the files that
rankers of kind `run` and `command` name. The word vectors are those of the pools stage where it
can run. Outputs below csfcube/: runs/<ranker>.parquet and the same in the release's format in
ranked/, checks/<ranker>.json for those two kinds, designs/<ranker>.csv for kind `best`,
metrics.csv, per_query.parquet, significance.csv and pool_bias.csv; steps/ holds word vectors of the
collection's own, made where there are no others. Rankers that are trained first are ranked with by
the rules of training.smk; one has a run for each of its trainings.
"""


rule csfcube:
    """Rank CSFCube's pools with every ranker, and score the runs."""
    input:
        csfcube_targets,


rule train_collection_word2vec:
    input:
        collection=csfcube_files,
    output:
        vectors="<results>/csfcube/steps/word2vec.parquet",
    log:
        "<logs>/train_collection_word2vec.log",
    benchmark:
        "<benchmarks>/train_collection_word2vec.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        seed=config["seed"],
        code=code_digest("train_collection_word2vec.py"),
    message:
        "Training word2vec on the collection's abstracts"
    script:
        "../scripts/train_collection_word2vec.py"


rule rank_terms:
    input:
        collection=csfcube_files,
        vectors=word_vectors if rankers_by("word_vectors", TERM_RANKERS) else [],
    output:
        **runs_of(TERM_RANKERS),
    log:
        "<logs>/rank_terms.log",
    benchmark:
        "<benchmarks>/rank_terms.tsv"
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        benchmark="csfcube",
        rankers=settings_of(TERM_RANKERS),
        code=digest_ranking(TERM_RANKERS),
    message:
        "Ranking CSFCube's pools by terms and averaged word vectors"
    script:
        "../scripts/rank_candidates.py"


rule rank_model:
    input:
        collection=csfcube_files,
        model=model_files,
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
    log:
        "<logs>/rank_model/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_model/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("model", CSFCUBE_RANKERS)),
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        benchmark="csfcube",
        rankers=own_settings,
        cache=config["cache"],
        tools=MODEL_TOOLS,
        code=own_digest,
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (a model)"
    script:
        "../scripts/rank_candidates.py"


rule rank_fusion:
    input:
        collection=csfcube_files,
        runs=member_runs,
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
    log:
        "<logs>/rank_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("runs", CSFCUBE_RANKERS)),
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        benchmark="csfcube",
        rankers=own_settings,
        members=members_of_ranker,
        code=own_digest,
    message:
        "Fusing the runs of the members of {wildcards.ranker}"
    script:
        "../scripts/rank_candidates.py"


use rule rank_fusion as rank_best with:
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
        designs="<results>/csfcube/designs/{ranker}.csv",
    log:
        "<logs>/rank_best/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("folds", CSFCUBE_RANKERS)),
    message:
        "Choosing what {wildcards.ranker} fuses, for each fold on the other"


rule import_runs:
    input:
        collection=csfcube_files,
        files=foreign_run_files,
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=FOREIGN_RUNS),
        ranked=collect(RANKED_FILE, ranker=FOREIGN_RUNS, facet=FACETS),
        checks=collect("<results>/csfcube/checks/{ranker}.json", ranker=FOREIGN_RUNS),
    log:
        "<logs>/import_runs.log",
    benchmark:
        "<benchmarks>/import_runs.tsv"
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        **CHECKS,
        paths=foreign_paths,
        code=code_digest("import_runs.py"),
    message:
        "Checking and importing the runs of others"
    script:
        "../scripts/import_runs.py"


rule run_command:
    input:
        collection=csfcube_files,
        files=ranker_setting("files"),
    output:
        runs="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
        checks="<results>/csfcube/checks/{ranker}.json",
    log:
        job="<logs>/run_command/{ranker}/job.log",
        stdout="<logs>/run_command/{ranker}/stdout.log",
        stderr="<logs>/run_command/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/run_command/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_by("program", CSFCUBE_RANKERS)),
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        **CHECKS,
        benchmark="csfcube",
        rankers=own_settings,
        code=own_digest,
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (its command)"
    script:
        "../scripts/rank_candidates.py"


rule evaluate_csfcube:
    input:
        collection=csfcube_files,
        runs=collect(
            "<results>/csfcube/runs/{run}.parquet",
            run=[run for name in CSFCUBE_RANKERS for run in RUNS[name]],
        ),
        checks=collect("<results>/csfcube/checks/{ranker}.json", ranker=CHECKED_RANKERS),
        published=PUBLISHED["csfcube"],
        queries=RELEASED_QUERIES,
    output:
        metrics=report(
            "<results>/csfcube/metrics.csv",
            category="CSFCube",
            labels={"table": "all figures"},
            caption="../report/csfcube_metrics.rst",
        ),
        per_query="<results>/csfcube/per_query.parquet",
        significance=report(
            "<results>/csfcube/significance.csv",
            category="CSFCube",
            labels={"table": "paired tests"},
            caption="../report/csfcube_significance.rst",
        ),
        pool_bias=report(
            "<results>/csfcube/pool_bias.csv",
            category="CSFCube",
            labels={"table": "pool bias"},
            caption="../report/csfcube_pool_bias.rst",
        ),
        checks="<results>/csfcube/checks.json",
    log:
        "<logs>/evaluate_csfcube.log",
    benchmark:
        "<benchmarks>/evaluate_csfcube.tsv"
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        **CHECKS,
        published_names=published_names("csfcube", published_settings(CSFCUBE_RANKERS)),
        baselines=CSFCUBE_BASELINES,
        resampling=RESAMPLING,
        code=code_digest("evaluate_csfcube.py"),
    message:
        "Scoring every run of CSFCube under both protocols"
    script:
        "../scripts/evaluate_csfcube.py"
