"""SciSearch: a re-ranker trained on the grades of a CSFCube collection, under two protocols.

The authors' protocol (as-published) also scores pairs that were trained on; ours (honest) trains on
the query papers of one fold and scores the other. A query is a paper and a facet: background,
method or result. A model has a checkpoint for the authors' protocol and one for each fold of ours;
those of further trainings are below models/<encoder>-<loss>@<number>/, as many as `seeds` says.
Runs are of re-rankers, of the encoders whose vectors these read, and of the ensembles of either.

Tables: metrics.csv has scores with intervals, per_query.parquet those of each query,
significance.csv paired tests of each re-ranker with its baselines, ranks.csv places with intervals;
accuracy.csv the share of pairs whose most probable grade is right, confusion.csv counts of
predicted by true grades; ensembles.csv which encoders each ensemble chose, by which scores;
examples.csv the ranks of the documents of the paper's appendix, there and here.

Of a query its sentences of the facet are read; of a candidate these or its abstract, as
scisearch.candidate says (`candidate`); the abstract of either if it has no such sentence.
`collection` has the files of data.csfcube, with the labels that pools.labels corrects, if set.
`get_error_without_data` gives no file, but an error if data.csfcube is not set and the run is no
demo.
"""


rule scisearch:
    """Train SciSearch's re-rankers on CSFCube's grades, and score them. Asks for the run's merged
    configuration, and the tables that the head of this file explains."""
    input:
        run.scisearch.get_error_without_data,
        "<results>/config.yaml",
        "<results>/scisearch/per_query.parquet",
        "<results>/scisearch/metrics.csv",
        "<results>/scisearch/significance.csv",
        "<results>/scisearch/examples.csv",
        "<results>/scisearch/ensembles.csv",
        "<results>/scisearch/accuracy.csv",
        "<results>/scisearch/confusion.csv",


rule encode_scisearch:
    """Encode the texts that re-rankers read of queries and candidates: the sentences of a facet, or
    abstracts. `model` has the local files of the encoder's model; it is empty for a hub id, by
    which the job downloads the model. If the user gives vectors instead, `model` has their files,
    and they are read, not encoded. `encoder` has its settings, `cache` is the folder of embeddings
    that runs share. One job for each encoder that scisearch.encoders names."""
    input:
        collection=run.csfcube.get_collection_files,
        model=run.scisearch.get_model_files,
    output:
        vectors="<results>/scisearch/steps/{encoder}.parquet",
    log:
        "<logs>/encode_scisearch/{encoder}.log",
    benchmark:
        "<benchmarks>/encode_scisearch/{encoder}.tsv"
    wildcard_constraints:
        encoder=any_of(run.settings.scisearch.encoders),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        encoder=run.scisearch.get_encoder_settings,
        candidate=run.settings.scisearch.candidate,
        code=code_digest("encode_scisearch.py"),
    message:
        "Encoding what the re-ranker reads, by {wildcards.encoder}"
    script:
        "../../scripts/encode_scisearch.py"


rule train_reranker:
    """Train a re-ranker on the grades of each facet: a model under the authors' protocol, and one
    for each fold under ours. Reads the encoder's vectors. Writes the models, the predicted grades
    of pairs (predictions), the loss by epoch (histories), and counts of predicted by true grades
    (confusions). `choices` are predictions, too, of pairs that no network saw, by which an ensemble
    chooses its encoders; no such file is made with one encoder. `settings` says how it learns,
    `number` which training it is. One job for each encoder, loss and number of a training."""
    input:
        collection=run.csfcube.get_collection_files,
        vectors=collect(
            "<results>/scisearch/steps/{encoder}.parquet", encoder=run.scisearch.get_encoder
        ),
    output:
        models=collect(
            "<results>/scisearch/models/{{reranker}}/{facet}/{model}.safetensors",
            facet=run.scheme.facet_names,
            model=run.scisearch.model_names,
        ),
        histories=collect(
            "<results>/scisearch/models/{{reranker}}/{facet}/history.csv",
            facet=run.scheme.facet_names,
        ),
        confusions=collect(
            "<results>/scisearch/models/{{reranker}}/{facet}/confusion.csv",
            facet=run.scheme.facet_names,
        ),
        predictions=collect(
            "<results>/scisearch/steps/predictions/{{reranker}}/{facet}.parquet",
            facet=run.scheme.facet_names,
        ),
        choices=collect(
            "<results>/scisearch/steps/choices/{{reranker}}/{facet}.parquet",
            facet=run.scisearch.facets_of_ensembles,
        ),
    log:
        "<logs>/train_reranker/{reranker}.log",
    benchmark:
        "<benchmarks>/train_reranker/{reranker}.tsv"
    wildcard_constraints:
        reranker=any_of(run.scisearch.rerankers),
    conda:
        "../../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=6 * 60,
        gpu=0,
    params:
        facets=list(run.scheme.facet_names),
        encoder=run.scisearch.get_encoder,
        settings=run.scisearch.get_training_settings,
        number=run.scisearch.get_training_number,
        candidate=run.settings.scisearch.candidate,
        seed=run.settings.seed,
        torch_threads=1,
        code=code_digest("train_reranker.py"),
    message:
        "Training re-rankers: {wildcards.reranker}"
    script:
        "../../scripts/train_reranker.py"


rule evaluate_scisearch:
    """Rank with encoders, re-rankers and ensembles under both protocols, and evaluate the `runs`.
    Reads vectors and predictions; `confusions` count predicted by true grades. From the predictions
    in `choices`, empty with one encoder, ensembles choose their encoders; the output `choices`
    (ensembles.csv) tells which. Published scores stand beside ours if the collection has CSFCube's
    own queries (`released_queries`); the parameter `published` has the encoders' names there.
    `documents` are the paper's examples. Writes the tables that the head of this file explains.
    `losses` and `seeds` name the trainings, `resampling` says how intervals and p values are drawn.
    One job."""
    input:
        collection=run.csfcube.get_collection_files,
        vectors=collect(
            "<results>/scisearch/steps/{encoder}.parquet", encoder=run.settings.scisearch.encoders
        ),
        predictions=collect(
            "<results>/scisearch/steps/predictions/{reranker}/{facet}.parquet",
            reranker=run.scisearch.rerankers,
            facet=run.scheme.facet_names,
        ),
        confusions=collect(
            "<results>/scisearch/models/{reranker}/{facet}/confusion.csv",
            reranker=run.scisearch.rerankers,
            facet=run.scheme.facet_names,
        ),
        choices=collect(
            "<results>/scisearch/steps/choices/{reranker}/{facet}.parquet",
            reranker=run.scisearch.rerankers,
            facet=run.scisearch.facets_of_ensembles,
        ),
        published=shipped("published/scisearch.csv"),
        documents=shipped("published/scisearch_examples.csv"),
        released_queries=shipped("published/csfcube_queries.txt"),
    output:
        per_query="<results>/scisearch/per_query.parquet",
        examples="<results>/scisearch/examples.csv",
        choices="<results>/scisearch/ensembles.csv",
        accuracy="<results>/scisearch/accuracy.csv",
        confusion="<results>/scisearch/confusion.csv",
        metrics=in_report("<results>/scisearch/metrics.csv", "all scores"),
        significance=in_report("<results>/scisearch/significance.csv", "paired tests"),
        ranks=in_report("<results>/scisearch/ranks.csv", "ranks"),
        runs=collect("<results>/scisearch/runs/{run}.parquet", run=run.scisearch.run_files),
    log:
        "<logs>/evaluate_scisearch.log",
    benchmark:
        "<benchmarks>/evaluate_scisearch.tsv"
    conda:
        "../../../envs/encoders.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=30,
    params:
        encoders=list(run.settings.scisearch.encoders),
        losses=run.settings.scisearch.losses,
        seeds=run.settings.scisearch.seeds,
        runs=run.scisearch.runs,
        candidate=run.settings.scisearch.candidate,
        published=run.scisearch.published_names,
        resampling=run.resampling,
        code=code_digest("evaluate_scisearch.py"),
    message:
        "Scoring every re-ranker under both protocols"
    script:
        "../../scripts/evaluate_scisearch.py"
