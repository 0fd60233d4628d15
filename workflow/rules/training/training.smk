"""Training: triples of the citation graph, encoders that learn from them, their test and runs.

For rankers of kind `trained`, each trained as often as its seeds say. A triple is a paper, one that
it cites, and one that it does not: a hard negative, which a cited paper cites, or an easy one,
drawn from the corpus. For the test, citing papers are put aside: in heldout_citations.parquet are
the papers that they cite, in heldout_candidates.parquet the texts of these and of others to rank;
heldout.csv has the scores of every trained encoder and of its base on them, and their difference.
Twins are papers that are in the corpus more than once under different ids. <n>/checkpoints/ holds
the states of a training that is not finished; one that was stopped goes on from there. The input
`collection` has the files of data.csfcube, with the labels that pools.labels corrects, if set.
"""

from paperpool.models.locating import TRAINED_FILES


rule draw_triples:
    """Draw the triples that an encoder learns from, with the texts of their papers. Also puts
    `held_out` citing papers aside for its test: their citations, and the candidates to rank for
    them. Papers of the collections that the ranker is scored on, the unpacked inputs (CSFCube's,
    and MDCR's benchmark if the ranker is scored on it; empty if there are none), are left out, as
    are their twins: `twins` lists those of the corpus, `twin_keys` finds more by keys of title and
    abstract. `settings` is how many triples, and of which negatives; `summary` counts the triples,
    the papers put aside, and those left out. One job for each trained ranker."""
    input:
        unpack(run.training.get_kept_out_collections),
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.corpus.get_shards),
        twin_keys=collect(
            "<results>/corpus/steps/filtered/{shard}.keys.parquet", shard=run.corpus.get_shards
        ),
        citations=collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.get_shards),
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
        ranker=any_of(run.training.rankers),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        settings=run.training.get_triple_settings,
        held_out=run.training.get_n_held_out,
        seed=run.settings.seed,
        code=code_digest("draw_triples.py"),
    message:
        "Drawing triples of the citation graph for {wildcards.ranker}"
    script:
        "../../scripts/draw_triples.py"


rule train_encoder:
    """Train an encoder on its triples, from its base model. `base` has the local files of this
    model; it is empty for a hub id, by which the job downloads it. Writes the model, and the loss
    by step. `encoder` has the model's settings, `settings` says how it learns. One job for each
    trained ranker and number of a training."""
    input:
        triples="<results>/training/{ranker}/triples.parquet",
        texts="<results>/training/{ranker}/texts.parquet",
        base=run.rankers.get_model_files,
    output:
        model=collect("<results>/training/{{ranker}}/{{number}}/model/{file}", file=TRAINED_FILES),
        loss="<results>/training/{ranker}/{number}/loss.csv",
    log:
        "<logs>/train_encoder/{ranker}/{number}.log",
    benchmark:
        "<benchmarks>/train_encoder/{ranker}/{number}.tsv"
    wildcard_constraints:
        ranker=any_of(run.training.rankers),
        number=r"[1-9]\d*",
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(8000),
        runtime=4 * 24 * 60,
        gpu=0,
    params:
        encoder=run.rankers.get_encoder_settings,
        settings=run.training.get_training_settings,
        seed=run.settings.seed,
        torch_threads=run.threads,
        code=code_digest("train_encoder.py"),
    message:
        "Training the encoder of {wildcards.ranker}, time {wildcards.number}"
    script:
        "../../scripts/train_encoder.py"


rule rank_trained:
    """Rank CSFCube's pools with every trained encoder, and test each and its base. The tests
    (heldout.csv, one for each ranker) are of the citations put aside. Writes a run for each
    training, `ranked` in the release's JSON of each facet. `base` has the local files of base
    models (none for a hub id, by which the job downloads one), `cache` is the folder of embeddings
    that runs share. The parameter `trained` has the folder of each run's encoder, `tests` the
    encoders that are tested, `resampling` says how intervals and p values are drawn. One job for
    all trainings."""
    input:
        collection=run.csfcube.get_collection_files,
        models=collect(
            "<results>/training/{training}/model/{file}",
            training=run.training.trainings,
            file=TRAINED_FILES,
        ),
        base=run.training.get_base_model_files,
        citations=collect(
            "<results>/training/{ranker}/heldout_citations.parquet", ranker=run.training.rankers
        ),
        candidates=collect(
            "<results>/training/{ranker}/heldout_candidates.parquet", ranker=run.training.rankers
        ),
    output:
        runs=collect("<results>/csfcube/runs/{run}.parquet", run=run.training.runs),
        ranked=collect(
            "<results>/csfcube/ranked/test-pid2pool-csfcube-{run}-{facet}-ranked.json",
            run=run.training.runs,
            facet=run.scheme.facet_names,
        ),
        heldout=report(
            collect("<results>/training/{ranker}/heldout.csv", ranker=run.training.rankers),
            category="CSFCube",
            labels={"table": "trained encoders"},
            caption="../../report/training_heldout.rst",
        ),
    log:
        "<logs>/rank_trained.log",
    benchmark:
        "<benchmarks>/rank_trained.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        rankers=run.rankers.describe_runs(run.training.runs),
        trained=run.training.models,
        tests=run.training.held_out_tests,
        resampling=run.resampling,
        code=code_digest("rank_trained.py", ["rankers.trained"]),
    message:
        "Ranking CSFCube's pools with every trained encoder, and testing it on citations kept for it"
    script:
        "../../scripts/rank_trained.py"
