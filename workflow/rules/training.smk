"""Training: triples of the citation graph, encoders that learn from them, their test and runs.

For rankers of kind `trained`. Inputs: the papers, citations and twins of the corpus, the base
model, and the collection, none of whose papers is learnt from. Outputs below training/<ranker>/:
triples.parquet and texts.parquet, what is learnt from; heldout_citations.parquet and
heldout_candidates.parquet, citations kept for the test; summary.json, what was drawn; <n>/model/
and <n>/loss.csv for each training; heldout.csv, every trained encoder against its base. Runs are
written to csfcube/runs/<ranker>.parquet, the first training's, and <ranker>@<n>.parquet.

<n>/checkpoints/ holds the states of a training that is not finished; one that was stopped goes on
from there.
"""


rule draw_triples:
    input:
        unpack(kept_out),
        papers=corpus_papers,
        twin_keys=of_every_shard("<results>/corpus/steps/filtered/{shard}.keys.parquet"),
        citations=of_every_shard("<results>/corpus/citations/{shard}.parquet"),
        twins="<results>/corpus/twins.parquet",
    output:
        triples="<results>/training/{ranker}/triples.parquet",
        texts="<results>/training/{ranker}/texts.parquet",
        citations="<results>/training/{ranker}/heldout_citations.parquet",
        candidates="<results>/training/{ranker}/heldout_candidates.parquet",
        summary="<results>/training/{ranker}/summary.json",
    log:
        "<logs>/draw_triples/{ranker}.log",
    benchmark:
        "<benchmarks>/draw_triples/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(TRAINED),
    conda:
        "../../envs/paperpool.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kept_out=names_kept_out,
        settings=draw_settings,
        held_out=ranker_setting("held_out"),
        seed=config["seed"],
        code=code_digest("draw_triples.py"),
    message:
        "Drawing triples of the citation graph for {wildcards.ranker}"
    script:
        "../scripts/draw_triples.py"


rule train_encoder:
    input:
        triples="<results>/training/{ranker}/triples.parquet",
        texts="<results>/training/{ranker}/texts.parquet",
        base=model_files,
    output:
        model=collect(
            "<results>/training/{{ranker}}/{{number}}/model/{file}", file=TRAINED_FILES
        ),
        loss="<results>/training/{ranker}/{number}/loss.csv",
    log:
        "<logs>/train_encoder/{ranker}/{number}.log",
    benchmark:
        "<benchmarks>/train_encoder/{ranker}/{number}.tsv"
    wildcard_constraints:
        ranker=any_of(TRAINED),
        number=r"[1-9]\d*",
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(8000),
        runtime=4 * 24 * 60,
        gpu=0,
    params:
        encoder=encoder_settings,
        settings=training_settings,
        seed=config["seed"],
        torch_threads=JOB_THREADS,
        code=code_digest("train_encoder.py"),
    message:
        "Training the encoder of {wildcards.ranker}, time {wildcards.number}"
    script:
        "../scripts/train_encoder.py"


rule rank_trained:
    input:
        collection=csfcube_files,
        models=trained_files(TRAINED_MODELS),
        base=base_models,
        citations=collect(
            "<results>/training/{ranker}/heldout_citations.parquet", ranker=TRAINED
        ),
        candidates=collect(
            "<results>/training/{ranker}/heldout_candidates.parquet", ranker=TRAINED
        ),
    output:
        runs=collect("<results>/csfcube/runs/{run}.parquet", run=TRAINED_RUNS),
        ranked=collect(RANKED_FILE, ranker=TRAINED_RUNS, facet=FACETS),
        heldout=report(
            collect("<results>/training/{ranker}/heldout.csv", ranker=TRAINED),
            category="CSFCube",
            labels={"table": "trained encoders"},
            caption="../report/training_heldout.rst",
        ),
    log:
        "<logs>/rank_trained.log",
    benchmark:
        "<benchmarks>/rank_trained.tsv"
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
        gpu=0,
    params:
        rankers=settings_of_runs(TRAINED_RUNS),
        trained=TRAINED_MODELS,
        tests=[heldout_test(ranker) for ranker in TRAINED],
        resampling=RESAMPLING,
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("rank_trained.py", ["rankers.trained"]),
    message:
        "Ranking CSFCube's pools with every trained encoder, and testing it on citations kept for it"
    script:
        "../scripts/rank_trained.py"
