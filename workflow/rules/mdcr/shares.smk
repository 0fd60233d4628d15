"""The vectors of MDCR's papers, or of their sentences: jobs encode a share each, one more joins these.

The vectors have the same bytes for any number of shares (mdcr.encoding_jobs).
"""


rule encode_mdcr_paper_share:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.own_model,
    output:
        vectors=temp("<results>/mdcr/steps/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/mdcr/steps/shares/{ranker}/{share}.owners.npy"),
    log:
        "<logs>/encode_mdcr_paper_share/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_paper_share/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("vectors", "model")),
        share=any_of(run.mdcr.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=run.rankers.own_encoder,
        separator=run.rankers.setting("separator"),
        job=run.mdcr.share,
        jobs=len(run.mdcr.shares),
        cache=run.settings.cache,
        torch_threads=run.threads,
        code=code_digest("encode_mdcr_paper_share.py"),
    message:
        "Encoding share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_mdcr_paper_share.py"


rule encode_mdcr_sentence_share:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.own_model,
    output:
        vectors=temp("<results>/mdcr/steps/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/mdcr/steps/shares/{ranker}/{share}.owners.npy"),
    log:
        "<logs>/encode_mdcr_sentence_share/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_sentence_share/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("sentences", "model")),
        share=any_of(run.mdcr.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(8000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=run.rankers.own_encoder,
        layers=run.rankers.setting("layers"),
        job=run.mdcr.share,
        jobs=len(run.mdcr.shares),
        cache=run.settings.cache,
        torch_threads=run.threads,
        code=code_digest("encode_mdcr_sentence_share.py"),
    message:
        "Encoding the sentences of share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_mdcr_sentence_share.py"


rule join_mdcr_paper_shares:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        vectors=collect(
            "<results>/mdcr/steps/shares/{{ranker}}/{share}.npy", share=run.mdcr.shares
        ),
        owners=collect(
            "<results>/mdcr/steps/shares/{{ranker}}/{share}.owners.npy",
            share=run.mdcr.shares,
        ),
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
    log:
        "<logs>/join_mdcr_paper_shares/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_paper_shares/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("vectors", "model")),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        code=code_digest("join_mdcr_shares.py"),
    message:
        "Joining the vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../../scripts/join_mdcr_shares.py"


use rule join_mdcr_paper_shares as join_mdcr_sentence_shares with:
    output:
        vectors="<results>/mdcr/steps/vectors/{ranker}.npy",
        starts="<results>/mdcr/steps/vectors/{ranker}.starts.npy",
    log:
        "<logs>/join_mdcr_sentence_shares/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_sentence_shares/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("sentences", "model")),
    message:
        "Joining the vectors of the sentences of the papers of MDCR's pools for {wildcards.ranker}"
