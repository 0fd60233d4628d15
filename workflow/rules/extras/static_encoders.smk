"""Static encoders: a vector for each word or word piece, made of an encoder and the corpus's papers.

Papers of CSFCube, of the released MDCR and queries of an MDCR that is built are not learnt from.
"""

from paperpool.models.static_encoder import STATIC_FILES


rule make_static_encoder:
    input:
        unpack(run.static_encoders.kept_out),
        papers=run.corpus.parts("<results>/corpus/papers/{shard}.parquet"),
        twins="<results>/corpus/twins.parquet",
        teacher=run.static_encoders.teacher_files,
    output:
        model=collect("<results>/models/{{static}}/{file}", file=STATIC_FILES),
    log:
        "<logs>/make_static_encoder/{static}.log",
    benchmark:
        "<benchmarks>/make_static_encoder/{static}.tsv"
    wildcard_constraints:
        static=any_of(run.settings.static),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        **run.models,
        teacher=run.static_encoders.teacher,
        papers=run.static_encoders.own("papers"),
        vocabulary=run.static_encoders.own("vocabulary"),
        seed=run.settings.seed,
        code=code_digest("make_static_encoder.py"),
    message:
        "Making the static encoder {wildcards.static}"
    script:
        "../../scripts/make_static_encoder.py"
