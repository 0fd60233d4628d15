"""Vectors of papers, or of their sentences: jobs encode a share each, one more joins these.

A table is a set of papers: corpus (those that pools are drawn from), mdcr (those of MDCR's large
pools), benchmark (those of MDCR's benchmark), csfcube (those of CSFCube's collection), or
collections/<name>; `papers` lists them. The rules here encode the papers of corpus and mdcr; those
of other tables are encoded by the jobs that rank them. Vectors have the same bytes for any number
of shares (encode.jobs), and are stored as `dtype` (encode.dtype). <share>.npy has the vectors of a
share, <share>.owners.npy the row of the paper that each vector is of; <ranker>.npy has those of all
papers of the table, in its order, <ranker>.starts.npy where each paper's sentences start.

Given vectors are a user's, in files that a ranker names in place of a model. They are taken from
these files for every table that the ranker ranks. `wanted` lists the papers that they are looked up
for: those of the table, but all of the corpus for mdcr and for a benchmark that is built. These two
share what is taken, under the name mdcr.
"""


rule list_candidates:
    """List the papers of the corpus that pools are drawn from, with their texts. They are those
    that pools.filter keeps: `column` marks them in the corpus. One job."""
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
    """Encode a share of the papers of the table corpus or mdcr, or of their sentences. `known` has
    the papers and vectors of corpus if the table is mdcr and the ranker is a source of pools, else
    nothing: vectors of common papers are copied, not made again. `model` has the model's local
    files; it is empty for a hub id, by which the job downloads the model. `encoding` says how it
    reads a paper, `jobs` how many shares there are, `cache` is the folder of embeddings that runs
    share. `vectors` and `owners` are removed once they are joined; `speed` tells how fast the job
    was. One job for each table, ranker and share."""
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
    """Join the shares of the vectors of a table, corpus or mdcr. There is one vector for each of
    its papers, in its order, those copied from the other table included. `starts` is empty: papers
    have one vector each. One job for each table and ranker whose model encodes its papers."""
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
    """Join the shares of the vectors of the sentences of the papers of MDCR's pools. Those of one
    paper follow those of another, in the order of `papers`. `starts` has where each paper's
    sentences begin. One job for each ranker that compares sentences and searches these pools."""
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
    """Take the given vectors of the `wanted` papers from one of the user's files. `files` are this
    file and, if it is an .npy, that of its ids. `owners` has the row in `wanted` of each vector's
    paper. `counts` are of the file's rows: taken, repeated, of other papers, unusable. The outputs
    are removed once they are joined. One job for each table, ranker and file, whose number stands
    in place of a share."""
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
    """Join the given vectors that were taken from a ranker's files: a row for each of the table's
    `papers`. `owners` has the row in `wanted` of each taken vector's paper. The output `papers`
    lists the rows' papers, by which later jobs find them. A paper without a vector has a row that
    says so, and is in missing.csv; it is ranked last, or an error if the ranker's setting `missing`
    is error. `counts` adds up the files' rows (taken, repeated, of other papers, unusable), and the
    papers without a vector. A built benchmark's vectors are those taken for mdcr (get_taken_table).
    One job for each table and ranker with given vectors."""
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
