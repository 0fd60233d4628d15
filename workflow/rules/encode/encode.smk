"""Vectors of papers, or of their sentences: jobs encode a share each, one more joins these.

They have the same bytes for any number of shares (encode.jobs). Given vectors are taken from their files
instead, a job for each, for every benchmark. Pools and MDCR share the vectors of their common papers.
<ranker>.owners.npy has the paper of each vector, <ranker>.starts.npy where each paper's sentences start.
"""


rule list_candidates:
    """List the papers of the corpus that pools are drawn from, with their texts. One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards),
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
        column=run.pools.filter_column,
        code=code_digest("list_candidates.py"),
    message:
        "Listing the papers that pools are drawn from"
    script:
        "../../scripts/list_candidates.py"


rule encode_papers:
    """Encode a share of the papers of a table, or of their sentences: corpus (which pools are drawn
    from) or mdcr (those of large pools). `known` has vectors of pools' papers, which mdcr reuses,
    else nothing. `model` is empty without local files. One job for each table, ranker and share."""
    input:
        known=run.encode.get_reused_vectors,
        papers=run.encode.get_papers,
        model=run.rankers.get_model_files,
    output:
        vectors=temp("<results>/encode/{table}/shares/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/{table}/shares/{ranker}/{share}.owners.npy"),
        speed="<benchmarks>/encode_papers/{table}/{ranker}/{share}.json",
    log:
        "<logs>/encode_papers/{table}/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/encode_papers/{table}/{ranker}/{share}.tsv"
    wildcard_constraints:
        table="corpus|mdcr",
        ranker=any_of(run.encode.encoders),
        share="[0-9]+",
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(8000),
        runtime=24 * 60,
        gpu=0,
    params:
        cache=run.settings.cache,
        torch_threads=run.threads,
        encoding=run.rankers.get_paper_encoding,
        jobs=run.settings.encode.jobs,
        dtype=run.settings.encode.dtype,
        code=code_digest("encode_papers.py"),
    message:
        "Encoding share {wildcards.share} of the papers of {wildcards.table}, or their sentences, with {wildcards.ranker}"
    script:
        "../../scripts/encode_papers.py"


rule join_papers:
    """Join the shares of the vectors of a table's papers, in the order of the table. `starts` is
    empty: each paper has one vector. One job for each table and ranker with a model."""
    input:
        papers=run.encode.get_papers,
        vectors=collect(
            "<results>/encode/{{table}}/shares/{{ranker}}/{share}.npy",
            share=range(run.settings.encode.jobs),
        ),
        owners=collect(
            "<results>/encode/{{table}}/shares/{{ranker}}/{share}.owners.npy",
            share=range(run.settings.encode.jobs),
        ),
    output:
        vectors="<results>/encode/{table}/{ranker}.npy",
        starts=[],
    log:
        "<logs>/join_papers/{table}/{ranker}.log",
    benchmark:
        "<benchmarks>/join_papers/{table}/{ranker}.tsv"
    wildcard_constraints:
        table="corpus|mdcr",
        ranker=any_of(run.encode.paper_encoders),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        code=code_digest("join_encoded.py"),
    message:
        "Joining the vectors of {wildcards.ranker} of the papers of {wildcards.table}"
    script:
        "../../scripts/join_encoded.py"


use rule join_papers as join_mdcr_sentences with:
    """Join the shares of the vectors of the sentences of MDCR's papers, with where each paper's
    begin (`starts`). One job for each encoder of sentences."""
    input:
        papers=run.encode.get_papers,
        vectors=collect(
            "<results>/encode/{{table}}/shares/{{ranker}}/{share}.npy",
            share=range(run.settings.encode.jobs),
        ),
        owners=collect(
            "<results>/encode/{{table}}/shares/{{ranker}}/{share}.owners.npy",
            share=range(run.settings.encode.jobs),
        ),
    output:
        vectors="<results>/encode/{table}/{ranker}.npy",
        starts="<results>/encode/{table}/{ranker}.starts.npy",
    log:
        "<logs>/join_mdcr_sentences/{table}/{ranker}.log",
    benchmark:
        "<benchmarks>/join_mdcr_sentences/{table}/{ranker}.tsv"
    wildcard_constraints:
        table="mdcr",
        ranker=any_of(run.mdcr_pools.sentence_searchers),
    message:
        "Joining the vectors of the sentences of the papers of MDCR's pools for {wildcards.ranker}"


rule take_vectors:
    """Take the vectors of the wanted papers from one of the user's files, with that of its ids. A table
    is a set of papers: corpus (that pools are drawn from), mdcr (large pools), benchmark (MDCR's),
    csfcube, or collections/<name>. `counts` are of rows: taken, repeated, of other papers, unusable.
    One job for each table, ranker and file, whose number stands in place of a share."""
    input:
        files=run.encode.get_vector_file,
        wanted=run.encode.get_wanted_papers,
    output:
        vectors=temp("<results>/encode/{table}/taken/{ranker}/{share}.npy"),
        owners=temp("<results>/encode/{table}/taken/{ranker}/{share}.owners.npy"),
        counts=temp("<results>/encode/{table}/taken/{ranker}/{share}.json"),
    log:
        "<logs>/take_vectors/{table}/{ranker}/{share}.log",
    benchmark:
        "<benchmarks>/take_vectors/{table}/{ranker}/{share}.tsv"
    wildcard_constraints:
        table=any_of(run.encode.paper_tables),
        ranker=any_of(run.encode.vector_files),
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
    """Join the vectors taken from all of a ranker's files: a row for each of the table's papers,
    which papers.parquet lists. missing.csv lists papers without one; they are ranked last, or an
    error, as the ranker's missing says. One job for each table and ranker with given vectors."""
    input:
        vectors=collect(
            "<results>/encode/{table}/taken/{{ranker}}/{file}.npy",
            table=run.encode.get_taken_table,
            file=run.encode.get_file_numbers,
        ),
        owners=collect(
            "<results>/encode/{table}/taken/{{ranker}}/{file}.owners.npy",
            table=run.encode.get_taken_table,
            file=run.encode.get_file_numbers,
        ),
        counts=collect(
            "<results>/encode/{table}/taken/{{ranker}}/{file}.json",
            table=run.encode.get_taken_table,
            file=run.encode.get_file_numbers,
        ),
        wanted=run.encode.get_wanted_papers,
        papers=run.encode.get_papers,
    output:
        vectors="<results>/encode/{table}/{ranker}.npy",
        papers="<results>/encode/{table}/{ranker}.papers.parquet",
        missing="<results>/encode/{table}/{ranker}.missing.csv",
        counts="<results>/encode/{table}/{ranker}.counts.json",
    log:
        "<logs>/join_taken/{table}/{ranker}.log",
    benchmark:
        "<benchmarks>/join_taken/{table}/{ranker}.tsv"
    wildcard_constraints:
        table=any_of(run.encode.paper_tables),
        ranker=any_of(run.encode.vector_files),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(2000),
        runtime=2 * 60,
    params:
        missing=run.rankers.get_missing_vectors,
        code=code_digest("join_taken.py"),
    message:
        "Joining the vectors of {wildcards.ranker} for the papers of {wildcards.table}"
    script:
        "../../scripts/join_taken.py"
