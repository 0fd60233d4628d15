"""Pools: rank the corpus for each query with every source, draw candidate pools from them.

A source ranks the corpus for each query: six by terms and word vectors, one for each encoder; the
papers that the query cites are a source, too (cited). runs/<source>.parquet has its best `depth`
papers, with scores and ranks. The corpus here is the papers that pools.filter keeps: `column` marks
them in corpus/papers/. A quota is how many papers each source gives. Twins are papers that are in
the corpus more than once under different ids: neither the query nor its twins are ranked.

Tables: pools.parquet has the candidates of each query, with the sources that have them and the one
that added them, test-pid2pool.json the same in CSFCube's format; candidates.csv counts what the
filter and missing abstracts leave of the corpus; turns.csv has what each source added to each pool
in its turn, and what lacks to its quota, sources.csv the sums of each source, sizes.csv statistics
of the pools' sizes, overlap.csv how many of the best papers two sources share; fidelity.csv the
share of a released collection's candidates that each source finds again, if there is a collection.

`get_error_without_data` gives no file, but an error if data.s2orc is not set (a demo makes papers),
if corpus.filters lacks pools.filter, or if neither pools.queries nor data.csfcube has queries.
"""


rule pools:
    """Draw the candidate pools of the queries. Asks for the run's merged configuration, the pools,
    and the tables that the head of this file explains."""
    input:
        run.pools.get_error_without_data,
        "<results>/config.yaml",
        "<results>/pools/test-pid2pool.json",
        "<results>/pools/pools.parquet",
        collect("<results>/pools/{table}.csv", table=run.pools.tables),


rule train_word2vec:
    """Split the titles and abstracts of the papers that pools.filter keeps into tokens, and train
    word2vec on the abstracts. `tokens` has the words of each text, `words` counts the texts that
    have each word, `vectors` has their vectors. One job."""
    input:
        papers=collect("<results>/corpus/papers/{shard}.parquet", shard=run.pools.get_shards),
    output:
        tokens="<results>/pools/steps/tokens.parquet",
        words="<results>/pools/steps/words.parquet",
        vectors="<results>/pools/steps/word2vec.parquet",
    log:
        "<logs>/train_word2vec.log",
    benchmark:
        "<benchmarks>/train_word2vec.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=6 * 60,
    params:
        column=run.pools.filter_column,
        seed=run.settings.seed,
        code=code_digest("train_word2vec.py"),
    message:
        "Splitting titles and abstracts into tokens, training word2vec on the abstracts"
    script:
        "../../scripts/train_word2vec.py"


rule rank_text_sources:
    """Rank the corpus for each query by titles and by abstracts; list the papers that a query
    cites. Titles (title) and abstracts (abs) are compared by tf-idf, averaged word vectors
    (cbow200) and both (tfidfcbow200); cited has the cited papers. Reads what train_word2vec writes:
    tokens of texts, words and their vectors. `citing_collection` has the citations of queries if
    the corpus comes without any, else it is empty. `settings` has the depth of rankings, the fewest
    texts that a word must be in (`min_df`), and whether a text without known words is ranked
    (`rank_unknown`). One job."""
    input:
        queries="<results>/pools/queries.csv",
        citations=collect("<results>/corpus/citations/{shard}.parquet", shard=run.corpus.get_shards),
        citing_collection=run.pools.get_collection_with_citations,
        tokens="<results>/pools/steps/tokens.parquet",
        words="<results>/pools/steps/words.parquet",
        vectors="<results>/pools/steps/word2vec.parquet",
        twins="<results>/corpus/twins.parquet",
    output:
        title_tfidf="<results>/pools/runs/title_tfidf.parquet",
        title_cbow200="<results>/pools/runs/title_cbow200.parquet",
        title_tfidfcbow200="<results>/pools/runs/title_tfidfcbow200.parquet",
        abs_tfidf="<results>/pools/runs/abs_tfidf.parquet",
        abs_cbow200="<results>/pools/runs/abs_cbow200.parquet",
        abs_tfidfcbow200="<results>/pools/runs/abs_tfidfcbow200.parquet",
        cited="<results>/pools/runs/cited.parquet",
    log:
        "<logs>/rank_text_sources.log",
    benchmark:
        "<benchmarks>/rank_text_sources.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(3000),
        runtime=240,
    params:
        settings={
            "depth": run.settings.pools.depth,
            "min_df": run.settings.pools.min_df,
            "rank_unknown": run.settings.pools.unknown_texts == "rank",
        },
        search_threads=run.threads,
        code=code_digest("rank_text_sources.py"),
    message:
        "Ranking the corpus by its titles and its abstracts, and listing whom each query cites"
    script:
        "../../scripts/rank_text_sources.py"


rule rank_encoder_source:
    """Rank the corpus for each query by an encoder's `vectors` of the `papers`, compared by
    `similarity`. Rankers with a prompt for queries encode these anew, as the parameter `queries`
    says, with `model`: the model's local files, none for a hub id, by which the job downloads it.
    `index` is null, and `recall` empty: the search is exact. One job for each dense ranker that is
    a source of pools and has no index."""
    input:
        queries="<results>/pools/queries.csv",
        papers="<results>/encode/corpus/papers.parquet",
        vectors="<results>/encode/corpus/{ranker}.npy",
        twins="<results>/corpus/twins.parquet",
        model=run.rankers.get_model_files,
    output:
        run="<results>/pools/runs/{ranker}.parquet",
        recall=[],
    log:
        "<logs>/rank_encoder_source/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_encoder_source/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.pools.exact_sources),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(4000),
        runtime=12 * 60,
        gpu=0,
    params:
        queries=run.rankers.get_query_encoding,
        similarity=run.rankers.get_similarity,
        index=run.rankers.get_index,
        depth=run.settings.pools.depth,
        search_threads=run.threads,
        code=code_digest("rank_encoder_source.py"),
    message:
        "Ranking the corpus by the embeddings of {wildcards.ranker}"
    script:
        "../../scripts/rank_encoder_source.py"


use rule rank_encoder_source as rank_indexed_source with:
    """Rank the corpus for each query by an `index` of an encoder's `vectors` of the `papers`, where
    that is quicker than exact search. `recall` has how much of exact search it finds for a sample
    of the queries. One job for each dense ranker that is a source of pools and has an index."""
    input:
        queries="<results>/pools/queries.csv",
        papers="<results>/encode/corpus/papers.parquet",
        vectors="<results>/encode/corpus/{ranker}.npy",
        twins="<results>/corpus/twins.parquet",
        model=run.rankers.get_model_files,
    output:
        run="<results>/pools/runs/{ranker}.parquet",
        recall="<results>/pools/recall/{ranker}.csv",
    log:
        "<logs>/rank_indexed_source/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_indexed_source/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.pools.indexed_sources),
    resources:
        mem_mb=grow_memory(12000),
        runtime=24 * 60,
        gpu=0,
    message:
        "Ranking the corpus by an index of the embeddings of {wildcards.ranker}"


rule draw_pools:
    """Draw the pool of each query: papers that it cites, then the best new ones of each of the
    `ranked_sources`, up to its quota. Of twins one is taken. Pools that gain less than half of
    their quotas are an error if pools.on_small is fail. Writes the pools (as a table and
    `official`, CSFCube's JSON) and the tables that the head of this file explains. `summary` counts
    what the `filter` dropped, `tokens` the papers that are left. `compared` is the released
    collection whose candidates should be found again, empty without one; then fidelity.csv is not
    made. One job."""
    input:
        queries="<results>/pools/queries.csv",
        cited="<results>/pools/runs/cited.parquet",
        runs=collect("<results>/pools/runs/{source}.parquet", source=run.pools.ranked_sources),
        twins="<results>/corpus/twins.parquet",
        compared=run.pools.get_compared_collection,
        tokens="<results>/pools/steps/tokens.parquet",
        summary="<results>/corpus/summary.json",
    output:
        candidates="<results>/pools/candidates.csv",
        pools="<results>/pools/pools.parquet",
        official="<results>/pools/test-pid2pool.json",
        turns="<results>/pools/turns.csv",
        sources=in_report("<results>/pools/sources.csv", "who contributed what"),
        sizes="<results>/pools/sizes.csv",
        overlap=in_report("<results>/pools/overlap.csv", "overlap of the sources"),
        fidelity=(
            in_report("<results>/pools/fidelity.csv", "released candidates found again")
            if run.pools.has_fidelity
            else []
        ),
    log:
        "<logs>/draw_pools.log",
    benchmark:
        "<benchmarks>/draw_pools.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(1000),
        runtime=20,
    params:
        ranked_sources=run.pools.ranked_sources,
        filter=run.settings.pools.filter,
        on_small=run.settings.pools.on_small,
        seed=run.settings.seed,
        code=code_digest("draw_pools.py"),
    message:
        "Drawing the candidate pools"
    script:
        "../../scripts/draw_pools.py"
