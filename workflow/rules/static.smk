"""Static encoders: a vector for each word or word piece, made of an encoder and the corpus's own papers.

Inputs: the papers and twins of the corpus, the teacher (static.<name>.teacher), and what says which
papers are not learnt from: CSFCube, the released MDCR, the queries of an MDCR that is built.
Output: models/<name>/, a model for rankers to name.
"""


rule make_static_encoder:
    input:
        unpack(static_kept_out),
        papers=corpus_papers,
        twins="<results>/corpus/twins.parquet",
        teacher=static_teacher_files,
    output:
        model=collect("<results>/models/{{static}}/{file}", file=STATIC_FILES),
    log:
        "<logs>/make_static_encoder/{static}.log",
    benchmark:
        "<benchmarks>/make_static_encoder/{static}.tsv"
    wildcard_constraints:
        static=any_of(STATIC),
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        kept_out=static_names_kept_out,
        teacher=static_teacher,
        papers=static_papers,
        vocabulary=static_vocabulary,
        seed=config["seed"],
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("make_static_encoder.py"),
    message:
        "Making the static encoder {wildcards.static}"
    script:
        "../scripts/make_static_encoder.py"
