"""SciSearch: a re-ranker trained on the grades of a CSFCube collection, under two protocols.

Inputs: the files of the collection (data.csfcube, or the generated one) and encoders. Outputs
below scisearch/: models/<encoder>-<loss>/<facet>/, a checkpoint for the authors' protocol and one
for each fold of ours, with the history of their trainings and how many grades they predict right
(of further trainings below models/<encoder>-<loss>@<number>/); runs/<protocol>/<ranker>.parquet, of
re-rankers, the encoders below them and the ensembles of both; metrics.csv, per_query.parquet,
significance.csv; ensembles.csv, what each ensemble chose; accuracy.csv and confusion.csv, of the
grades; examples.csv, the documents of the paper's appendix. steps/ holds vectors, predictions and
what honest ensembles choose by.
"""


rule scisearch:
    """Train SciSearch's re-rankers on CSFCube's grades, and score them."""
    input:
        scisearch_targets,


rule encode_scisearch:
    input:
        collection=csfcube_files,
        model=scisearch_model_files,
    output:
        vectors=SCISEARCH_VECTORS,
    log:
        "<logs>/encode_scisearch/{encoder}.log",
    benchmark:
        "<benchmarks>/encode_scisearch/{encoder}.tsv"
    wildcard_constraints:
        encoder=any_of(SCISEARCH_ENCODERS),
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        encoder=own_scisearch_encoder,
        candidate=SCISEARCH["candidate"],
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("encode_scisearch.py"),
    message:
        "Encoding what the re-ranker reads, by {wildcards.encoder}"
    script:
        "../scripts/encode_scisearch.py"


rule train_reranker:
    input:
        collection=csfcube_files,
        vectors=reranker_vectors,
    output:
        models=collect(
            f"{RERANKER_MODELS}/{{model}}.safetensors",
            facet=FACETS,
            model=[model.name for model in MODELS],
            allow_missing=True,
        ),
        histories=collect(
            f"{RERANKER_MODELS}/history.csv", facet=FACETS, allow_missing=True
        ),
        counts=collect(
            f"{RERANKER_MODELS}/confusion.csv", facet=FACETS, allow_missing=True
        ),
        predictions=collect(SCISEARCH_PREDICTIONS, facet=FACETS, allow_missing=True),
        choices=collect(SCISEARCH_CHOICES, facet=FACETS, allow_missing=True),
    log:
        "<logs>/train_reranker/{reranker}.log",
    benchmark:
        "<benchmarks>/train_reranker/{reranker}.tsv"
    wildcard_constraints:
        reranker=any_of(RERANKERS),
    conda:
        "../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=6 * 60,
        gpu=0,
    params:
        facets=list(FACETS),
        encoder=reranker_part("encoder"),
        loss=reranker_part("loss"),
        number=reranker_part("number"),
        settings=reranker_settings(),
        candidate=SCISEARCH["candidate"],
        seed=config["seed"],
        torch_threads=1,
        code=code_digest("train_reranker.py"),
    message:
        "Training re-rankers: {wildcards.reranker}"
    script:
        "../scripts/train_reranker.py"


rule evaluate_scisearch:
    input:
        collection=csfcube_files,
        vectors=collect(SCISEARCH_VECTORS, encoder=SCISEARCH_ENCODERS),
        predictions=collect(SCISEARCH_PREDICTIONS, reranker=RERANKERS, facet=FACETS),
        counts=collect(
            f"{RERANKER_MODELS}/confusion.csv", reranker=RERANKERS, facet=FACETS
        ),
        choices=collect(SCISEARCH_CHOICES, reranker=RERANKERS, facet=FACETS),
        published=PUBLISHED["scisearch"],
        documents=SCISEARCH_DOCUMENTS,
        queries=RELEASED_QUERIES,
    output:
        **{name: SCISEARCH_TABLES[name] for name in SCISEARCH_PLAIN_TABLES},
        metrics=report(
            SCISEARCH_TABLES["metrics"],
            category="SciSearch",
            labels={"table": "all figures"},
            caption="../report/scisearch_metrics.rst",
        ),
        significance=report(
            SCISEARCH_TABLES["significance"],
            category="SciSearch",
            labels={"table": "paired tests"},
            caption="../report/scisearch_significance.rst",
        ),
        runs=[
            f"<results>/scisearch/runs/{protocol}/{ranker}.parquet"
            for protocol, ranker in SCISEARCH_RUNS
        ],
    log:
        "<logs>/evaluate_scisearch.log",
    benchmark:
        "<benchmarks>/evaluate_scisearch.tsv"
    conda:
        "../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        encoders=list(SCISEARCH_ENCODERS),
        losses=SCISEARCH["losses"],
        seeds=SCISEARCH["seeds"],
        preset=describe_preset(SCISEARCH),
        runs=SCISEARCH_RUNS,
        candidate=SCISEARCH["candidate"],
        published=scisearch_published(),
        resampling=RESAMPLING,
        code=code_digest("evaluate_scisearch.py"),
    message:
        "Scoring every re-ranker under both protocols"
    script:
        "../scripts/evaluate_scisearch.py"
