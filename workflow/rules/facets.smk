"""Facets: train a sentence labeller, label the papers' sentences with it, measure it.

Inputs: CSAbstruct (data.csabstruct, or generated in its form) or a ready labeller (facets.model);
the papers of the collection, whose sentences are the release's, and those of the corpus that
pools.filter keeps, which are split into sentences. CSFCube's released abstracts keep their own
sentences and labels (keep_labels), and no labeller reads them. Outputs below facets/: labeller/*, a model
that facets.model of another run can name; sentences.parquet, or sentences/*.parquet for a corpus of
many shards; metrics.csv. Only the train split goes into the training.
"""


rule facets:
    """Label the sentences of the papers with their facets."""
    input:
        facets_targets,


rule train_labeller:
    input:
        train=csabstruct_file("train"),
        encoder=files_of_model(config["facets"]["encoder"]),
    output:
        labeller=collect("<results>/facets/labeller/{file}", file=FILES_OF_LABELLER),
    log:
        "<logs>/train_labeller.log",
    benchmark:
        "<benchmarks>/train_labeller.tsv"
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(4000),
        runtime=120,
        gpu=0,
    params:
        trains_head=TRAINS_HEAD,
        settings=labeller_training(),
        seed=config["seed"],
        torch_threads=JOB_THREADS,
        code=code_digest("train_labeller.py"),
    message:
        "Training the sentence labeller, as facets.train says"
    script:
        "../scripts/train_labeller.py"


rule label_facets:
    input:
        labeller=labeller_files,
        collection=kept_papers,
        papers=papers_to_label,
    output:
        sentences="<results>/facets/{part}.parquet",
    log:
        "<logs>/label_facets/{part}.log",
    benchmark:
        "<benchmarks>/label_facets/{part}.tsv"
    wildcard_constraints:
        part=any_of(LABELLED_PARTS),
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(3000),
        runtime=720,
        gpu=0,
    params:
        model=LABELLER,
        settings=labelling_settings(),
        with_collection=is_first_part,
        column=POOL_COLUMN,
        torch_threads=JOB_THREADS,
        code=code_digest("label_facets.py"),
    message:
        "Labelling sentences with their facets ({wildcards.part})"
    script:
        "../scripts/label_facets.py"


rule keep_labels:
    input:
        collection=papers_labelled_elsewhere,
        papers=released_papers,
        read=released_read,
    output:
        sentences="<results>/facets/{part}.parquet",
    log:
        "<logs>/keep_labels/{part}.log",
    benchmark:
        "<benchmarks>/keep_labels/{part}.tsv"
    wildcard_constraints:
        part=any_of(RELEASED_PARTS),
    conda:
        "../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1500),
        runtime=60,
    params:
        column=POOL_COLUMN,
        code=code_digest("keep_labels.py"),
    message:
        "Taking the labels that CSFCube's released abstracts have ({wildcards.part})"
    script:
        "../scripts/keep_labels.py"


rule measure_facets:
    input:
        unpack(measured_facets),
        published=PUBLISHED_FACETS,
    output:
        metrics=report(
            "<results>/facets/metrics.csv",
            category="Facets",
            labels={"table": "the labeller's figures"},
            caption="../report/facets.rst",
        ),
    log:
        "<logs>/measure_facets.log",
    benchmark:
        "<benchmarks>/measure_facets.tsv"
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(3000),
        runtime=30,
        gpu=0,
    params:
        model=LABELLER,
        settings=labelling_settings(),
        torch_threads=JOB_THREADS,
        code=code_digest("measure_facets.py"),
    message:
        "Measuring the sentence labeller"
    script:
        "../scripts/measure_facets.py"
