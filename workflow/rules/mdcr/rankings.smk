"""MDCR's large pools ranked by terms, vectors, sentences, citations, and fusions of these.

A level is dataset (pools of papers of all fields, by size) or field (a pool for each field of
study); both have a validation and a test split. runs/dataset/<ranker>.parquet is a ranker's ranking
of the pools of the dataset level, runs/field/<ranker>.parquet that of the field level: the best
`depth` papers of each query, with scores and ranks. The ranking of a query has neither the query
nor its twins, papers that are in the corpus more than once under different ids. Vectors of papers
are made once for all pools.

The inputs `papers` (texts of all papers of pools), `pools` (which papers are in which), `queries`,
`cited` (the papers that each query cites) and `terms` (counted words) are those of pools.smk.
`similarity` says how vectors are compared, `code_of_kinds` is a digest of the rankers' own code.

A tuned fusion (kind best) weighs its members by the scores on validation pools, and ranks the test
pools with these weights; other fusions weigh them alike, or by given weights.
"""


rule tune_mdcr_bm25:
    """Choose BM25's k1 and b for each level by the mean average precision on its validation pools.
    The values in the parameter `grid` are tried first, and beyond them if the best is at an end.
    The output `grid` (bm25.csv) has all values that were tried, with their scores, and which were
    chosen. One job, if a ranker is of kind bm25."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=rules.count_mdcr_terms.output,
    output:
        grid="<results>/mdcr/bm25.csv",
    log:
        "<logs>/tune_mdcr_bm25.log",
    benchmark:
        "<benchmarks>/tune_mdcr_bm25.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
    params:
        grid=run.settings.mdcr.bm25.as_dict(),
        depth=run.settings.mdcr.depth,
        code=code_digest("tune_mdcr_bm25.py"),
    message:
        "Choosing BM25's parameters on MDCR's validation pools"
    script:
        "../../scripts/tune_mdcr_bm25.py"


rule rank_mdcr_terms:
    """Rank the large pools of both levels and splits by terms. `grid` has the values of k1 and b
    that were tried for BM25, with the chosen ones; it is empty for rankers of other kinds.
    `rankers` has the ranker's settings. One job for each ranker by terms."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        terms=rules.count_mdcr_terms.output,
        grid=branch(run.rankers.get_kind, cases={"bm25": ["<results>/mdcr/bm25.csv"]}, otherwise=[]),
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_terms/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_terms/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.term_searchers),
    conda:
        "../../../envs/paperpool.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=24 * 60,
    params:
        rankers=run.rankers.get_settings,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_terms.py"),
        code_of_kinds=run.rankers.get_code_digest,
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (terms)"
    script:
        "../../scripts/rank_mdcr_terms.py"


rule train_mdcr_word2vec:
    """Train word vectors on the texts of the papers of MDCR's pools: a table of words and their
    vectors. One job, if a ranker averages them."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
    output:
        vectors="<results>/mdcr/steps/word2vec.parquet",
    log:
        "<logs>/train_mdcr_word2vec.log",
    benchmark:
        "<benchmarks>/train_mdcr_word2vec.tsv"
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=24 * 60,
    params:
        seed=run.settings.seed,
        code=code_digest("train_mdcr_word2vec.py"),
    message:
        "Training word2vec on the papers of MDCR's pools"
    script:
        "../../scripts/train_mdcr_word2vec.py"


rule average_mdcr_words:
    """Average the vectors of each paper's words: a row for each paper of MDCR's pools, in the order
    of their table. Reads counted terms and word vectors. `kind` says how words weigh. One job for
    each ranker by averaged words."""
    input:
        terms=rules.count_mdcr_terms.output,
        vectors="<results>/mdcr/steps/word2vec.parquet",
    output:
        vectors="<results>/encode/mdcr/{ranker}.npy",
    log:
        "<logs>/average_mdcr_words/{ranker}.log",
    benchmark:
        "<benchmarks>/average_mdcr_words/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.word_vector_searchers),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(4000),
        runtime=4 * 60,
    params:
        kind=run.rankers.get_kind,
        code=code_digest("average_mdcr_words.py"),
    message:
        "Averaging word vectors of the papers of MDCR's pools for {wildcards.ranker}"
    script:
        "../../scripts/average_mdcr_words.py"


rule rank_mdcr_vectors:
    """Rank the large pools of both levels and splits by vectors of papers, or of their sentences.
    Those of each paper begin at its place in `starts` (empty for vectors of papers). Rankers with a
    prompt for queries encode these anew, as the parameter `queries` says, with `model`: the model's
    local files, none for a hub id, by which the job downloads it, and none for averaged words.
    `index` is null, and `recall` empty: the search is exact. One job for each ranker by vectors
    without an index."""
    input:
        vectors="<results>/encode/mdcr/{ranker}.npy",
        # where the sentences of each paper start among the vectors
        starts=branch(
            run.rankers.get_search_means,
            cases={"sentences": "<results>/encode/mdcr/{ranker}.starts.npy"},
            otherwise=[],
        ),
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.get_model_files,
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        recall=[],
    log:
        "<logs>/rank_mdcr_vectors/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_vectors/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.exact_searchers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=12 * 60,
        gpu=0,
    params:
        queries=run.rankers.get_query_encoding,
        similarity=run.rankers.get_similarity,
        index=run.rankers.get_index,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_vectors.py"),
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (vectors)"
    script:
        "../../scripts/rank_mdcr_vectors.py"


use rule rank_mdcr_vectors as rank_mdcr_index with:
    """Rank the large pools of both levels and splits by an `index` of the vectors of papers, where
    that is quicker than exact search. `recall` has how much of exact search it finds for a sample
    of the queries. `starts` is empty: only papers are indexed, not their sentences. One job for each
    ranker by vectors with an index."""
    input:
        vectors="<results>/encode/mdcr/{ranker}.npy",
        starts=[],
        papers="<results>/mdcr/steps/papers.parquet",
        model=run.rankers.get_model_files,
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        recall="<results>/mdcr/recall/{ranker}.csv",
    log:
        "<logs>/rank_mdcr_index/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_index/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.indexed_searchers),
    resources:
        mem_mb=grow_memory(12000),
        runtime=24 * 60,
        gpu=0,
    message:
        "Ranking MDCR's large pools with {wildcards.ranker} (an index of vectors)"


rule rank_mdcr_references:
    """Rank the large pools of both levels and splits by the citations of the papers nearest to a
    query. Reads `vectors` of the ranker that measures nearness, and looks up whom a paper `cites`.
    Also writes the `votes` of the nearest papers (`n_voters` of them) for those that they cite, by
    which the pairs of the benchmark are scored. One job for each ranker by citations."""
    input:
        papers="<results>/mdcr/steps/papers.parquet",
        pools="<results>/mdcr/steps/pools.parquet",
        queries="<results>/mdcr/steps/queries.parquet",
        cited="<results>/mdcr/steps/cited.parquet",
        twins="<results>/corpus/twins.parquet",
        vectors=collect("<results>/encode/mdcr/{ranker}.npy", ranker=run.rankers.get_vector_ranker),
        cites="<results>/mdcr/steps/cites.parquet",
    output:
        votes="<results>/mdcr/steps/votes/{ranker}.parquet",
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
    log:
        "<logs>/rank_mdcr_references/{ranker}.log",
    benchmark:
        "<benchmarks>/rank_mdcr_references/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr.citation_rankers),
    conda:
        "../../../envs/encoders.yaml"
    threads: run.threads
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
        gpu=0,
    params:
        similarity=run.rankers.get_similarity,
        n_voters=run.rankers.get_n_voters,
        depth=run.settings.mdcr.depth,
        code=code_digest("rank_mdcr_references.py"),
    message:
        "Ranking MDCR's large pools by the citations of papers near the query ({wildcards.ranker})"
    script:
        "../../scripts/rank_mdcr_references.py"


rule fuse_mdcr_pools:
    """Fuse the rankings of a fusion's `members` over the large pools of each level. These rankings
    are `dataset_runs` and `field_runs`; the parameter `method` says how several scores become one.
    `cited` and `designs` are empty: they are for tuned fusions. One job for each fusion that is not
    tuned and whose members all rank these pools."""
    input:
        dataset_runs=collect(
            "<results>/mdcr/runs/dataset/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        field_runs=collect(
            "<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        cited=[],
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        designs=[],
    log:
        "<logs>/fuse_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/fuse_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.fusions),
    conda:
        "../../../envs/paperpool.yaml"
    resources:
        mem_mb=grow_memory(6000),
        runtime=4 * 60,
    params:
        members=run.rankers.get_members,
        method=run.rankers.get_method,
        depth=run.settings.mdcr.depth,
        code=code_digest("fuse_mdcr_pools.py"),
    message:
        "Fusing the runs of the members of {wildcards.ranker} over MDCR's large pools"
    script:
        "../../scripts/fuse_mdcr_pools.py"


use rule fuse_mdcr_pools as choose_mdcr_pools with:
    """Fuse the rankings of the members of a tuned fusion over the large pools of each level. Their
    weights are chosen on validation pools, where the papers that queries cite (`cited`) are the
    relevant ones. `designs` has all weights that were tried, with their scores, and which were
    chosen. One job for each tuned fusion whose members all rank these pools."""
    input:
        dataset_runs=collect(
            "<results>/mdcr/runs/dataset/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        field_runs=collect(
            "<results>/mdcr/runs/field/{ranker}.parquet", ranker=run.rankers.get_members
        ),
        cited="<results>/mdcr/steps/cited.parquet",
    output:
        dataset="<results>/mdcr/runs/dataset/{ranker}.parquet",
        field="<results>/mdcr/runs/field/{ranker}.parquet",
        designs="<results>/mdcr/designs/pools/{ranker}.csv",
    log:
        "<logs>/choose_mdcr_pools/{ranker}.log",
    benchmark:
        "<benchmarks>/choose_mdcr_pools/{ranker}.tsv"
    wildcard_constraints:
        ranker=any_of(run.mdcr_pools.tuned_fusions),
    message:
        "Choosing what {wildcards.ranker} fuses over MDCR's large pools, on validation pools"
