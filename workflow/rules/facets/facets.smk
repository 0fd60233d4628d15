"""Facets: train a sentence labeller, label the papers' sentences with it, measure it.

The papers are those of the collection, whose sentences are the release's, and those of the corpus
that pools.filter keeps, which are split into sentences. CSFCube's released abstracts keep their own
sentences and labels. Headings of structured abstracts label the sentences below them. A part is a
table of sentences, of one or several shards of the corpus. A labeller is a model that predicts the
label of a sentence; CSAbstruct has sentences labelled by people, and only its train split goes into
the training. `scheme` has the labels, the headings of each, and the label of sentences that nothing
labels.

Annotation needs the queries and candidates of pools alone: pool_sentences.parquet has these, unless
the run labels the whole corpus anyway.

`column` marks the papers that pools.filter keeps. `model` is the labeller's folder or hub id,
`labeller` its local files, `settings` says how it learns or reads a text. A row of `sentences` has
a sentence, its facet, and the probability of this if the labeller gave it. `get_error_without_data`
gives no file, but an error if there is nothing to label or to train on: no data.csfcube, data.s2orc
or data.csabstruct, or facets.train without the last. A demo makes all.
"""


rule facets:
    """Label the sentences of the papers with their facets. Asks for the run's merged configuration,
    each part of the labelled sentences, and metrics.csv (the labeller's scores) if there is a
    labeller to measure and data to measure it by: CSAbstruct or a collection."""
    input:
        run.facets.get_error_without_data,
        "<results>/config.yaml",
        collect("<results>/facets/{part}.parquet", part=run.facets.parts),
        "<results>/facets/metrics.csv" if run.facets.is_measured else [],


rule train_labeller:
    """Train a sentence labeller on the train split of CSAbstruct from a pretrained encoder.
    `encoder` has its files, empty without local ones; only a head on it is trained if facets.train
    is head (`trains_head`). `settings` says how it learns. One job, in runs that use no ready
    labeller."""
    input:
        train=collect("{folder}/train.jsonl", folder=run.facets.get_csabstruct),
        encoder=run.facets.encoder_files,
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
        settings=run.facets.training_settings,
        seed=run.settings.seed,
        torch_threads=run.threads,
        code=code_digest("train_labeller.py"),
    message:
        "Training the sentence labeller, as facets.train says"
    script:
        "../../scripts/train_labeller.py"


rule extend_labeller:
    """Extend the head by the sentences that users labelled in sheets (`facets.train_on`), and measure
    it on held-out papers of these. Sentences are looked up in the collection (empty without one) and
    the corpus (the same). One job, in runs with such sheets."""
    input:
        base=run.facets.get_base_files,
        sheets=run.facets.sheets,
        collection_abstracts=run.csfcube.get_collection_abstracts,
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.facets.shards),
    output:
        labeller=collect(
            "<results>/facets/extended_labeller/{file}", file=run.facets.extended_files
        ),
        held_out=in_report(
            "<results>/facets/held_out.csv", "the extended labeller on held-out papers"
        ),
    log:
        "<logs>/extend_labeller.log",
    benchmark:
        "<benchmarks>/extend_labeller.tsv"
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=120,
        gpu=0,
    params:
        model=run.facets.base_labeller,
        settings=run.facets.labeller_settings,
        labels=run.facets.labels,
        headings=run.facets.headings,
        seed=run.settings.seed,
        torch_threads=run.threads,
        code=code_digest("extend_labeller.py"),
    message:
        "Extending the sentence labeller by the sheets of facets.train_on"
    script:
        "../../scripts/extend_labeller.py"


rule label_facets:
    """Split the abstracts of a part into sentences and label these. Headings of structured abstracts
    label theirs; `headings` counts them. The first part (`with_collection`) also has the papers of
    the collection (`collection_abstracts`, empty without one), in the release's sentences, which
    keep their labels if headings alone label others; no other part has them. `labeller` is empty
    without local files. One job for each part without released labels."""
    input:
        labeller=run.facets.get_labeller_files,
        scheme=run.scheme_file,
        collection_abstracts=run.csfcube.get_collection_abstracts,
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.facets.get_shards),
    output:
        sentences="<results>/facets/{part}.parquet",
        headings="<results>/facets/{part}_headings.csv",
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
        settings=run.facets.labeller_settings,
        with_collection=run.facets.get_with_collection,
        column=run.pools.filter_column,
        uses_headings=run.settings.facets.headings,
        trained_field=run.facets.trained_field,
        torch_threads=run.threads,
        code=code_digest("label_facets.py"),
    message:
        "Labelling sentences with their facets ({wildcards.part})"
    script:
        "../../scripts/label_facets.py"


rule label_pool_papers:
    """Label the sentences of the pools' queries and candidates, and of papers that the user names.
    The user's files of pairs (`named_pairs`, empty without such) name these; papers of the
    collection (`collection_abstracts`, empty without one) have its sentences. `labeller` is empty
    without local files. `settings` says how it reads a text. Annotation reads these sentences if
    the whole corpus is not labelled. One job."""
    input:
        scheme=run.scheme_file,
        labeller=run.facets.get_labeller_files,
        pools="<results>/pools/pools.parquet",
        queries="<results>/pools/queries.csv",
        named_pairs=run.practice.files_of_named_pairs,
        collection_abstracts=run.csfcube.get_collection_abstracts,
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards),
    output:
        sentences="<results>/facets/pool_sentences.parquet",
        headings="<results>/facets/pool_headings.csv",
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
        settings=run.facets.labeller_settings,
        column=run.pools.filter_column,
        uses_headings=run.settings.facets.headings,
        trained_field=run.facets.trained_field,
        torch_threads=run.threads,
        code=code_digest("label_pool_papers.py"),
    message:
        "Labelling the sentences of queries and of their candidates with their facets"
    script:
        "../../scripts/label_pool_papers.py"


rule keep_labels:
    """Write the sentences of CSFCube's released abstracts with their labels. These are in `read`,
    the part's shard as it was read; `papers` has those of it that filters kept. Papers of the
    collection (`collection_abstracts`) are left out, as the first labelled part has them; without a
    labelled part or a collection this input is empty. One job for each part of released abstracts.
    """
    input:
        collection_abstracts=(
            run.csfcube.get_collection_abstracts if run.facets.labelled_parts else []
        ),
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.facets.get_shards),
        read=collect(
            "<results>/corpus/steps/read/{shard}.papers.parquet", shard=run.facets.get_shards
        ),
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
        column=run.pools.filter_column,
        code=code_digest("keep_labels.py"),
    message:
        "Taking the labels that CSFCube's released abstracts have ({wildcards.part})"
    script:
        "../../scripts/keep_labels.py"


rule measure_facets:
    """Score the labeller on CSAbstruct's dev and test splits, and by a collection. Scores of a
    split are of all its abstracts, and of those that are not in the train split; `published` ones
    stand beside them. Without data.csabstruct `labeller`, train, dev and test are empty.
    `sentences` is the first part, in which the labeller has labelled the collection's papers anew:
    these are scored by the release's labels. Without a collection `collection` and `sentences` are
    empty. `metrics` has all scores, `settings` says how the labeller reads a text. One job."""
    input:
        labeller=run.facets.get_measured_labeller,
        train=f"{run.facets.csabstruct}/train.jsonl" if run.facets.csabstruct else [],
        dev=f"{run.facets.csabstruct}/dev.jsonl" if run.facets.csabstruct else [],
        test=f"{run.facets.csabstruct}/test.jsonl" if run.facets.csabstruct else [],
        collection=run.csfcube.get_collection_files if run.csfcube.is_possible else [],
        sentences=run.facets.sentences[:1] if run.csfcube.is_possible else [],
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
        settings=run.facets.labeller_settings,
        labels=run.facets.labels,
        torch_threads=run.threads,
        code=code_digest("measure_facets.py"),
    message:
        "Measuring the sentence labeller"
    script:
        "../../scripts/measure_facets.py"
