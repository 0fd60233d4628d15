"""Facets: train a sentence labeller, label the papers' sentences with it, measure it.

The papers are those of the collection, whose sentences are the release's, and those of the corpus
that pools.filter keeps, which are split into sentences. CSFCube's released abstracts keep their own
sentences and labels. Only the train split of CSAbstruct goes into the training.

Annotation needs the queries and candidates of pools alone: pool_sentences.parquet has these, unless
the run labels the whole corpus anyway.
"""


rule facets:
    """Label the sentences of the papers with their facets."""
    input:
        run.sections.needed("facets"),
        "<results>/config.yaml",
        collect("<results>/facets/{part}.parquet", part=run.facets.parts),
        ["<results>/facets/metrics.csv"] if run.facets.is_measured else [],


rule train_labeller:
    input:
        train=run.sections.needed("facets", files=f"{run.facets.csabstruct}/train.jsonl"),
        encoder=run.rankers.files_of_model(run.settings.facets.encoder),
    output:
        labeller=collect("<results>/facets/labeller/{file}", file=run.facets.trained_files),
    log:
        "<logs>/train_labeller.log",
    benchmark:
        "<benchmarks>/train_labeller.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=120,
        gpu=0,
    params:
        trains_head=run.facets.trains_head,
        settings=run.facets.training,
        seed=run.settings.seed,
        torch_threads=run.threads,
        code=code_digest("train_labeller.py"),
    message:
        "Training the sentence labeller, as facets.train says"
    script:
        "../../scripts/train_labeller.py"


rule label_facets:
    input:
        labeller=run.facets.labeller_files,
        collection=run.csfcube.kept_papers,
        papers=run.facets.of_shards("<results>/corpus/papers/{shard}.parquet"),
    output:
        sentences="<results>/facets/{part}.parquet",
    log:
        "<logs>/label_facets/{part}.log",
    benchmark:
        "<benchmarks>/label_facets/{part}.tsv"
    wildcard_constraints:
        part=any_of(run.facets.labelled_parts),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=720,
        gpu=0,
    params:
        model=run.facets.labeller,
        settings=pick(run.settings.facets, "max_tokens", "precision"),
        with_collection=run.facets.is_first_part,
        column=run.pools.column,
        torch_threads=run.threads,
        code=code_digest("label_facets.py"),
    message:
        "Labelling sentences with their facets ({wildcards.part})"
    script:
        "../../scripts/label_facets.py"


rule label_pool_papers:
    input:
        labeller=run.facets.labeller_files,
        pools="<results>/pools/pools.parquet",
        queries="<results>/pools/queries.csv",
        named=run.practice.named_files,
        collection=run.csfcube.kept_papers,
        papers=run.corpus.parts("<results>/corpus/papers/{shard}.parquet", "pools"),
    output:
        sentences="<results>/facets/pool_sentences.parquet",
    log:
        "<logs>/label_pool_papers.log",
    benchmark:
        "<benchmarks>/label_pool_papers.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=120,
        gpu=0,
    params:
        model=run.facets.labeller,
        settings=pick(run.settings.facets, "max_tokens", "precision"),
        column=run.pools.column,
        torch_threads=run.threads,
        code=code_digest("label_pool_papers.py"),
    message:
        "Labelling the sentences of queries and of their candidates with their facets"
    script:
        "../../scripts/label_pool_papers.py"


rule keep_labels:
    input:
        collection=run.facets.labelled_elsewhere,
        papers=run.facets.of_shards("<results>/corpus/papers/{shard}.parquet"),
        read=run.facets.of_shards("<results>/corpus/steps/read/{shard}.papers.parquet"),
    output:
        sentences="<results>/facets/{part}.parquet",
    log:
        "<logs>/keep_labels/{part}.log",
    benchmark:
        "<benchmarks>/keep_labels/{part}.tsv"
    wildcard_constraints:
        part=any_of(run.facets.released_parts),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        column=run.pools.column,
        code=code_digest("keep_labels.py"),
    message:
        "Taking the labels that CSFCube's released abstracts have ({wildcards.part})"
    script:
        "../../scripts/keep_labels.py"


rule measure_facets:
    input:
        unpack(run.facets.measured),
        published=shipped("published/csabstruct.csv"),
    output:
        metrics=in_report("<results>/facets/metrics.csv", "the labeller's scores"),
    log:
        "<logs>/measure_facets.log",
    benchmark:
        "<benchmarks>/measure_facets.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=30,
        gpu=0,
    params:
        model=run.facets.labeller,
        settings=pick(run.settings.facets, "max_tokens", "precision"),
        torch_threads=run.threads,
        code=code_digest("measure_facets.py"),
    message:
        "Measuring the sentence labeller"
    script:
        "../../scripts/measure_facets.py"
