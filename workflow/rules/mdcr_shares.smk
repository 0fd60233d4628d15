"""The vectors of MDCR's papers, or of their sentences: jobs encode a share each, one more joins these.

Inputs: mdcr/steps/papers.parquet. Outputs below mdcr/steps/: shares/<ranker>/, removed once they are
joined; vectors/, the same bytes for any number of shares (mdcr.encoding_jobs).
"""


rule encode_mdcr_paper_share:
    input:
        papers=LARGE_POOLS["papers"],
        model=model_files,
    output:
        vectors=temp("<results>/mdcr/steps/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/mdcr/steps/shares/{ranker}/{share}.owners.npy"),
    log:
        "<logs>/encode_mdcr_paper_share/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_paper_share/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("vectors", "model")),
        share=any_of(ENCODING_SHARES),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=encoder_settings,
        separator=ranker_setting("separator"),
        job=encoding_job,
        jobs=len(ENCODING_SHARES),
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("encode_mdcr_paper_share.py"),
    message:
        "Encoding share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../scripts/encode_mdcr_paper_share.py"


rule encode_mdcr_sentence_share:
    input:
        papers=LARGE_POOLS["papers"],
        model=model_files,
    output:
        vectors=temp("<results>/mdcr/steps/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/mdcr/steps/shares/{ranker}/{share}.owners.npy"),
    log:
        "<logs>/encode_mdcr_sentence_share/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_sentence_share/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("sentences", "model")),
        share=any_of(ENCODING_SHARES),
    priority: LONGEST_WAY
    conda:
        "../../envs/encoders.yaml"
    threads: JOB_THREADS
    resources:
        mem_mb=grow_memory(8000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=encoder_settings,
        layers=ranker_setting("layers"),
        job=encoding_job,
        jobs=len(ENCODING_SHARES),
        cache=config["cache"],
        torch_threads=JOB_THREADS,
        code=code_digest("encode_mdcr_sentence_share.py"),
    message:
        "Encoding the sentences of share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../scripts/encode_mdcr_sentence_share.py"


rule join_mdcr_paper_shares:
    input:
        papers=LARGE_POOLS["papers"],
        vectors=of_every_share("<results>/mdcr/steps/shares/{{ranker}}/{share}.npy"),
        owners=of_every_share(
            "<results>/mdcr/steps/shares/{{ranker}}/{share}.owners.npy"
        ),
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
    log:
        "<logs>/join_mdcr_paper_shares/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_paper_shares/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("vectors", "model")),
    priority: LONGEST_WAY
    conda:
        "../../envs/paperpool.yaml"
    threads: 1
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        code=code_digest("join_mdcr_shares.py"),
    message:
        "Joining the vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../scripts/join_mdcr_shares.py"


use rule join_mdcr_paper_shares as join_mdcr_sentence_shares with:
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
        starts="<results>/mdcr/steps/vectors/{ranker}.starts.npy",
    log:
        "<logs>/join_mdcr_sentence_shares/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_sentence_shares/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(searchers_by("sentences", "model")),
    message:
        "Joining the vectors of the sentences of the papers of MDCR's pools for {wildcards.ranker}"
