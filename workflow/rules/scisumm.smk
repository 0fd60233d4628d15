"""Cited text identification: CL-SciSumm's task 1a read, ranked and evaluated.

Inputs: the files of data.scisumm (or generated ones), submissions that rankers of kind `run` with
`benchmark: scisumm` name, and abstracts of the corpus where word vectors are to learn from them.
Outputs below scisumm/: rankings/<ranker>.parquet, all sentences of the reference paper for each
citance; runs/<ranker>/Task1/<paper>.csv, the chosen ones in the task's format; metrics.csv,
per_query.parquet, significance.csv, human.csv, lengths.csv, ablation.csv, powers.csv, tuning.csv
(F1 by d and by the number of chosen sentences), best.json;
corpus.csv and malformed.csv, what the release holds and what is wrong with its files. steps/ holds
what was read, the word vectors and the rows of submissions.
"""


rule scisumm:
    """Match citing sentences with what they cite in CL-SciSumm, and score the matches."""
    input:
        scisumm_targets,


rule read_scisumm:
    input:
        files=scisumm_files,
    output:
        **SCISUMM_STEPS,
        malformed="<results>/scisumm/malformed.csv",
        corpus="<results>/scisumm/corpus.csv",
    log:
        "<logs>/read_scisumm.log",
    benchmark:
        "<benchmarks>/read_scisumm.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        folder=SCISUMM_FOLDER,
        sources=SCISUMM["word2vec"]["corpus"],
        code=code_digest("read_scisumm.py"),
    message:
        "Reading reference papers, citances and annotations"
    script:
        "../scripts/read_scisumm.py"


rule train_scisumm_vectors:
    input:
        texts=SCISUMM_STEPS["texts"],
        own=own_texts,
        abstracts=abstracts_to_train_on,
    output:
        vectors=SCISUMM_VECTORS,
        summary="<results>/scisumm/steps/word2vec/{variant}.json",
    log:
        "<logs>/train_scisumm_vectors/{variant}.log",
    benchmark:
        "<benchmarks>/train_scisumm_vectors/{variant}.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=24 * 60,
    params:
        settings=word_vector_settings(),
        own=digest_own_texts(),
        abstracts=SCISUMM["word2vec"]["abstracts"],
        cache=config["cache"],
        code=code_digest("train_scisumm_vectors.py"),
    message:
        "Training word vectors for cited text identification ({wildcards.variant})"
    script:
        "../scripts/train_scisumm_vectors.py"


rule rank_scisumm_words:
    input:
        **SCISUMM_MATCHED,
        vectors=SCISUMM_VECTORS.replace("{variant}", "base"),
    output:
        **{name: SCISUMM_RANKING.replace("{ranker}", name) for name in WORD_RANKERS},
    log:
        "<logs>/rank_scisumm_words.log",
    benchmark:
        "<benchmarks>/rank_scisumm_words.tsv"
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(3000),
        runtime=2 * 60,
    params:
        code=code_digest("rank_scisumm_words.py"),
    message:
        "Ranking the sentences of reference papers by words"
    script:
        "../scripts/rank_scisumm_words.py"


rule rank_scisumm_encoder:
    input:
        **SCISUMM_MATCHED,
        texts=SCISUMM_STEPS["texts"],
        model=scisumm_model_files,
    output:
        **{
            name: SCISUMM_RANKING.replace("{ranker}", ranker)
            for name, ranker in zip(
                ("d4", "d1", "cosine"), encoder_rankers("{encoder}")
            )
        },
    log:
        "<logs>/rank_scisumm_encoder/{encoder}.log",
    benchmark:
        "<benchmarks>/rank_scisumm_encoder/{encoder}.tsv"
    wildcard_constraints:
        encoder=any_of(SCISUMM_ENCODERS),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=12 * 60,
        gpu=0,
    params:
        encoder=own_scisumm_encoder,
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("rank_scisumm_encoder.py"),
    message:
        "Ranking the sentences of reference papers with the encoder {wildcards.encoder}"
    script:
        "../scripts/rank_scisumm_encoder.py"


rule ablate_scisumm:
    input:
        **SCISUMM_MATCHED,
        gold=SCISUMM_STEPS["gold"],
        texts=SCISUMM_STEPS["texts"],
        vectors=list(vectors_of_variants().values()),
        model=contextual_model_files,
        published=PUBLISHED["scisumm"],
    output:
        ablation=report(
            "<results>/scisumm/ablation.csv",
            category="CL-SciSumm",
            labels={"table": "variants of asymmetric matching"},
            caption="../report/scisumm_ablation.rst",
        ),
        powers="<results>/scisumm/powers.csv",
        tuning="<results>/scisumm/tuning.csv",
    log:
        "<logs>/ablate_scisumm.log",
    benchmark:
        "<benchmarks>/ablate_scisumm.tsv"
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=12 * 60,
        gpu=0,
    params:
        variants=SCISUMM_VARIANTS,
        powers=SCISUMM["powers"],
        vectors=list(vectors_of_variants()),
        encoder=contextual_encoder(),
        k=SCISUMM["k"],
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        resampling=RESAMPLING,
        compared=is_released_scisumm(),
        contextual=SCISUMM["published"].get(CONTEXTUAL_BASE),
        code=code_digest("ablate_scisumm.py"),
    message:
        "Scoring variants and powers of asymmetric matching"
    script:
        "../scripts/ablate_scisumm.py"


for n_submission, submission in enumerate(SCISUMM_SUBMISSIONS, 1):

    rule:
        name:
            f"import_scisumm_run_{n_submission}"
        input:
            **SCISUMM_MATCHED,
            files=files_of_submission(submission),
        output:
            rows=SCISUMM_IMPORTED.replace("{ranker}", submission),
            files=copies_of_submission(submission),
        log:
            f"<logs>/import_scisumm_run/{submission}.log",
        benchmark:
            f"<benchmarks>/import_scisumm_run/{submission}.tsv"
        conda:
            "../../envs/paperpool.yaml"
        threads: 1
        resources:
            mem_mb=grow_memory(1000),
            runtime=20,
        params:
            **CHECKS,
            run=submission,
            folder=folder_of_submission(submission),
            code=code_digest("import_scisumm_run.py"),
        message:
            f"Checking and importing the submission {submission} to CL-SciSumm"
        script:
            "../scripts/import_scisumm_run.py"


rule evaluate_scisumm:
    input:
        **SCISUMM_MATCHED,
        gold=SCISUMM_STEPS["gold"],
        rankings=rankings_of(SCISUMM_MEMBERS),
        submissions=imported_rows(),
        published=PUBLISHED["scisumm"],
    output:
        **{name: SCISUMM_TABLES[name] for name in ("per_query", "human", "lengths")},
        best=rankings_of(SCISUMM_LEARNT),
        learnt=["<results>/scisumm/best.json"] if SCISUMM_LEARNT else [],
        metrics=report(
            SCISUMM_TABLES["metrics"],
            category="CL-SciSumm",
            labels={"table": "all figures"},
            caption="../report/scisumm_metrics.rst",
        ),
        significance=report(
            SCISUMM_TABLES["significance"],
            category="CL-SciSumm",
            labels={"table": "paired tests"},
            caption="../report/scisumm_significance.rst",
        ),
        runs=runs_of_scisumm(),
        checks="<results>/scisumm/checks.json",
    log:
        "<logs>/evaluate_scisumm.log",
    benchmark:
        "<benchmarks>/evaluate_scisumm.tsv"
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=2 * 60,
    params:
        **CHECKS,
        members=SCISUMM_MEMBERS,
        folds=n_folds(),
        seed=config["seed"],
        submitted=SCISUMM_SUBMISSIONS,
        published_names=published_names("scisumm", scisumm_published()),
        baselines=SCISUMM_BASELINES,
        k=SCISUMM["k"],
        best_sentences=SCISUMM["best_sentences"],
        resampling=RESAMPLING,
        compared=is_released_scisumm(),
        code=code_digest("evaluate_scisumm.py"),
    message:
        "Learning how to weigh the rankers of cited text identification, and scoring all"
    script:
        "../scripts/evaluate_scisumm.py"
