"""Vectors of papers, or of their sentences: jobs encode a share each, one more joins these.

They have the same bytes for any number of shares (encode.jobs). Pools, holes, MDCR and the search
page read them; MDCR's papers that pools are drawn from, too, have those of there.
"""


rule list_candidates:
    input:
        papers=run.corpus.parts("<results>/corpus/papers/{shard}.parquet", "pools"),
    output:
        papers="<results>/encode/corpus/papers.parquet",
    log:
        "<logs>/list_candidates.log",
    benchmark:
        "<benchmarks>/list_candidates.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        column=run.pools.column,
        code=code_digest("list_candidates.py"),
    message:
        "Listing the papers that pools are drawn from"
    script:
        "../../scripts/list_candidates.py"


rule encode_papers:
    input:
        papers="<results>/encode/corpus/papers.parquet",
        model=run.rankers.own_model,
    output:
        vectors=temp("<results>/encode/corpus/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/corpus/shares/{ranker}/{share}.owners.npy"),
        speed="<benchmarks>/encode_papers/{ranker}/{share}.json",
    log:
        "<logs>/encode_papers/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_papers/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(run.pools.encoder_sources),
        share=any_of(run.training.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        **run.models,
        encoder=run.rankers.own_encoder,
        separator=run.rankers.own("separator"),
        job=run.training.share,
        jobs=len(run.training.shares),
        dtype=run.settings.encode.dtype,
        code=code_digest("encode_papers.py"),
    message:
        "Encoding share {wildcards.share} of the papers of pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_papers.py"


use rule encode_papers as encode_mdcr_papers with:
    input:
        unpack(run.training.known_papers),
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.own_model,
    output:
        vectors=temp("<results>/encode/mdcr/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/mdcr/shares/{ranker}/{share}.owners.npy"),
        speed="<benchmarks>/encode_mdcr_papers/{ranker}/{share}.json",
    log:
        "<logs>/encode_mdcr_papers/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_papers/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("vectors", "model")),
        share=any_of(run.training.shares),
    message:
        "Encoding share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"


rule encode_mdcr_sentences:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.own_model,
    output:
        vectors=temp("<results>/encode/mdcr/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/mdcr/shares/{ranker}/{share}.owners.npy"),
        speed="<benchmarks>/encode_mdcr_sentences/{ranker}/{share}.json",
    log:
        "<logs>/encode_mdcr_sentences/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_mdcr_sentences/{ranker}/{share}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("sentences", "model")),
        share=any_of(run.training.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(8000),
        runtime=24 * 60,
        gpu=0,
    params:
        **run.models,
        encoder=run.rankers.own_encoder,
        layers=run.rankers.own("layers"),
        job=run.training.share,
        jobs=len(run.training.shares),
        dtype=run.settings.encode.dtype,
        code=code_digest("encode_sentences.py"),
    message:
        "Encoding the sentences of share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_sentences.py"


rule join_papers:
    input:
        papers="<results>/encode/corpus/papers.parquet",
        vectors=collect(
            "<results>/encode/corpus/shares/{{ranker}}/{share}.npy", share=run.training.shares
        ),
        owners=collect(
            "<results>/encode/corpus/shares/{{ranker}}/{share}.owners.npy",
            share=run.training.shares,
        ),
    output:
        vectors="<results>/encode/corpus/{ranker}.npy",
    log:
        "<logs>/join_papers/{ranker}.log",
    benchmark:
        "<benchmarks>/join_papers/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.pools.encoder_sources),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        code=code_digest("join_encoded.py"),
    message:
        "Joining the vectors of the papers of pools for {wildcards.ranker}"
    script:
        "../../scripts/join_encoded.py"


use rule join_papers as join_mdcr_papers with:
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        vectors=collect(
            "<results>/encode/mdcr/shares/{{ranker}}/{share}.npy", share=run.training.shares
        ),
        owners=collect(
            "<results>/encode/mdcr/shares/{{ranker}}/{share}.owners.npy", share=run.training.shares
        ),
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
    log:
        "<logs>/join_mdcr_papers/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_papers/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("vectors", "model")),
    message:
        "Joining the vectors of the papers of MDCR's pools for {wildcards.ranker}"


use rule join_mdcr_papers as join_mdcr_sentences with:
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
        starts="<results>/encode/mdcr/{ranker}.starts.npy",
    log:
        "<logs>/join_mdcr_sentences/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_sentences/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.searchers_by("sentences", "model")),
    message:
        "Joining the vectors of the sentences of the papers of MDCR's pools for {wildcards.ranker}"
