"""Static encoders: a vector for each word or word piece, made of an encoder and the corpus's papers.

Papers of CSFCube, of the released MDCR and queries of an MDCR that is built are not learnt from.
"""

from paperpool.extras.static_encoders.plan import StaticEncodersPlan
from paperpool.models.digests import STATIC_FILES

static_encoders = StaticEncodersPlan(run)


rule make_static_encoder:
    """Make a static encoder: the vectors that `teacher` has of words or their pieces, fitted to the
    corpus. `teacher` is empty without local files of a model. Queries and collections, the unpacked
    inputs, are not learnt from. One job for each encoder."""
    input:
        unpack(static_encoders.get_kept_out),
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.corpus.get_shards),
        twins="<results>/corpus/twins.parquet",
        teacher=static_encoders.get_teacher_files,
    output:
        model=collect("<results>/models/{{static}}/{file}", file=STATIC_FILES),
    log:
        "<logs>/make_static_encoder/{static}.log",
    benchmark:
        "<benchmarks>/make_static_encoder/{static}.tsv"
    wildcard_constraints:
        static=any_of(static_encoders.encoders),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        teacher=static_encoders.get_teacher,
        papers=static_encoders.get_n_papers,
        vocabulary=static_encoders.get_vocabulary,
        seed=run.settings.seed,
        code=code_digest("make_static_encoder.py"),
    message:
        "Making the static encoder {wildcards.static}"
    script:
        "../../scripts/make_static_encoder.py"
