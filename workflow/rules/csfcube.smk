"""CSFCube: rank every judged pool with each ranker, check foreign runs, evaluate.

Inputs: the files of the release (data.csfcube, or the generated collection) and the files that
rankers of kind `run` and `command` name. Outputs below csfcube/: runs/<ranker>.parquet,
checks/<ranker>.json for those two kinds, ranked/*.json in the release's format, metrics.csv,
per_query.parquet, significance.csv and pool_bias.csv. Rankers that are trained first are ranked
with by the rules of training.smk; one has a run for each of its trainings.
"""


rule csfcube:
    input:
        csfcube_targets,


rule rank_terms:
    input:
        collection=csfcube_files,
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
    log:
        "<logs>/rank_terms/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_terms/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind("tfidf", "bm25")),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        kind=ranker_setting("kind"),
        code=code_digest("rank_terms.py"),
    message:
        "Ranking CSFCube's pools with {wildcards.ranker} (terms)"
    script:
        "../scripts/rank_terms.py"


rule rank_dense:
    input:
        collection=csfcube_files,
        model=model_files,
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
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
        "Ranking CSFCube's pools with {wildcards.ranker} (embeddings)"
    script:
        "../scripts/rank_dense.py"


rule import_run:
    input:
        collection=csfcube_files,
        files=foreign_run_files,
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
        checks="<results>/csfcube/checks/{ranker}.json",
    log:
        "<logs>/import_run/{ranker}.log",
    benchmark:
        "<benchmarks>/import_run/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(rankers_of_kind("run")),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        path=ranker_setting("path"),
        strict=config["checks"]["runs"] == "strict",
        code=code_digest("import_run.py"),
    message:
        "Checking and importing the run {wildcards.ranker}"
    script:
        "../scripts/import_run.py"


rule run_command:
    input:
        collection=csfcube_files,
        files=ranker_setting("files"),
    output:
        run="<results>/csfcube/runs/{ranker}.parquet",
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


rule write_official_run:
    input:
        run="<results>/csfcube/runs/{ranker}.parquet",
    output:
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{{ranker}}-{facet}-ranked.json",
            facet=FACETS,
        ),
    log:
        "<logs>/write_official_run/{ranker}.log",
    benchmark:
        "<benchmarks>/write_official_run/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(config["rankers"]),
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(1000),
        runtime=10,
    params:
        code=code_digest("write_official_run.py"),
    message:
        "Writing the run {wildcards.ranker} in the release's format"
    script:
        "../scripts/write_official_run.py"


rule evaluate_csfcube:
    input:
        collection=csfcube_files,
        runs=collect(
            "<results>/csfcube/runs/{run}.parquet",
            run=[run for runs in RUNS.values() for run in runs],
        ),
        checks=collect("<results>/csfcube/checks/{ranker}.json", ranker=CHECKED_RANKERS),
        published=PUBLISHED,
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
        rankers={name: ranker["published"] for name, ranker in config["rankers"].items()},
        runs=RUNS,
        checked=CHECKED_RANKERS,
        baseline=config["evaluation"]["baseline"],
        resampling=RESAMPLING,
        code=code_digest("evaluate_csfcube.py"),
    message:
        "Scoring every run of CSFCube under both protocols"
    script:
        "../scripts/evaluate_csfcube.py"
