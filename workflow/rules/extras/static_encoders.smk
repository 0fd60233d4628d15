"""Static encoders: a vector for each word or word piece, made of an encoder and of papers.

The encoder that it is made of is its teacher, which encodes papers of the corpus. Papers of
CSFCube, of the released MDCR, and queries of an MDCR that is built if a ranker of it uses the
static encoder, are not learnt from, nor are their twins: papers that are in the corpus more than
once under different ids.
"""

from paperpool.extras.static_encoders.plan import StaticEncodersPlan
from paperpool.models.digests import STATIC_FILES

static_encoders = StaticEncodersPlan(run)


rule make_static_encoder:
    """Make a static encoder: the vectors that its teacher has of words or their pieces
    (`vocabulary`), fitted to papers of the corpus. The input `teacher` has the local files of its
    model; it is empty for a hub id, by which the job downloads the model. The parameter `teacher`
    has its settings. The unpacked inputs are the queries and collections that are not learnt from,
    empty if the run has none. The parameter `papers` is how many the teacher encodes, `cache` is
    the folder of embeddings that runs share. `model` has the files of the static encoder. One job
    for each static encoder that the configuration names."""
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
