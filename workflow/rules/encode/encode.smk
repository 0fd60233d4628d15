"""Vectors of papers, or of their sentences: jobs encode a share each, one more joins these.

They have the same bytes for any number of shares (encode.jobs). Vectors that are there already are taken
from their files instead, a job for each. Pools, holes, MDCR and the search
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
        ranker=any_of(run.encode.made(run.pools.encoder_sources)),
        share=any_of(run.encode.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=run.rankers.own_encoder,
        separator=run.rankers.own("separator"),
        job=run.encode.share,
        jobs=len(run.encode.shares),
        dtype=run.settings.encode.dtype,
        cache=run.settings.cache,
        torch_threads=run.threads,
        code=code_digest("encode_papers.py"),
    message:
        "Encoding share {wildcards.share} of the papers of pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_papers.py"


use rule encode_papers as encode_mdcr_papers with:
    input:
        unpack(run.encode.known_papers),
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
        ranker=any_of(run.encode.made(run.mdcr.searchers_by("vectors", "model"))),
        share=any_of(run.encode.shares),
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
        share=any_of(run.encode.shares),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(8000),
        runtime=24 * 60,
        gpu=0,
    params:
        encoder=run.rankers.own_encoder,
        layers=run.rankers.own("layers"),
        job=run.encode.share,
        jobs=len(run.encode.shares),
        dtype=run.settings.encode.dtype,
        cache=run.settings.cache,
        torch_threads=run.threads,
        code=code_digest("encode_sentences.py"),
    message:
        "Encoding the sentences of share {wildcards.share} of the papers of MDCR's pools with {wildcards.ranker}"
    script:
        "../../scripts/encode_sentences.py"


rule join_papers:
    input:
        papers="<results>/encode/corpus/papers.parquet",
        vectors=collect(
            "<results>/encode/corpus/shares/{{ranker}}/{share}.npy",
            share=run.encode.shares,
        ),
        owners=collect(
            "<results>/encode/corpus/shares/{{ranker}}/{share}.owners.npy",
            share=run.encode.shares,
        ),
    output:
        vectors="<results>/encode/corpus/{ranker}.npy",
    log:
        "<logs>/join_papers/{ranker}.log",
    benchmark:
        "<benchmarks>/join_papers/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.encode.made(run.pools.encoder_sources)),
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
            "<results>/encode/mdcr/shares/{{ranker}}/{share}.npy",
            share=run.encode.shares,
        ),
        owners=collect(
            "<results>/encode/mdcr/shares/{{ranker}}/{share}.owners.npy",
            share=run.encode.shares,
        ),
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
    log:
        "<logs>/join_mdcr_papers/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_papers/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.encode.made(run.mdcr.searchers_by("vectors", "model"))),
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


rule list_ranked_papers:
    input:
        unpack(run.encode.ranked),
    output:
        papers="<results>/encode/{table}/papers.parquet",
    log:
        "<logs>/list_ranked_papers/{table}.log",
    benchmark:
        "<benchmarks>/list_ranked_papers/{table}.tsv"
    wildcard_constraints:
        table="csfcube|benchmark|mdcr",
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=20,
    params:
        code=code_digest("list_ranked_papers.py"),
    message:
        "Listing the papers of {wildcards.table} whose vectors are taken from files"
    script:
        "../../scripts/list_ranked_papers.py"


rule take_vectors:
    input:
        papers=run.encode.asked,
        files=run.encode.files,
    output:
        vectors=temp("<results>/encode/{table}/taken/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/{table}/taken/{ranker}/{share}.owners.npy"),
        counts=temp("<results>/encode/{table}/taken/{ranker}/{share}.json"),
    log:
        "<logs>/take_vectors/{table}/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/take_vectors/{table}/{ranker}/{share}.tsv"
    wildcard_constraints:
        table=any_of(run.encode.tables),
        ranker=any_of(run.encode.given),
        share="[0-9]+",
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        dtype=run.settings.encode.dtype,
        code=code_digest("take_vectors.py"),
    message:
        "Taking vectors of {wildcards.ranker} from file {wildcards.share}, of papers of {wildcards.table}"
    script:
        "../../scripts/take_vectors.py"


rule join_taken:
    input:
        asked=run.encode.asked,
        papers=run.encode.papers,
        vectors=run.encode.of_files(
            "<results>/encode/{table}/taken/{ranker}/{share}.npy"
        ),
        owners=run.encode.of_files(
            "<results>/encode/{table}/taken/{ranker}/{share}.owners.npy"
        ),
        counts=run.encode.of_files(
            "<results>/encode/{table}/taken/{ranker}/{share}.json"
        ),
    output:
        vectors="<results>/encode/{table}/{ranker}.npy",
        missing="<results>/encode/{table}/{ranker}.missing.csv",
        counts="<results>/encode/{table}/{ranker}.counts.json",
    log:
        "<logs>/join_taken/{table}/{ranker}.log",
    benchmark:
        "<benchmarks>/join_taken/{table}/{ranker}.tsv"
    wildcard_constraints:
        table=any_of(run.encode.tables),
        ranker=any_of(run.encode.given),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        missing=run.rankers.setting("missing"),
        code=code_digest("join_taken.py"),
    message:
        "Joining the vectors of {wildcards.ranker} for the papers of {wildcards.table}"
    script:
        "../../scripts/join_taken.py"
