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
    threads: 2
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
        vectors=word_vectors if WORD_VECTOR_RANKERS else [],
    output:
        runs=collect("<results>/csfcube/runs/{ranker}.parquet", ranker=TERM_RANKERS),
        ranked=collect(RANKED_FILE, ranker=TERM_RANKERS, facet=FACETS),
    log:
        "<logs>/rank_terms.log",
    benchmark:
        "<benchmarks>/rank_terms.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        kinds=[config["rankers"][name]["kind"] for name in TERM_RANKERS],
        code=code_digest("rank_terms.py"),
    message:
        "Ranking CSFCube's pools by terms and averaged word vectors"
    script:
        "../scripts/rank_terms.py"


rule rank_dense:
    input:
        collection=csfcube_files,
        model=model_files,
    output:
        runs=["<results>/csfcube/runs/{ranker}.parquet"],
        ranked=RANKED,
    log:
        "<logs>/rank_dense/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_dense/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind(*ENCODER_RANKERS)),
    conda:
        "../../envs/encoders.yaml"
    threads: 2
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        rankings=own_ranking,
        cache=config["cache"],
        torch_threads=2,
        code=code_digest("rank_dense.py"),
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (a model)"
    script:
        "../scripts/rank_dense.py"


rule rank_fusion:
    input:
        runs=member_runs,
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
    log:
        "<logs>/rank_fusion/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_fusion/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind("fusion")),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        method=ranker_setting("method"),
        code=code_digest("rank_fusion.py"),
    message:
        "Fusing the runs of the members of {wildcards.ranker}"
    script:
        "../scripts/rank_fusion.py"


rule rank_best:
    input:
        collection=csfcube_files,
        runs=member_runs,
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
        designs="<results>/csfcube/designs/{ranker}.csv",
    log:
        "<logs>/rank_best/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_best/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind("best")),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        members=ranker_setting("members"),
        code=code_digest("rank_best.py"),
    message:
        "Choosing what {wildcards.ranker} fuses, for each fold on the other"
    script:
        "../scripts/rank_best.py"


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
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        paths=foreign_paths,
        strict=config["checks"]["runs"] == "strict",
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
        run="<results>/csfcube/runs/{ranker}.parquet",
        ranked=RANKED,
        checks="<results>/csfcube/checks/{ranker}.json",
    log:
        job="<logs>/run_command/{ranker}/job.log",
        stdout="<logs>/run_command/{ranker}/stdout.log",
        stderr="<logs>/run_command/{ranker}/stderr.log",
    benchmark:
        "<benchmarks>/run_command/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind("command")),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
    params:
        command=ranker_setting("command"),
        strict=config["checks"]["runs"] == "strict",
        code=code_digest("run_command.py"),
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (its command)"
    script:
        "../scripts/run_command.py"


rule evaluate_csfcube:
    input:
        collection=csfcube_files,
        runs=collect(
            "<results>/csfcube/runs/{run}.parquet",
            run=[run for runs in RUNS.values() for run in runs],
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
    log:
        "<logs>/evaluate_csfcube.log",
    benchmark:
        "<benchmarks>/evaluate_csfcube.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        rankers=published_settings(CSFCUBE_RANKERS),
        runs=RUNS,
        checked=CHECKED_RANKERS,
        baselines=CSFCUBE_BASELINES,
        resampling=RESAMPLING,
        code=code_digest("evaluate_csfcube.py"),
    message:
        "Scoring every run of CSFCube under both protocols"
    script:
        "../scripts/evaluate_csfcube.py"
